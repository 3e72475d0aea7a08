// Many at once: money is spent once, and a position ends once (T52, T57, T58, P12).
import { lots, price } from "@truetick/money";
import { afterAll, beforeAll, expect, it } from "vitest";
import { brokenInvariants } from "../../testing/broken-invariants.ts";
import {
  EURUSD,
  type Exchange,
  marketOrder,
  openExchange,
  place,
  reasonOf,
} from "../testing/bare-exchange.ts";

let exchange: Exchange;
beforeAll(async () => {
  exchange = await openExchange();
});
afterAll(async () => {
  expect(await brokenInvariants(exchange.test.ownerUrl)).toEqual({});
  await exchange.close();
});

it("T52: of 200 orders that each need 60 % of the margin exactly one fills", async () => {
  const account = await exchange.openAccount("demo");
  // 5.45 lots at 1.10010 over 100 is 5,995.55 of 10,000.
  const order = marketOrder(account, { lots: lots(54_500) });
  const outcomes = await Promise.all(
    Array.from({ length: 200 }, () => exchange.sequencer().submit(order)),
  );
  const reasons = outcomes.map(reasonOf);
  expect(reasons.filter((reason) => reason === "accepted")).toHaveLength(1);
  expect(reasons.filter((reason) => reason === "MARGIN_EXCEEDS_FREE")).toHaveLength(199);
});

it("T57: fifty closes and a stop that fires settle a position once", async () => {
  const account = await exchange.openAccount("demo");
  for (let round = 0; round < 20; round += 1) {
    exchange.quote(EURUSD, 110_000, 110_010);
    const order = marketOrder(account, { stopLoss: price(109_990) });
    const orderId = await place(exchange.sequencer(), order);
    const close = { type: "CloseOrder", accountId: account, orderId, lots: null } as const;
    const closings = Array.from({ length: 50 }, (_, index) => {
      if (index === round) exchange.quote(EURUSD, 109_980, 109_990);
      return exchange.sequencer().submit({ ...close, reason: "user" });
    });
    const accepted = (await Promise.all(closings)).filter(({ isAccepted }) => isAccepted);
    expect(accepted.length).toBe(round === 0 ? 0 : 1);
    expect(await exchange.sequencer().read((books) => books.order(orderId))).toBeNull();
  }
});

it("T58: an order that is cancelled and triggered at once is one or the other", async () => {
  const account = await exchange.openAccount("demo");
  exchange.quote(EURUSD, 110_000, 110_010);
  let cancelled = 0;
  for (let round = 0; round < 20; round += 1) {
    const orderId = await place(
      exchange.sequencer(),
      marketOrder(account, { target: price(109_950), lots: lots(100) }),
    );
    const cancel = { type: "CancelOrder", accountId: account, orderId } as const;
    const attempts = Array.from({ length: 10 }, (_, index) => {
      if (index === round % 10) exchange.quote(EURUSD, 109_930, 109_940);
      return exchange.sequencer().submit(cancel);
    });
    const accepted = (await Promise.all(attempts)).filter(({ isAccepted }) => isAccepted).length;
    const left = await exchange.sequencer().read((books) => books.order(orderId));
    expect(accepted).toBe(left === null ? 1 : 0);
    cancelled += accepted;
    exchange.quote(EURUSD, 110_000, 110_010);
  }
  expect(cancelled).toBe(18);
});
