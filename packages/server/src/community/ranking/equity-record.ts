// The record of one account as a curve of returns: a fold of the New York cuts, the equity at each
// and the money that was paid in and out, in the order of the journal. Pure; grows with every read
// of new facts (read-facts.ts). The rule is published in docs/ranking.md: a day's result is divided
// by its start and what was paid in, days are chained by multiplication, and where the account was
// flat for certain (play money given anew, negative balance protection) a day is split there.
// Invariant: money that comes and goes, or goes and comes back, makes no day look better (H18).

import { divide, isBelow, multiply, ONE, product, type Ratio } from "./ratio.ts";

/** A cut: the day before it has ended at this row of the journal. */
export type Cut = { readonly seq: number; readonly cutDate: number; readonly atMs: number };

/** Equity at a cut; an account without one kept what it had. */
export type CutEquity = { readonly seq: number; readonly equity: bigint };

/** Equity as it was seen between two cuts, after this row of the journal. */
export type EquityLow = { readonly seq: number; readonly equity: bigint };

/** Money that came or went without being won or lost. */
export type Flow = {
  readonly seq: number;
  readonly amount: bigint;
  /** Cash afterwards. */
  readonly balance: bigint;
  readonly cause: string;
};

export type RecordedDay = {
  readonly date: number;
  /** When it ended. */
  readonly endedAtMs: number;
  /** End over start of the day. */
  readonly factor: Ratio;
  /** Since the beginning. */
  readonly total: Ratio;
  /** Of the highest point so far, what is left: 1 at a new height. */
  readonly left: Ratio;
};

/** Where the curve stands. */
type Curve = { readonly total: Ratio; readonly highest: Ratio; readonly lowestLeft: Ratio };

type Period = {
  /** Worth at its beginning. */
  readonly start: bigint;
  /** Paid in since, less what was paid out. */
  readonly net: bigint;
  /** The most that this ever was; never below zero. */
  readonly netMost: bigint;
  /** Of the parts of this day that are over. */
  readonly factor: Ratio;
};

/** Where the account stood after a row of the journal: what was seen then counts from there. */
type Place = { readonly seq: number; readonly curve: Curve; readonly period: Period };

const BEGINNING: Period = { start: 0n, net: 0n, netMost: 0n, factor: ONE };

/** After these the account is flat and worth its cash. */
const FLAT_AFTER = new Set(["demo-grant", "protection"]);

export class EquityRecord {
  readonly #days: RecordedDay[] = [];
  #chain = new Chain();
  #curve: Curve = { total: ONE, highest: ONE, lowestLeft: ONE };
  #period: Period = BEGINNING;
  /** In the order of the journal. */
  readonly #places: Place[] = [];

  /** Finished days, oldest first. */
  get days(): readonly RecordedDay[] {
    return this.#days;
  }

  /** What is left of the highest point where it was least: at the cuts, and where it was seen. */
  get lowestLeft(): Ratio {
    return this.#curve.lowestLeft;
  }

  /** Everything of the account between two reads, each list in the journal's order. */
  take(facts: {
    readonly cuts: readonly Cut[];
    readonly equities: readonly CutEquity[];
    readonly flows: readonly Flow[];
  }): void {
    const { cuts, equities, flows } = facts;
    let flow = 0;
    let known = 0;
    for (const cut of cuts) {
      const { seq } = cut;
      for (let next = flows[flow]; next && next.seq < seq; next = flows[flow]) {
        this.#pay(next);
        flow += 1;
      }
      while ((equities[known]?.seq ?? seq) < seq) known += 1;
      const at = equities[known];
      this.#endDay(cut, at?.seq === seq ? at.equity : keptOf(this.#period));
    }
    for (const rest of flows.slice(flow)) this.#pay(rest);
  }

  /** In any order, also again; of rows that were taken. Only ever deepens the deepest fall. */
  see({ seq, equity }: EquityLow): void {
    const place = this.#places.findLast((one) => one.seq <= seq);
    if (!place) return;
    const total = product(place.curve.total, ended(place.period, equity));
    const { lowestLeft } = this.#curve;
    this.#curve = {
      ...this.#curve,
      lowestLeft: grown({ ...place.curve, lowestLeft }, total).lowestLeft,
    };
  }

  /** The day that is running, if it ended now with this equity. Changes nothing. */
  today(equity: bigint): Omit<RecordedDay, "date" | "endedAtMs"> & { readonly lowestLeft: Ratio } {
    const factor = ended(this.#period, equity);
    const total = product(this.#curve.total, factor);
    const curve = grown(this.#curve, total);
    return { factor, total, left: divide(total, curve.highest), lowestLeft: curve.lowestLeft };
  }

  #pay(flow: Flow): void {
    this.#period = paid(this.#period, flow);
    this.#stand(flow.seq);
  }

  #stand(seq: number): void {
    this.#places.push({ seq, curve: this.#curve, period: this.#period });
  }

  #endDay({ cutDate: date, atMs: endedAtMs, seq }: Cut, equity: bigint): void {
    const factor = ended(this.#period, equity);
    const total = this.#chain.add(factor);
    this.#curve = grown(this.#curve, total);
    const left = divide(total, this.#curve.highest);
    this.#days.push({ date, endedAtMs, factor, total, left });
    this.#period = { ...BEGINNING, start: equity };
    this.#stand(seq);
  }
}

/** The product of factors; where one begins with what the last ended with, that is left out. */
export class Chain {
  #base = ONE;
  #run = ONE;

  add(factor: Ratio): Ratio {
    if (factor === ONE) return this.total;
    if (factor.den === this.#run.num) {
      this.#run = { num: factor.num, den: this.#run.den };
    } else {
      this.#base = multiply(this.#base, this.#run);
      this.#run = factor;
    }
    return this.total;
  }

  /** Not reduced: that is dear, and done once for each break of the chain. */
  get total(): Ratio {
    const [base, run] = [this.#base, this.#run];
    return product(base, run);
  }
}

function grown({ highest, lowestLeft }: Curve, total: Ratio): Curve {
  if (isBelow(highest, total)) return { total, highest: total, lowestLeft };
  const left = divide(total, highest);
  return { total, highest, lowestLeft: isBelow(left, lowestLeft) ? left : lowestLeft };
}

function paid(period: Period, { amount, balance, cause }: Flow): Period {
  if (FLAT_AFTER.has(cause)) {
    return { ...BEGINNING, start: balance, factor: ended(period, balance - amount) };
  }
  const net = period.net + amount;
  return { ...period, net, netMost: net > period.netMost ? net : period.netMost };
}

function keptOf({ start, net }: Period): bigint {
  return start + net;
}

/**
 * What was won or lost over the most that was there at once, since nobody knows when within the day
 * it was. Nothing to lose is nothing lost; less than nothing left is all lost.
 */
function ended({ start, net, netMost, factor }: Period, equity: bigint): Ratio {
  const most = start + netMost;
  const result = equity - start - net;
  if (most <= 0n || result === 0n) return factor;
  const num = most + result;
  return multiply(factor, num > 0n ? { num, den: most } : { num: 0n, den: 1n });
}
