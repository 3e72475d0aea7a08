// What staff can take out as CSV: who, how often and how much is written down (T88). The rows are
// streamed; a header tells how many there will be. Browser-safe.

export const EXPORTS = ["users", "deposits", "withdrawals", "ledger", "audit"] as const;
export type ExportName = (typeof EXPORTS)[number];

/** Per person and day (UTC). */
export const EXPORTS_PER_DAY_MAX = 20;

/** The address of the stream: to be fetched with the session's header. */
export function exportPath(wanted: {
  readonly what: ExportName;
  /** Unix seconds; the period of what is dated. */
  readonly from: number;
  readonly to: number;
}): string {
  const { what, from, to } = wanted;
  const query = new URLSearchParams({ what, from: String(from), to: String(to) });
  return `/v1/api/desk/export?${query}`;
}
