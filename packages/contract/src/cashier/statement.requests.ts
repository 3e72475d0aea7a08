// The calls about statements as an app makes them. Browser-safe: no schema library.

import type { ReadRequest } from "../market.requests.ts";
import { type Statement, type StatementWire, statementFromWire } from "./statement.ts";

/** Unix seconds; `from` counts, `to` does not. */
export type StatementPeriod = { readonly from: number; readonly to: number };

export function requestStatement(
  { from, to }: StatementPeriod,
  cursor: string,
): ReadRequest<Statement> {
  return {
    path: "/v1/api/main/statement",
    query: { from: String(from), to: String(to), ...(cursor === "" ? {} : { cursor }) },
    read: (wire) => statementFromWire(wire as StatementWire),
  };
}

/** The address of the CSV: to be fetched with the session's header. */
export function statementCsvPath({ from, to }: StatementPeriod): string {
  const query = new URLSearchParams({ from: String(from), to: String(to) });
  return `/v1/api/main/statement/csv?${query}`;
}
