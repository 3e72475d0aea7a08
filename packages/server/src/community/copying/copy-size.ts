// How large a copy is, and how much of it is closed with a part of the leader's order. Pure, exact,
// always cut down to the lot step: a follower never takes more than the rule gives.

import { divideDown, divideUp, type Lots, lots, type Money } from "@truetick/money";

/** A factor of 1 is a hundred hundredths. */
const FACTOR_SCALE = 100n;

export type CopySize = {
  /** What the rule asks for, before the caps and the lot step. */
  readonly wanted: Lots;
  /** What is placed; null: less than the market takes. */
  readonly lots: Lots | null;
};

type LotTerms = { readonly lotStep: Lots; readonly lotsMin: Lots; readonly lotsMax: Lots };

/** The leader's lots by the share that the follow's equity is of the leader's, times the factor. */
export function copySize(rule: {
  readonly leaderLots: Lots;
  readonly leaderEquity: Money;
  readonly followEquity: Money;
  /** In hundredths. */
  readonly factor: number;
  /** The largest copy that the follower wants; null: any. */
  readonly lotsMax: Lots | null;
  readonly terms: LotTerms;
}): CopySize {
  const { leaderLots, leaderEquity, followEquity, factor, terms } = rule;
  const share = followEquity > 0n ? followEquity : 0n;
  const exact = divideDown(
    BigInt(leaderLots) * share * BigInt(factor),
    leaderEquity * FACTOR_SCALE,
  );
  const wanted = exact > MOST ? MOST : exact;
  const capped = Math.min(Number(wanted), rule.lotsMax ?? terms.lotsMax, terms.lotsMax);
  const onStep = capped - (capped % terms.lotStep);
  return { wanted: lots(Number(wanted)), lots: onStep < terms.lotsMin ? null : lots(onStep) };
}

/** More lots than any market takes. */
const MOST = 10_000_000_000n;

export type PartSize = {
  /** The exact share of the copy, cut to the smallest unit of lots. */
  readonly wanted: Lots;
  /** What is closed; null: less than a lot step. */
  readonly lots: Lots | null;
};

/**
 * The ratio of copy and leader's order is frozen when the copy is opened: what is left of the copy
 * is the same share that is left of the leader's, in whole lot steps, so that many small parts come
 * to the same as one large one.
 */
export function partSize(part: {
  /** When they were opened. */
  readonly leaderOpened: Lots;
  readonly copyOpened: Lots;
  readonly leaderClosed: Lots;
  readonly leaderLeft: Lots;
  readonly copyNow: Lots;
  readonly lotStep: Lots;
}): PartSize {
  const { leaderOpened, copyOpened, leaderClosed, leaderLeft, copyNow, lotStep } = part;
  const whole = BigInt(leaderOpened);
  const step = BigInt(lotStep);
  const left = divideUp(BigInt(copyOpened) * BigInt(leaderLeft), whole * step) * step;
  const closing = copyNow - Number(left);
  const wanted = divideDown(BigInt(copyOpened) * BigInt(leaderClosed), whole);
  return { wanted: lots(Number(wanted)), lots: closing < lotStep ? null : lots(closing) };
}
