// Orders survive the wire both ways, and the fields of a request can only be what they claim to
// be: T47, T48, T50 and T60 as grammars, each against a predicate written another way.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  listOrders,
  orderDraftFromFields,
  orderListFromFields,
  placeOrder,
} from "./order.calls.ts";
import { type Order, orderFromWire, orderToWire } from "./order.ts";
import { setStops } from "./order-change.calls.ts";
import { ALL_HISTORY } from "./order-history.ts";

const decimalText = fc
  .tuple(fc.nat(999_999), fc.nat(99_999))
  .map(([whole, part]) => `${whole + 1}.${String(part).padStart(5, "0")}`);
const moment = fc.integer({ min: 1, max: 2_000_000_000 });

const order: fc.Arbitrary<Order> = fc.record({
  id: fc.nat().map(String),
  status: fc.constantFrom("pending", "holding", "closed", "cancelled"),
  side: fc.constantFrom("buy", "sell"),
  market: fc.record({
    id: fc.nat().map(String),
    code: fc.constantFrom("EURUSD", "XAUUSD"),
    displayCode: fc.constantFrom("EUR/USD", "XAU/USD"),
    pricePrecision: fc.nat(8),
  }),
  lots: decimalText,
  leverage: fc.integer({ min: 1, max: 500 }),
  askedPrice: decimalText,
  openPrice: fc.option(decimalText),
  closingPrice: fc.option(decimalText),
  profit: decimalText,
  margin: decimalText,
  fee: decimalText,
  financing: decimalText,
  stopLoss: fc.option(decimalText),
  takeProfit: fc.option(decimalText),
  trailingDistance: fc.option(fc.integer({ min: 1, max: 99_999 })),
  trailingLevel: fc.option(decimalText),
  pendingKind: fc.constantFrom("limit", "stop", null),
  expiresAt: fc.option(moment),
  endReason: fc.constantFrom("user", "stop-out", null),
  endReasonText: fc.string(),
  placedAt: moment,
  placedAtText: fc.string(),
  openedAt: fc.option(moment),
  endedAt: fc.option(moment),
  endedAtText: fc.string(),
  openSeq: fc.option(fc.nat()),
  closeSeq: fc.option(fc.nat()),
  partOf: fc.option(fc.nat().map(String)),
});

describe("an order on the wire", () => {
  it("comes back as it was, and is what the call declares", () => {
    const row = listOrders.output.shape.data.element;
    fc.assert(
      fc.property(order, (one) => {
        const wire = orderToWire(one);
        expect(row.parse(wire)).toEqual(wire);
        expect(orderFromWire(wire)).toEqual(one);
      }),
    );
  });
});

/** The grammar of T48, said without a regular expression. */
function isDecimal(text: string): boolean {
  const [whole = "", part, ...more] = text.split(".");
  const areDigits = (piece: string) => [...piece].every((char) => "0123456789".includes(char));
  if (more.length > 0 || whole.length < 1 || whole.length > 9 || !areDigits(whole)) return false;
  return part === undefined || (part.length >= 1 && part.length <= 8 && areDigits(part));
}

const odd = fc.constantFrom(
  ...["0", "-1", "1e308", "NaN", "0x10", "1e-9", "٣", "1".repeat(30), "Infinity", " 1", "1 "],
  ...["1.", ".1", "1,5", "+1", "1_000", "0.01\n", "１", "1.123456789", "0000000001", "1.5.2", ""],
);
const nearlyDecimal = fc
  .array(fc.constantFrom(..."0123456789..-+e,x٣ ".split("")), { maxLength: 22 })
  .map((chars) => chars.join(""));
const plausible = fc.double({ min: 0, max: 1e6, noNaN: true }).map(String);

const FIELDS = { type: "1", cont: "0.01", forex_id: "1", status: "1", multiple: "100" };
const accepts = (fields: Record<string, string>) => placeOrder.input.safeParse(fields).success;

describe("the fields of an order", () => {
  it("T48: a size is a plain decimal, or refused", () => {
    fc.assert(
      fc.property(fc.oneof(odd, nearlyDecimal, plausible, fc.string()), (cont) => {
        expect(accepts({ ...FIELDS, cont })).toBe(isDecimal(cont));
      }),
      { numRuns: 20_000 },
    );
  });

  it.each(["target_price", "stop_loss_price", "target_profit_price", "seen_price"])(
    "T50: %s is a plain decimal, empty or absent, or refused",
    (name) => {
      fc.assert(
        fc.property(fc.oneof(odd, nearlyDecimal, plausible), (value) => {
          expect(accepts({ ...FIELDS, [name]: value })).toBe(value === "" || isDecimal(value));
        }),
        { numRuns: 5_000 },
      );
      expect(accepts(FIELDS)).toBe(true);
    },
  );

  it("T47: a side is 1 or 2, and everything else is refused, not a sell", () => {
    const near = fc.constantFrom("0", "3", "-1", "01", "1.0", "buy", "", " 1", "12", "true");
    fc.assert(
      fc.property(fc.oneof(near, fc.string(), fc.nat().map(String)), (type) => {
        expect(accepts({ ...FIELDS, type })).toBe(type === "1" || type === "2");
      }),
      { numRuns: 5_000 },
    );
    expect(accepts({ ...FIELDS, type: "2" })).toBe(true);
  });

  it("T60: a page is a whole number from 1 to 500", () => {
    const near = fc.constantFrom("0", "-1", "1.5", "1e3", "501", "99999999999", "", "01", "٣");
    fc.assert(
      fc.property(fc.oneof(near, fc.string(), fc.nat(1_200).map(String)), (page) => {
        const isPage = String(Number(page)) === page && Number.isInteger(Number(page));
        const wanted = isPage && Number(page) >= 1 && Number(page) <= 500;
        expect(listOrders.input.safeParse({ status: "1", page }).success).toBe(wanted);
      }),
      { numRuns: 5_000 },
    );
    expect(orderListFromFields({ status: "3" })).toEqual({
      tab: "history",
      page: 1,
      before: null,
      filter: ALL_HISTORY,
    });
  });

  it("0, empty and absent stops are all none; a deviation of 0 is a limit", () => {
    const parsed = placeOrder.input.parse({
      ...FIELDS,
      stop_loss_price: "0.000",
      max_deviation: "0",
    });
    expect(orderDraftFromFields(parsed)).toEqual({
      side: "buy",
      marketId: 1,
      lots: "0.01",
      leverage: 100,
      isPending: false,
      target: null,
      stopLoss: null,
      takeProfit: null,
      seenPrice: null,
      maxDeviation: 0,
      expiresAt: null,
      trailingDistance: null,
    });
    expect(setStops.input.safeParse({ id: "1", stop_loss_price: "" }).success).toBe(true);
  });
});
