// A ticket becomes an order, or says beside which field it does not (spec §5).
// @vitest-environment node

import { PAR } from "@truetick/money";
import { describe, expect, test } from "vitest";
import { sampleMarket } from "../testing/sample-market.ts";
import { type Draft, newDraft, withoutLevels } from "./draft.ts";
import { momentText } from "./expiry.ts";
import { changeWay, readDraft } from "./read-draft.ts";
import { fieldOfRefusal } from "./refused-field.ts";

const market = sampleMarket();
const SETTING = {
  market,
  quote: { bid: "1.15826", ask: "1.15833" },
  conversion: PAR,
  notation: { decimalMark: "." },
  nowMs: Date.UTC(2026, 6, 15, 12),
};
const fresh = newDraft(market, {
  side: "buy",
  lots: null,
  leverage: null,
  deviation: null,
  notation: { decimalMark: "." },
});
const read = (changes: Partial<Draft>) => readDraft({ ...fresh, ...changes }, SETTING);

test("a new ticket is a market order of the least size", () => {
  expect(read({}).order).toEqual({
    marketId: "1",
    side: "buy",
    lots: "0.01",
    leverage: 30,
    target: null,
    stopLoss: null,
    takeProfit: null,
    trailingDistance: null,
    seenPrice: "1.15833",
    maxDeviation: null,
    expiresAt: null,
  });
  expect(read({ side: "sell" }).order?.seenPrice).toBe("1.15826");
});

test("the reader's own leverage and size are kept where the market has them", () => {
  expect(
    newDraft(market, {
      side: "buy",
      lots: "0.20",
      leverage: 5,
      deviation: null,
      notation: { decimalMark: "." },
    }),
  ).toMatchObject({
    lots: "0.20",
    leverage: 5,
  });
  expect(
    newDraft(market, {
      side: "buy",
      lots: null,
      leverage: 500,
      deviation: null,
      notation: { decimalMark: "." },
    }).leverage,
  ).toBe(30);
});

describe("what is missing is said beside its field", () => {
  test.each([
    [{ lots: "" }, { lots: "lots" }],
    [{ lots: "0" }, { lots: "lots" }],
    [{ leverage: null }, { leverage: "leverage" }],
    [{ isPending: true }, { target: "target" }],
    [{ isPending: true, target: "0" }, { target: "target" }],
    [{ stopLoss: { isOn: true, by: "price", text: "" } as const }, { stopLoss: "stopUnreadable" }],
    [
      { takeProfit: { isOn: true, by: "amount", text: "0.01" } as const },
      { takeProfit: undefined },
    ],
    [{ stopLoss: { isOn: true, by: "distance", text: "0" } as const }, { stopLoss: "stopTooNear" }],
    [{ trailing: { isOn: true, text: "" } }, { trailing: "stopUnreadable" }],
    [{ trailing: { isOn: true, text: "0" } }, { trailing: "stopTooNear" }],
    [{ trailing: { isOn: true, text: "99999" } }, { trailing: "stopTooFar" }],
    [
      { isPending: true, target: "1.1", expiry: { kind: "moment", moment: "" } as const },
      { expiry: "expiryMissing" },
    ],
    [
      {
        isPending: true,
        target: "1.1",
        expiry: { kind: "moment", moment: momentText(SETTING.nowMs - 60_000) } as const,
      },
      { expiry: "expiryPast" },
    ],
  ])("%j", (changes, problems) => {
    const reading = read(changes);
    expect(reading.problems).toEqual(
      Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem)),
    );
    expect(reading.order === null).toBe(Object.keys(reading.problems).length > 0);
  });
});

test("a market without leverage has a ticket that cannot be sent", () => {
  const bare = sampleMarket({ leverages: [] });
  const draft = newDraft(bare, {
    side: "buy",
    lots: null,
    leverage: 30,
    deviation: null,
    notation: { decimalMark: "." },
  });
  expect(readDraft(draft, { ...SETTING, market: bare }).problems).toEqual({ leverage: "leverage" });
});

test("stops of a pending order are measured from its target", () => {
  const reading = read({
    isPending: true,
    target: "1,15000",
    lots: "0.50",
    stopLoss: { isOn: true, by: "distance", text: "20" },
    takeProfit: { isOn: true, by: "amount", text: "100" },
  });
  expect(reading.order).toMatchObject({
    target: "1.15000",
    stopLoss: "1.14800",
    takeProfit: "1.15200",
    seenPrice: null,
  });
  expect(reading.stops.stopLoss).toEqual({ level: "1.14800", pips: "20.0", profit: -100_000_000n });
});

test("a trailing stop is measured from the price that would close, and says its money", () => {
  const trailing = { isOn: true, text: "20" };
  const buy = read({ lots: "0.50", trailing });
  expect(buy.order?.trailingDistance).toBe(200);
  // Opened at 1.15833, stopped at 1.15826 less 20 pips: 20.7 pips of half a lot.
  expect(buy.stops.trailing).toEqual({ level: "1.15626", pips: "20", profit: -103_500_000n });
  const sell = read({ side: "sell", lots: "0.50", trailing });
  expect(sell.stops.trailing).toMatchObject({ level: "1.16033", profit: -103_500_000n });
  const pending = read({ isPending: true, target: "1.15000", lots: "0.50", trailing });
  expect(pending.stops.trailing).toMatchObject({ level: "1.14800", profit: -100_000_000n });
});

test("an expiry belongs to pending orders only, a limit of slippage to market orders only", () => {
  const choices = { expiry: { kind: "day", moment: "" } as const, deviation: 10 };
  const market = read(choices).order;
  expect(market).toMatchObject({ expiresAt: null, maxDeviation: 10, seenPrice: "1.15833" });
  const pending = read({ ...choices, isPending: true, target: "1.1" }).order;
  expect(pending).toMatchObject({
    expiresAt: Date.UTC(2026, 6, 15, 21) / 1_000,
    maxDeviation: null,
    seenPrice: null,
  });
});

test("no limit of slippage is sent without the price it is from", () => {
  const reading = readDraft({ ...fresh, deviation: 10 }, { ...SETTING, quote: null });
  expect(reading.order).toMatchObject({ seenPrice: null, maxDeviation: null });
});

test("what was sent takes its levels along, and leaves size and leverage", () => {
  const draft = {
    ...fresh,
    lots: "0.50",
    deviation: 5,
    isPending: true,
    target: "1.1",
    expiry: { kind: "week", moment: "" } as const,
    stopLoss: { isOn: true, by: "amount", text: "20" } as const,
    trailing: { isOn: true, text: "20" },
  };
  expect(withoutLevels(draft)).toEqual({
    ...fresh,
    lots: "0.50",
    deviation: 5,
    isPending: true,
    stopLoss: { isOn: false, by: "amount", text: "" },
  });
});

test("a stop that is switched off is not sent, whatever was typed", () => {
  expect(read({ stopLoss: { isOn: false, by: "price", text: "1.1" } }).order?.stopLoss).toBeNull();
});

test("changing the way of saying a stop keeps the stop", () => {
  const stopLoss = { isOn: true, by: "price", text: "1.15580" } as const;
  const draft = { ...fresh, lots: "0.50", stopLoss };
  const asAmount = changeWay(draft, "stopLoss", "amount", SETTING);
  expect(asAmount.stopLoss).toEqual({ isOn: true, by: "amount", text: "126.50" });
  const asDistance = changeWay(asAmount, "stopLoss", "distance", SETTING);
  expect(asDistance.stopLoss.text).toBe("25.3");
  const empty = { ...fresh, stopLoss: { ...stopLoss, text: "" } };
  expect(changeWay(empty, "stopLoss", "amount", SETTING).stopLoss.text).toBe("");
});

test("every refusal about a field is shown beside it", () => {
  expect(fieldOfRefusal("MARGIN_EXCEEDS_FREE")).toBe("lots");
  expect(fieldOfRefusal("STOP_LOSS_WRONG_SIDE")).toBe("stopLoss");
  expect(fieldOfRefusal("TARGET_AT_PRICE")).toBe("target");
  expect(fieldOfRefusal("EXPIRY_PAST")).toBe("expiry");
  expect(fieldOfRefusal("TRAILING_DISTANCE_INVALID")).toBe("trailing");
  expect(fieldOfRefusal("DEVIATION_EXCEEDED")).toBeNull();
  expect(fieldOfRefusal("FIELD_INVALID", { field: "cont" })).toBe("lots");
  expect(fieldOfRefusal("FIELD_INVALID", { field: "id" })).toBeNull();
  expect(fieldOfRefusal("MARKET_CLOSED")).toBeNull();
  expect(fieldOfRefusal(null)).toBeNull();
});
