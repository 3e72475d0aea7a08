// The product as the benches use it: the sequencer with one market, accounts with money, and
// orders that open and close in turn, so that no account runs out of room.

import { type AccountId, accountId, marketId, type OrderId } from "@truetick/engine";
import { lots, money, price, rate } from "@truetick/money";
import { createLog, type Sequencer, startSequencer, systemClock } from "@truetick/server";
import type { Lab } from "./lab.ts";

const EURUSD = marketId(1);
const CASH = money(100_000_000_000_000n);
const QUOTE_EVERY_MS = 100;

export async function startExchange({ productUrl, database }: Lab): Promise<Sequencer> {
  const address = { url: productUrl, role: null };
  const log = createLog("error");
  return startSequencer({ address, database, clock: systemClock, log });
}

export async function openMarket(sequencer: Sequencer): Promise<void> {
  await submit(sequencer, {
    type: "DefineMarket",
    terms: {
      marketId: EURUSD,
      version: 1,
      baseCurrency: "EUR",
      quoteCurrency: "USD",
      pricePrecision: 5,
      unitsPerLot: 100_000,
      lotsMin: lots(100),
      lotsMax: lots(1_000_000),
      lotStep: lots(100),
      leverages: [100],
      marginMode: "floating",
      feeType: "notional",
      feeRate: rate(3_000n),
      priceAgeMaxMs: 60_000,
      longRate: rate(0n),
      shortRate: rate(0n),
      tripleDay: null,
    },
  });
  await submit(sequencer, { type: "SetMarketSession", marketId: EURUSD, session: "open" });
}

export async function openAccounts(sequencer: Sequencer, count: number): Promise<AccountId[]> {
  const ids = Array.from({ length: count }, (_, index) => accountId(index + 1));
  await Promise.all(
    ids.map(async (id) => {
      await submit(sequencer, { type: "OpenAccount", accountId: id, ownerId: id, book: "real" });
      const credit = { cause: "deposit", causeId: id, amount: CASH } as const;
      await submit(sequencer, { type: "Credit", accountId: id, ...credit });
    }),
  );
  return ids;
}

/** Answers how to stop. */
export function keepQuoting(sequencer: Sequencer): () => void {
  const quote = () => {
    const seq = (sequencer.newestQuote(EURUSD)?.seq ?? 0) + 1;
    const bid = 110_000 + (seq % 100);
    const at = { seq, atMs: Date.now(), bid: price(bid), ask: price(bid + 10) };
    sequencer.takeQuote({ marketId: EURUSD, ...at });
  };
  quote();
  const timer = setInterval(quote, QUOTE_EVERY_MS);
  return () => clearInterval(timer);
}

/** One trader: opens, and closes what he opened, in turn. Every act is a durable fill. */
export function createTrader(sequencer: Pick<Sequencer, "submit">, name: string) {
  let open: { account: AccountId; orderId: OrderId } | null = null;
  let turn = 0;
  return async (account: AccountId): Promise<void> => {
    turn += 1;
    const key = `${name}/${turn}`;
    if (open) {
      const { account: ownerId, orderId } = open;
      open = null;
      await submit(
        sequencer,
        { type: "CloseOrder", accountId: ownerId, orderId, lots: null, reason: "user" },
        { ownerId, key, payload: "" },
      );
      return;
    }
    const keyed = { ownerId: account, key, payload: "" };
    const events = await submit(sequencer, marketOrder(account), keyed);
    const opened = events.find((event) => event.type === "OrderOpened");
    if (opened?.type === "OrderOpened") open = { account, orderId: opened.orderId };
  };
}

function marketOrder(account: AccountId) {
  return {
    type: "PlaceOrder",
    accountId: account,
    marketId: EURUSD,
    side: "buy",
    lots: lots(100),
    leverage: 100,
    target: null,
    askedPrice: null,
    maxDeviation: null,
    stopLoss: null,
    takeProfit: null,
    trailingDistance: null,
    expiresAtMs: null,
  } as const;
}

export async function submit(
  sequencer: Pick<Sequencer, "submit">,
  ...asked: Parameters<Sequencer["submit"]>
) {
  const outcome = await sequencer.submit(...asked);
  if (!outcome.isAccepted) throw new Error(`refused: ${outcome.refusal.reason}`);
  return outcome.events;
}
