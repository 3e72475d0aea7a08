// What is typed about how to copy: how many times the leader's share, when to end it, how large a
// copy may be. Read in the reader's notation and held to the bounds of the wire. Pure.

import {
  FOLLOW_FACTOR_MAX,
  FOLLOW_FACTOR_MIN,
  FOLLOW_STOP_PERCENT_MAX,
  FOLLOW_STOP_PERCENT_MIN,
  type FollowTerms,
} from "@truetick/contract/copying";
import { parseDecimal } from "@truetick/money";
import type { Notation } from "@truetick/ui";
import { readNumber } from "../ticket/read-number.ts";

export type TypedTerms = {
  readonly factor: string;
  /** Empty: none. */
  readonly stop: string;
  readonly lots: string;
};

export type TermName = keyof TypedTerms;

const FACTOR_PLACES = 2;
const LOTS_PLACES = 4;

type Mark = Pick<Notation, "decimalMark">;

function readFactor(typed: string, mark: Mark): string | null {
  const plain = readNumber(typed, mark);
  const units = plain === null ? null : parseDecimal(plain, FACTOR_PLACES);
  const least = parseDecimal(FOLLOW_FACTOR_MIN, FACTOR_PLACES) ?? 0n;
  const most = parseDecimal(FOLLOW_FACTOR_MAX, FACTOR_PLACES) ?? 0n;
  return units !== null && units >= least && units <= most ? plain : null;
}

function readStop(typed: string, mark: Mark): string | null {
  const plain = readNumber(typed, mark);
  const percent = plain === null || !/^\d+$/.test(plain) ? Number.NaN : Number(plain);
  const isWithin = percent >= FOLLOW_STOP_PERCENT_MIN && percent <= FOLLOW_STOP_PERCENT_MAX;
  return isWithin ? plain : null;
}

function readLots(typed: string, mark: Mark): string | null {
  const plain = readNumber(typed, mark);
  const units = plain === null ? null : parseDecimal(plain, LOTS_PLACES);
  return units !== null && units > 0n ? plain : null;
}

export type ReadTerms = {
  readonly terms: FollowTerms;
  /** Which of them cannot be sent as they are typed. */
  readonly wrong: ReadonlySet<TermName>;
};

export function readTerms({ factor, stop, lots }: TypedTerms, mark: Mark): ReadTerms {
  const readIfGiven = (typed: string, read: (typed: string, mark: Mark) => string | null) =>
    typed.trim() === "" ? null : read(typed, mark);
  const terms = {
    factor: readFactor(factor, mark),
    stopPercent: readIfGiven(stop, readStop),
    lotsMax: readIfGiven(lots, readLots),
  };
  const wrong = new Set<TermName>();
  if (terms.factor === null) wrong.add("factor");
  if (terms.stopPercent === null && stop.trim() !== "") wrong.add("stop");
  if (terms.lotsMax === null && lots.trim() !== "") wrong.add("lots");
  return { terms: { ...terms, factor: terms.factor ?? "1" }, wrong };
}
