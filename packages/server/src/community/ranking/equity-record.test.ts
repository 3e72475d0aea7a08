// The curve of an account: days chained exactly, payments left out of the return, days split where
// the account was flat for certain, and the deepest fall found wherever it was.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Cut, EquityRecord, type Flow } from "./equity-record.ts";
import { gainText, lossText } from "./ratio.ts";
import { riskScore } from "./risk-score.ts";

const cut = (seq: number): Cut => ({ seq, cutDate: 20_260_100 + seq, atMs: seq });
const flow = (seq: number, amount: bigint, balance: bigint, cause = "deposit"): Flow => {
  return { seq, amount, balance, cause };
};

function recordOf(facts: {
  cuts: readonly number[];
  equities?: Readonly<Record<number, bigint>>;
  flows?: readonly Flow[];
}): EquityRecord {
  const record = new EquityRecord();
  record.take({
    cuts: facts.cuts.map(cut),
    equities: Object.entries(facts.equities ?? {}).map(([seq, equity]) => {
      return { seq: Number(seq), equity };
    }),
    flows: facts.flows ?? [],
  });
  return record;
}

const totals = (record: EquityRecord) => record.days.map(({ total }) => gainText(total));
const falls = (record: EquityRecord) => record.days.map(({ left }) => lossText(left));

describe("a record", () => {
  it("chains days exactly: what was lost and won back is nothing", () => {
    const record = recordOf({
      cuts: [10, 20, 30, 40],
      equities: { 20: 1_050n, 30: 970n, 40: 1_000n },
      flows: [flow(5, 1_000n, 1_000n)],
    });
    expect(totals(record)).toEqual(["0.0000", "0.0500", "-0.0300", "0.0000"]);
    expect(falls(record)).toEqual(["0.0000", "0.0000", "0.0762", "0.0477"]);
    expect(lossText(record.lowestLeft)).toBe("0.0762");
  });

  it("takes no payment for a profit or a loss", () => {
    const record = recordOf({
      cuts: [10, 20, 30],
      equities: { 20: 1_600n },
      flows: [
        flow(5, 1_000n, 1_000n),
        flow(12, 500n, 1_500n),
        flow(22, -600n, 1_000n, "withdrawal-hold"),
        flow(24, -900n, 100n, "copy-transfer"),
        flow(26, 900n, 1_000n, "copy-transfer"),
      ],
    });
    expect(totals(record)).toEqual(["0.0000", "0.0666", "0.0666"]);
    expect(gainText(record.today(1_000n).factor)).toBe("0.0000");
    expect(gainText(record.today(1_100n).factor)).toBe("0.1000");
  });

  it("counts from what was left after a payment of an earlier day", () => {
    const record = recordOf({
      cuts: [10, 20, 30],
      equities: { 30: 600n },
      flows: [flow(5, 1_000n, 1_000n), flow(15, -500n, 500n, "withdrawal-hold")],
    });
    expect(totals(record)).toEqual(["0.0000", "0.0000", "0.2000"]);
  });

  it("does not thin a loss by play money that was given after it", () => {
    const record = recordOf({
      cuts: [10, 20],
      equities: { 20: 11_000n },
      flows: [flow(5, 10_000n, 10_000n, "demo-grant"), flow(15, 5_000n, 10_000n, "demo-grant")],
    });
    // Half was lost, then a tenth won.
    expect(totals(record)).toEqual(["0.0000", "-0.4500"]);
  });

  it("is at nothing for good after everything was lost, whatever was paid in since", () => {
    const record = recordOf({
      cuts: [10, 20, 30],
      equities: { 20: 1_000n, 30: 5_000n },
      flows: [flow(5, 1_000n, 1_000n), flow(15, 50n, 0n, "protection"), flow(17, 1_000n, 1_000n)],
    });
    expect(totals(record)).toEqual(["0.0000", "-1.0000", "-1.0000"]);
    expect(record.days[2]?.factor).toEqual({ num: 5_000n, den: 1_000n });
    expect(lossText(record.lowestLeft)).toBe("1.0000");
  });

  it("H18: counts what was seen between two cuts from where the account stood then", () => {
    const record = recordOf({
      cuts: [10, 20, 30],
      equities: { 20: 1_500n, 30: 8_500n },
      flows: [flow(5, 1_000n, 1_000n), flow(22, 6_000n, 7_500n)],
    });
    expect(lossText(record.lowestLeft)).toBe("0.0000");
    // Before the payment of row 22: 1,200 of 1,500. After it, 6,000 of 7,500 would be the same.
    record.see({ seq: 21, equity: 1_200n });
    expect(lossText(record.lowestLeft)).toBe("0.2000");
    record.see({ seq: 25, equity: 6_000n });
    expect(lossText(record.lowestLeft)).toBe("0.2000");
    record.see({ seq: 12, equity: 700n });
    record.see({ seq: 30, equity: 8_000n });
    expect(lossText(record.lowestLeft)).toBe("0.3000");
    expect(totals(record)).toEqual(["0.0000", "0.5000", "0.7000"]);
    expect(lossText(record.today(9_000n).lowestLeft)).toBe("0.3000");
  });

  it("H18: is the same in whatever order it was seen, also twice", () => {
    const lows = [
      { seq: 12, equity: 900n },
      { seq: 20, equity: 650n },
      { seq: 3, equity: 1n },
      { seq: 27, equity: 640n },
    ];
    const falls = [lows, [...lows].reverse(), [...lows, ...lows]].map((seen) => {
      const record = recordOf({
        cuts: [10, 20],
        equities: { 20: 1_000n },
        flows: [flow(5, 1_000n, 1_000n)],
      });
      for (const low of seen) record.see(low);
      return lossText(record.lowestLeft);
    });
    expect(falls).toEqual(["0.3600", "0.3600", "0.3600"]);
  });

  it("H18: money that left and came back the same day thins no loss", () => {
    const away = Array.from({ length: 10 }, (_, nth) => [
      flow(12 + 2 * nth, -900n, 100n, "copy-transfer"),
      flow(13 + 2 * nth, 900n, 1_000n, "copy-transfer"),
    ]);
    const record = recordOf({ cuts: [10], flows: [flow(5, 1_000n, 1_000n), ...away.flat()] });
    expect(gainText(record.today(50n).factor)).toBe("-0.9500");
    expect(lossText(record.today(50n).lowestLeft)).toBe("0.9500");
    expect(gainText(record.today(1_100n).factor)).toBe("0.1000");
    // Seen while it was away, and after it came back.
    record.see({ seq: 12, equity: 50n });
    expect(lossText(record.lowestLeft)).toBe("0.0500");
    record.see({ seq: 31, equity: 50n });
    expect(lossText(record.lowestLeft)).toBe("0.9500");
  });

  it("H18: money that came and left the same day counts as if it had been there all day", () => {
    const record = recordOf({
      cuts: [10],
      flows: [
        flow(5, 1_000n, 1_000n),
        flow(12, 9_000n, 10_000n, "withdrawal-release"),
        flow(14, -9_000n, 1_000n, "withdrawal-hold"),
      ],
    });
    // 900 may have been won with 10,000, and lost.
    expect(gainText(record.today(1_900n).factor)).toBe("0.0900");
    expect(gainText(record.today(100n).factor)).toBe("-0.0900");
    record.see({ seq: 12, equity: 9_050n });
    expect(lossText(record.lowestLeft)).toBe("0.0950");
  });

  it.each([0n, 3n])(
    "who begins with %d, pays in, loses little and takes it out, lost little",
    (left) => {
      const record = recordOf({
        cuts: [10, 20],
        equities: { 10: left, 20: left },
        flows: [
          flow(5, left, left),
          flow(12, 1_000n, 1_000n + left),
          flow(14, -990n, left, "withdrawal-hold"),
        ],
      });
      record.see({ seq: 14, equity: left });
      expect(totals(record)).toEqual(["0.0000", "-0.0100"]);
      expect(lossText(record.lowestLeft)).toBe("0.0100");
    },
  );

  it("H18: what left and came back makes no return better, at whatever time of a day", () => {
    const amounts = fc.array(fc.bigInt({ min: -900n, max: 900n }), { maxLength: 5 });
    const day = fc.record({
      start: fc.bigInt(0n, 2_000n),
      amounts,
      trip: fc.bigInt(1n, 5_000n),
      at: fc.nat(5),
      equity: fc.bigInt(0n, 9_000n),
    });
    type Day = { start: bigint; paid: readonly bigint[]; equity: bigint };
    const factorOf = ({ start, paid, equity }: Day) => {
      const flows = paid.map((amount, nth) => flow(11 + nth, amount, 0n));
      return recordOf({ cuts: [10], flows: [flow(5, start, start), ...flows] }).today(equity);
    };
    fc.assert(
      fc.property(day, ({ start, amounts: paid, trip, at, equity }) => {
        const before = factorOf({ start, paid, equity });
        const after = factorOf({ start, paid: paid.toSpliced(at, 0, -trip, trip), equity });
        expect(after.factor).toEqual(before.factor);
        expect(after.lowestLeft).toEqual(before.lowestLeft);
      }),
    );
  });

  it("is the same however it was read", () => {
    const facts = {
      cuts: [10, 20, 30, 40].map(cut),
      equities: [
        { seq: 20, equity: 1_233n },
        { seq: 40, equity: 777n },
      ],
      flows: [flow(5, 1_000n, 1_000n), flow(25, 77n, 1_310n), flow(45, -7n, 770n)],
    };
    const whole = new EquityRecord();
    whole.take(facts);
    const parts = new EquityRecord();
    for (const [from, to] of [
      [0, 12],
      [12, 26],
      [26, 33],
      [33, 99],
    ] as const) {
      const within = ({ seq }: { seq: number }) => seq > from && seq <= to;
      parts.take({
        cuts: facts.cuts.filter(within),
        equities: facts.equities.filter(within),
        flows: facts.flows.filter(within),
      });
    }
    expect(parts.days).toEqual(whole.days);
    expect(parts.today(800n)).toEqual(whole.today(800n));
  });

  it("stays exact over a thousand days of payments", () => {
    const cuts = Array.from({ length: 1_000 }, (_, day) => 10 * (day + 1));
    const flows = cuts.map((seq) => flow(seq - 5, 1n, 0n));
    const equities = Object.fromEntries(cuts.map((seq, day) => [seq, BigInt(1_000 + day)]));
    const record = recordOf({ cuts, equities, flows: [flow(1, 999n, 999n), ...flows] });
    expect(totals(record).at(-1)).toBe("0.0000");
  });
});

describe("the risk score", () => {
  const swinging = (size: number) => Array.from({ length: 90 }, (_, day) => size * (-1) ** day);
  it.each([
    [0, 1],
    [0.002, 1],
    [0.004, 2],
    [0.01, 4],
    [0.02, 6],
    [0.05, 9],
    [0.07, 10],
  ])("of days of ±%d is %d", (size, risk) => {
    expect(riskScore(swinging(size))).toBe(risk);
  });

  it("needs two days", () => {
    expect(riskScore([0.1])).toBeNull();
  });
});
