// One turn of all simulated traders: each looks at its account and at prices that are over, lets go
// of what is over and opens what it wants, through the same door as everybody: the sequencer, which
// refuses them like everybody. Called for every moment of the lived past and of the live day.

import { type MarketId, marketId, type OrderId } from "@truetick/engine";
import { type Lots, lots, type Money, type Price, price } from "@truetick/money";
import type { PastPrice } from "../../trading/exchange/lived-past.ts";
import type { TradedMarket } from "../../trading/markets/traded-market.ts";
import type { Books, Sequencer, UnstampedCommand } from "../../trading/sequencer/sequencer.ts";
import type { SimulatedTrader } from "./team-table.ts";
import { type HeldOrder, isOver, type NewOrder, type Sight, wantedOrder } from "./trade-rule.ts";
import { TRADER_STYLES, type TraderStyle } from "./trader-style.ts";

export type Turn = {
  readonly submit: Sequencer["submit"];
  readonly read: Sequencer["read"];
  readonly markets: readonly TradedMarket[];
  readonly priceAt: PastPrice;
  readonly team: readonly SimulatedTrader[];
};

const SHARE_SCALE = 1_000_000;
const LOTS_SCALE = 10_000n;

/** The markets that any of them trades, as far as there are such. */
export function marketsOfTeam(markets: readonly TradedMarket[]): TradedMarket[] {
  const wanted = new Set(TRADER_STYLES.flatMap((style) => style.markets));
  return markets.filter(({ code }) => wanted.has(code));
}

export async function takeTurn(turn: Turn, atMs: number): Promise<void> {
  const { read, submit, team, markets } = turn;
  const byCode = new Map(markets.map((market) => [market.code, market]));
  const sight: Sight = {
    atMs,
    priceAt: (code, thenMs) => {
      const market = byCode.get(code);
      return market ? turn.priceAt(market, thenMs) : null;
    },
    carrySide: (code) => {
      const market = byCode.get(code);
      return market && market.shortRate > market.longRate ? "sell" : "buy";
    },
  };
  const commands = await read((books) =>
    team.flatMap((trader) => commandsOf(trader, { books, sight, byCode })),
  );
  await Promise.all(commands.map((command) => submit(command)));
}

type View = {
  readonly books: Books;
  readonly sight: Sight;
  readonly byCode: ReadonlyMap<string, TradedMarket>;
};

function commandsOf(trader: SimulatedTrader, view: View): UnstampedCommand[] {
  const { accountId, style } = trader;
  const account = view.books.account(accountId);
  if (!account) return [];
  const codes = new Map([...view.byCode].map(([code, { id }]) => [Number(id), code]));
  const held = view.books.orders(accountId).flatMap((order) => {
    const market = codes.get(order.marketId);
    if (!market || order.openedAtMs === null) return [];
    const { orderId, side, openedAtMs } = order;
    return [{ orderId, market, side, openedAtMs }];
  });
  const over = held.filter((one) => isOver(style, one, view.sight));
  const kept = held.filter((one) => !over.includes(one));
  const wanted = wantedOrder(style, kept, view.sight);
  const placing = wanted && placingOf(trader, wanted, { ...view, equity: account.equity });
  return [...over.map((one) => closingOf(trader, one)), ...(placing ? [placing] : [])];
}

function closingOf(
  { accountId }: SimulatedTrader,
  { orderId }: HeldOrder & { readonly orderId: OrderId },
): UnstampedCommand {
  return { type: "CloseOrder", accountId, orderId, lots: null, reason: "user" };
}

function placingOf(
  { accountId, style }: SimulatedTrader,
  wanted: NewOrder,
  { books, byCode, equity }: View & { readonly equity: Money },
): UnstampedCommand | null {
  const market = byCode.get(wanted.market);
  if (!market) return null;
  const id = marketId(Number(market.id));
  const quote = books.market(id)?.quote;
  const leverage = leverageOf(style, market);
  const size = sizeOf(books, { id, market, leverage, equity, share: style.marginShare });
  if (!quote || leverage === null || size === null) return null;
  const { side } = wanted;
  const closing = side === "buy" ? quote.bid : quote.ask;
  const { stopDistance, targetDistance } = wanted;
  return {
    type: "PlaceOrder",
    accountId,
    marketId: id,
    side,
    lots: size,
    leverage,
    target: null,
    askedPrice: null,
    maxDeviation: null,
    stopLoss: levelOf(closing, stopDistance, side === "buy" ? -1 : 1),
    takeProfit: levelOf(closing, targetDistance, side === "buy" ? 1 : -1),
    trailingDistance: null,
    expiresAtMs: null,
  };
}

function levelOf(from: Price, distance: number | null, direction: 1 | -1): Price | null {
  if (distance === null) return null;
  const level = from + direction * distance;
  return level > 0 ? price(level) : null;
}

/** The highest on offer that it would use; the lowest where all are higher. */
function leverageOf({ leverageMax }: TraderStyle, { leverages }: TradedMarket): number | null {
  const usable = leverages.filter((leverage) => leverage <= leverageMax);
  return usable.length > 0 ? Math.max(...usable) : (leverages[0] ?? null);
}

/** So many lots that their margin is the wanted share of equity; null below the smallest order. */
function sizeOf(
  books: Books,
  {
    id,
    market,
    leverage,
    equity,
    share,
  }: {
    readonly id: MarketId;
    readonly market: TradedMarket;
    readonly leverage: number | null;
    readonly equity: Money;
    readonly share: number;
  },
): Lots | null {
  const margin = books.lot(id)?.margins.find((one) => one.leverage === leverage)?.margin;
  if (!margin || margin <= 0n || equity <= 0n) return null;
  const budget = (equity * BigInt(Math.round(share * SHARE_SCALE))) / BigInt(SHARE_SCALE);
  const step = BigInt(market.lotStep);
  const size = ((budget * LOTS_SCALE) / margin / step) * step;
  if (size < BigInt(market.lotsMin)) return null;
  return lots(Math.min(Number(size), market.lotsMax));
}
