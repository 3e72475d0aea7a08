// What kind of thing stands in each column of the figures, so that it is written as its reader
// writes such things. A column that is not here is a plain name and shown as it is.

export type ColumnKind =
  | "count"
  | "percent"
  | "number"
  | "signed"
  | "usd"
  | "ms"
  | "seconds"
  | "hours"
  | "day"
  | "month"
  | "book"
  | "category"
  | "rule"
  | "part"
  | "name";

const KINDS: Readonly<Record<string, ColumnKind>> = {
  book: "book",
  category: "category",
  rule: "rule",
  what: "part",
  day: "day",
  month: "month",
  fills: "count",
  better: "count",
  equal: "count",
  worse: "count",
  same_quote: "count",
  orders: "count",
  count: "count",
  stop_outs: "count",
  accounts: "count",
  protections: "count",
  clients: "count",
  lost: "count",
  ended: "count",
  paid: "count",
  waiting: "count",
  overdue: "count",
  looks: "count",
  promised: "count",
  in_time: "count",
  shown: "count",
  owed: "count",
  minutes: "count",
  better_percent: "percent",
  worse_percent: "percent",
  lost_percent: "percent",
  percent: "percent",
  mean_points: "signed",
  mean_bps: "number",
  largest_bps: "number",
  protection_usd: "usd",
  given_usd: "usd",
  taken_usd: "usd",
  sum_usd: "usd",
  p50_ms: "ms",
  p95_ms: "ms",
  p99_ms: "ms",
  median_seconds: "seconds",
  p95_seconds: "seconds",
  shortest_notice_hours: "hours",
  longest_notice_hours: "hours",
};

export function kindOf(column: string): ColumnKind {
  return KINDS[column] ?? "name";
}

const WORDS: ReadonlySet<ColumnKind> = new Set([
  "book",
  "category",
  "rule",
  "part",
  "name",
  "day",
  "month",
]);

/** Names stand at the beginning of a line, figures at its end. */
export function isFigure(column: string): boolean {
  return !WORDS.has(kindOf(column));
}
