// A day on which everything happens once: fills of every rule, partial closes, stops, a stop-out
// with protection, financing, withdrawals, transfers, a demo reset, new terms. For tests that want
// every table of the books to have rows.

import { accountId, type OrderId } from "@truetick/engine";
import { lots, money, price } from "@truetick/money";
import {
  accept,
  EURUSD,
  type Exchange,
  GOLD,
  keyOf,
  marketOrder,
  place,
  USDJPY,
} from "./bare-exchange.ts";

const OWNER = 900_001;
const MAIN_ACCOUNT = accountId(900_001);
export const COPY_ACCOUNT = accountId(900_002);

export type BusyDay = {
  readonly real: number;
  readonly demo: number;
  readonly ruined: number;
  /** Still open at the end of the day. */
  readonly holding: OrderId;
  readonly pending: OrderId;
};

export async function runBusyDay(exchange: Exchange): Promise<BusyDay> {
  const real = await exchange.openAccount("real", 10_000);
  const demo = await exchange.openAccount("demo");
  await tradeByHand(exchange, real);
  await fireStops(exchange, demo);
  await triggerPending(exchange, real);
  const ruined = await ruin(exchange);
  await moveMoney(exchange);
  await chargeFinancing(exchange, demo);
  await accept(exchange.sequencer(), { type: "ResetDemo", accountId: accountId(demo) });
  const holding = await place(exchange.sequencer(), marketOrder(accountId(demo)));
  const pending = await place(
    exchange.sequencer(),
    marketOrder(accountId(real), { target: price(100_000) }),
  );
  return { real, demo, ruined, holding, pending };
}

/** Opens, edits, closes in part and in full, in dollars and in yen, with and without keys. */
async function tradeByHand(exchange: Exchange, account: number): Promise<void> {
  const { sequencer } = exchange;
  const own = { accountId: accountId(account) };
  const first = await place(sequencer(), marketOrder(own.accountId, { lots: lots(2_000) }));
  const yen = { marketId: USDJPY, side: "sell", leverage: 30 } as const;
  const second = await place(sequencer(), marketOrder(own.accountId, yen));
  exchange.clock.advance(500);
  exchange.quote(EURUSD, 110_120, 110_130);
  exchange.quote(USDJPY, 149_100, 149_110);
  await accept(sequencer(), {
    type: "SetStops",
    ...own,
    orderId: first,
    stopLoss: price(109_000),
    takeProfit: null,
  });
  const close = { type: "CloseOrder", ...own, reason: "user" } as const;
  await accept(sequencer(), { ...close, orderId: first, lots: lots(500) });
  await accept(sequencer(), { ...close, orderId: second, lots: null }, keyOf(account, "close"));
  await accept(sequencer(), { ...close, orderId: first, lots: null });
  await sequencer().submit({ ...close, orderId: first, lots: null }, keyOf(account, "again"));
}

/** A stop-loss, a take-profit and a trailing stop, each fired by the tape. */
async function fireStops(exchange: Exchange, account: number): Promise<void> {
  const order = (own: Parameters<typeof marketOrder>[1]) =>
    place(exchange.sequencer(), marketOrder(accountId(account), own));
  await order({ stopLoss: price(110_000) });
  await order({ takeProfit: price(110_300) });
  await order({ trailingDistance: 150 });
  await order({ marketId: GOLD, leverage: 20, side: "sell", stopLoss: price(265_500) });
  exchange.clock.advance(500);
  exchange.quote(EURUSD, 110_310, 110_320);
  exchange.quote(EURUSD, 110_100, 110_110);
  exchange.quote(EURUSD, 109_990, 110_000);
  exchange.quote(GOLD, 265_490, 265_520);
  await exchange.sequencer().stateHash();
}

/** Pending orders that trigger, lapse, are amended and are cancelled. */
async function triggerPending(exchange: Exchange, account: number): Promise<void> {
  const { sequencer, clock } = exchange;
  const own = { accountId: accountId(account) };
  const order = (target: number, more = {}) =>
    place(sequencer(), marketOrder(own.accountId, { target: price(target), ...more }));
  await order(109_950);
  await order(110_050, { side: "buy" });
  const lapsing = await order(109_000, { expiresAtMs: clock.now() + 10_000 });
  const moved = await order(109_100);
  await accept(sequencer(), {
    type: "AmendOrder",
    ...own,
    orderId: moved,
    target: price(109_200),
    stopLoss: price(108_000),
    takeProfit: null,
    expiresAtMs: null,
  });
  await accept(sequencer(), { type: "CancelOrder", ...own, orderId: moved });
  clock.advance(500);
  exchange.quote(EURUSD, 110_050, 110_060);
  exchange.quote(EURUSD, 109_930, 109_940);
  clock.advance(20_000);
  await accept(sequencer(), { type: "ExpireOrders" });
  const left = await sequencer().read((books) => books.order(lapsing));
  if (left !== null) throw new Error("Invariant: an order that lapsed is gone");
  const all = { type: "CloseAll", ...own, marketId: null, reason: "user" } as const;
  exchange.quote(EURUSD, 110_000, 110_010);
  await accept(sequencer(), { ...all, isCancellingPending: true });
}

/** A gap that takes an account below zero: margin call, stop-out, protection. */
async function ruin(exchange: Exchange): Promise<number> {
  const { sequencer, clock } = exchange;
  const account = await exchange.openAccount("real", 1_000);
  await place(sequencer(), marketOrder(account, { lots: lots(5_000) }));
  await place(sequencer(), marketOrder(account, { lots: lots(3_000) }));
  clock.advance(500);
  exchange.quote(EURUSD, 109_310, 109_320);
  exchange.quote(EURUSD, 108_000, 108_010);
  exchange.quote(EURUSD, 110_000, 110_010);
  await sequencer().stateHash();
  return account;
}

/** Withdrawals that are paid and returned, an adjustment, a transfer between own accounts. */
async function moveMoney({ sequencer }: Exchange): Promise<void> {
  const submit = (command: Parameters<typeof accept>[1]) => accept(sequencer(), command);
  const opening = { type: "OpenAccount", ownerId: OWNER, book: "real" } as const;
  await submit({ ...opening, accountId: MAIN_ACCOUNT });
  await submit({ ...opening, accountId: COPY_ACCOUNT });
  const amount = money(2_000_000_000n);
  const main = { accountId: MAIN_ACCOUNT };
  await submit({ type: "Credit", ...main, cause: "deposit", causeId: 900_001, amount });
  await submit({ type: "Credit", ...main, cause: "adjustment", causeId: 900_002, amount });
  const part = { amount: money(100_000_000n) };
  for (const withdrawalId of [1, 2, 3, 4])
    await submit({ type: "Hold", ...main, withdrawalId, ...part });
  await submit({ type: "Release", withdrawalId: 1 });
  await submit({ type: "Settle", withdrawalId: 2, fee: money(1_500_000n) });
  await submit({ type: "Settle", withdrawalId: 4, fee: money(0n) });
  await submit({
    type: "Transfer",
    transferId: 1,
    fromAccountId: MAIN_ACCOUNT,
    toAccountId: COPY_ACCOUNT,
    ...part,
    cause: "copy-transfer",
  });
}

async function chargeFinancing(exchange: Exchange, account: number): Promise<void> {
  const { sequencer } = exchange;
  await place(sequencer(), marketOrder(accountId(account), { marketId: USDJPY }));
  await accept(sequencer(), {
    type: "ChargeFinancing",
    marketId: USDJPY,
    cutDate: 20_260_105,
    cutAtMs: exchange.clock.now() + 1,
    weekday: 1,
  });
  await accept(sequencer(), { type: "StartDay", cutDate: 20_260_105 });
}
