// What the reader has chosen to see of the history, as it stands in the address, so that a reload
// and the way back keep it; and the filter of the wire that it means at a moment. Pure: the time is
// handed in.

import {
  HISTORY_REASONS,
  HISTORY_RESULTS,
  type HistoryFilter,
  type HistoryReason,
  type HistoryResult,
  type Side,
} from "@truetick/contract";
import { dayOf, ownPeriod } from "../statements/period.ts";

export const HISTORY_PERIODS = ["all", "today", "week", "month", "own"] as const;
export type HistoryPeriod = (typeof HISTORY_PERIODS)[number];

export type HistoryChoice = {
  readonly period: HistoryPeriod;
  /** Days as a date field writes them; of the reader's own period. Both count. */
  readonly firstDay: string;
  readonly lastDay: string;
  readonly marketId: string | null;
  readonly side: Side | null;
  readonly result: HistoryResult | null;
  readonly reason: HistoryReason | null;
};

export const ALL_CHOSEN: HistoryChoice = {
  period: "all",
  firstDay: "",
  lastDay: "",
  marketId: null,
  side: null,
  result: null,
  reason: null,
};

const DAYS = { today: 1, week: 7, month: 30 } as const;
const MARKET_ID = /^[1-9]\d{0,14}$/;

/** What is not one of the known is as good as not there. */
export function oneOf<Known extends string>(
  known: readonly Known[],
  text: string | null,
): Known | null {
  return known.find((each) => each === text) ?? null;
}

export function readChoice(query: URLSearchParams): HistoryChoice {
  const market = query.get("market") ?? "";
  return {
    period: oneOf(HISTORY_PERIODS, query.get("period")) ?? "all",
    firstDay: query.get("from") ?? "",
    lastDay: query.get("to") ?? "",
    marketId: MARKET_ID.test(market) ? market : null,
    side: oneOf(["buy", "sell"], query.get("side")),
    result: oneOf(HISTORY_RESULTS, query.get("result")),
    reason: oneOf(HISTORY_REASONS, query.get("reason")),
  };
}

/** The address of the history so chosen; what is any is not in it. */
export function writeChoice(choice: HistoryChoice): string {
  const query = new URLSearchParams({ type: "3" });
  const { period, firstDay, lastDay, marketId, side, result, reason } = choice;
  if (period !== "all") query.set("period", period);
  if (period === "own") {
    query.set("from", firstDay);
    query.set("to", lastDay);
  }
  if (marketId !== null) query.set("market", marketId);
  if (side !== null) query.set("side", side);
  if (result !== null) query.set("result", result);
  if (reason !== null) query.set("reason", reason);
  return `/order?${query}`;
}

/** Days of the reader's own clock: the first moment of one up to, and without, that of another. */
function momentsOf(
  { period, firstDay, lastDay }: HistoryChoice,
  now: Date,
): { readonly from: number | null; readonly to: number | null } | null {
  if (period === "all") return { from: null, to: null };
  if (period === "own") return ownPeriod(firstDay, lastDay);
  const day = now.getDate() + 1 - DAYS[period];
  const from = new Date(now.getFullYear(), now.getMonth(), day);
  return { from: Math.floor(from.getTime() / 1_000), to: null };
}

/** Null while the reader's own days are no period. */
export function filterOf(choice: HistoryChoice, now: Date): HistoryFilter | null {
  const moments = momentsOf(choice, now);
  if (!moments) return null;
  const { marketId, side, result, reason } = choice;
  return { marketId, side, result, reason, ...moments };
}

export const CHOICE_PARTS = ["period", "marketId", "side", "result", "reason"] as const;
export type ChoicePart = (typeof CHOICE_PARTS)[number];

/** Which parts leave something out. */
export function chosenParts(choice: HistoryChoice): readonly ChoicePart[] {
  return CHOICE_PARTS.filter((part) => choice[part] !== ALL_CHOSEN[part]);
}

/** Own days begin with the last week, so that they are a period from the first moment. */
export function withPeriod(choice: HistoryChoice, period: HistoryPeriod, now: Date): HistoryChoice {
  if (period !== "own") return { ...choice, period, firstDay: "", lastDay: "" };
  if (choice.firstDay !== "") return { ...choice, period };
  const weekAgo = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1 - DAYS.week);
  return { ...choice, period, firstDay: dayOf(weekAgo), lastDay: dayOf(now) };
}
