// What engines write is read back by the tests of whole runs; here is what no engine of today would
// write and the bytes must still hold: openings whose money is not what their event says.
import { lots, money, price } from "@truetick/money";
import { describe, expect, it } from "vitest";
import { accountId } from "../account.ts";
import type { OrderOpened } from "../event.ts";
import type { Movement } from "../ledger.ts";
import { marketId } from "../market.ts";
import { orderId } from "../order.ts";
import { decodeEvents, encodeEvents } from "./events.ts";

const FEE: Movement = {
  movementId: 5,
  book: "real",
  cause: "fee",
  causeId: 7,
  postings: [
    { account: accountId(3), amount: money(-33n), balance: money(967n) },
    { account: "fees", amount: money(33n), balance: money(2n ** 61n) },
  ],
};

const OPENED: OrderOpened = {
  type: "OrderOpened",
  atMs: 1_760_000_000_000,
  orderId: orderId(7),
  accountId: accountId(3),
  book: "real",
  marketId: marketId(1),
  wasPending: false,
  side: "sell",
  lots: lots(100),
  leverage: 30,
  askedPrice: price(110_000),
  openPrice: price(110_000),
  stopLoss: null,
  takeProfit: null,
  trailingDistance: null,
  trailingLevel: null,
  margin: money(1_100n),
  fee: money(33n),
  fill: {
    marketId: marketId(1),
    seq: 9,
    bid: price(110_000),
    ask: price(110_010),
    price: price(110_000),
    rule: "market",
    level: null,
    rulesVersion: 1,
    termsVersion: 2,
    quoteConversion: [],
    baseConversion: [],
  },
  movements: [FEE],
};

const [own, house] = FEE.postings;

describe("the money of an opening", () => {
  it.each<[string, readonly Movement[]]>([
    ["is what the event says", [FEE]],
    ["is none", []],
    ["is twice", [FEE, { ...FEE, movementId: 6 }]],
    ["has another cause", [{ ...FEE, cause: "adjustment" }]],
    ["belongs to another order", [{ ...FEE, causeId: 8 }]],
    ["is of another book", [{ ...FEE, book: "demo" }]],
    ["goes elsewhere", [{ ...FEE, postings: [own, { ...house, account: "trading" }] }]],
    [
      "comes from somebody else",
      [{ ...FEE, postings: [{ ...own, account: accountId(4) }, house] }],
    ],
    [
      "is of another amount",
      [
        {
          ...FEE,
          postings: [
            { ...own, amount: money(-34n) },
            { ...house, amount: money(34n) },
          ],
        },
      ],
    ],
  ])("is read as it was written when it %s", (_, movements) => {
    const event = { ...OPENED, movements };
    expect(decodeEvents(encodeEvents([event]))).toEqual([event]);
  });

  it("is not written of a fill that is neither at the bid nor at the ask (inv10)", () => {
    const fill = { ...OPENED.fill, price: price(110_005) };
    expect(() => encodeEvents([{ ...OPENED, fill }])).toThrow("inv10");
  });
});
