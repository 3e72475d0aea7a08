// The calls about statements: a page of one, and all of it as CSV. The account is always the
// session's (T74). Composed by the desk's area, which knows what adjustments were booked for.
// Invariant: what is answered is the ledger, line by line, to the last digit (H10).

import type { Language } from "@truetick/contract";
import { periodFromFields, statementFromFields } from "@truetick/contract/calls";
import { type StatementLine, statementToWire } from "@truetick/contract/cashier";
import type { AccountId } from "@truetick/engine";
import { formatMoney } from "@truetick/money";
import { csvHeading, csvLine, csvMoment } from "../../platform/csv.ts";
import type { Database } from "../../platform/database.ts";
import {
  answerStream,
  type Handlers,
  isRefused,
  type Refused,
  refuse,
} from "../../platform/handler.ts";
import { text } from "../../platform/messages.ts";
import { ACCOUNT_CURRENCY, describeMovement } from "./describe-account.ts";
import {
  findBounds,
  placeText,
  readLines,
  readPlace,
  readSummary,
  type StatementBounds,
  type StatementMovement,
} from "./statement.ts";

export type StatementParts = {
  readonly database: Database;
  /** What those adjustments were booked for, by number. */
  readonly adjustmentReasons: (ids: readonly number[]) => Promise<ReadonlyMap<number, string>>;
};

const LINES_PER_PAGE = 100;
/** Read at once for a file: enough to be quick, too few to hold anybody up. */
const LINES_PER_READ = 1_000;
const SECOND_MS = 1_000;

export type StatementHandlers = Handlers<"getStatement" | "downloadStatement">;

export function createStatementHandlers(parts: StatementParts): StatementHandlers {
  const { database } = parts;
  return {
    async getStatement(fields, { caller: { accountId }, language }) {
      const { from, to, cursor } = statementFromFields(fields);
      const after = cursor === "" ? null : readPlace(cursor);
      if (cursor !== "" && after === null) return refuse("FIELD_INVALID", { field: "cursor" });
      const bounds = await boundsOf(database, accountId, { from, to });
      if (isRefused(bounds)) return bounds;
      const [summary, found] = await Promise.all([
        readSummary(database, bounds),
        readLines(database, bounds, { after, take: LINES_PER_PAGE + 1 }),
      ]);
      const shown = found.slice(0, LINES_PER_PAGE);
      const last = found.length > shown.length ? shown.at(-1) : undefined;
      return statementToWire({
        from,
        to,
        opening: formatMoney(summary.opening),
        closing: formatMoney(summary.closing),
        currency: ACCOUNT_CURRENCY,
        lineCount: summary.lineCount,
        totals: summary.totals.map(({ cause, amount, count }) => ({
          cause,
          label: text(language, `causes.${cause}`),
          amount: formatMoney(amount),
          count,
        })),
        lines: await describeLines(parts, shown, language),
        next: last ? placeText(last.place) : "",
      });
    },
    async downloadStatement(fields, { caller: { accountId }, language }) {
      const period = periodFromFields(fields);
      const bounds = await boundsOf(database, accountId, period);
      if (isRefused(bounds)) return bounds;
      const summary = await readSummary(database, bounds);
      const ends = {
        opening: [csvMoment(period.from * SECOND_MS), "opening", formatMoney(summary.opening)],
        closing: [csvMoment(period.to * SECOND_MS), "closing", formatMoney(summary.closing)],
      } as const;
      return answerStream({
        type: "text/csv; charset=utf-8",
        fileName: `statement-${dayOf(period.from)}-${dayOf(period.to)}.csv`,
        // Its heading and both ends are rows too.
        total: summary.lineCount + 3,
        rows: csvRows(parts, { bounds, language, ends }),
      });
    },
  };
}

/** Refuses with PERIOD_INVALID; with ACCOUNT_UNKNOWN where there is none. */
async function boundsOf(
  database: Database,
  accountId: AccountId,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<StatementBounds | Refused> {
  if (from >= to) return refuse("PERIOD_INVALID");
  const wanted = { accountId, fromMs: from * SECOND_MS, toMs: to * SECOND_MS };
  return (await findBounds(database, wanted)) ?? refuse("ACCOUNT_UNKNOWN");
}

async function describeLines(
  { adjustmentReasons }: StatementParts,
  movements: readonly StatementMovement[],
  language: Language,
): Promise<StatementLine[]> {
  const adjusted = movements.filter(({ cause }) => cause === "adjustment");
  const reasons =
    adjusted.length === 0 ? null : await adjustmentReasons(adjusted.map(({ causeId }) => causeId));
  return movements.map((movement) => {
    const { id, amount, balance, cause, causeId, memo } = describeMovement(movement, language);
    const reason = (cause === "adjustment" && reasons?.get(movement.causeId)) || "";
    const at = movement.atMs / SECOND_MS;
    return { id, amount, balance, cause, causeId, memo, reason, at };
  });
}

type CsvEnd = readonly [moment: string, cause: string, balance: string];

async function* csvRows(
  parts: StatementParts,
  wanted: {
    readonly bounds: StatementBounds;
    readonly language: Language;
    readonly ends: { readonly opening: CsvEnd; readonly closing: CsvEnd };
  },
): AsyncGenerator<string> {
  const { bounds, language, ends } = wanted;
  yield csvHeading(["time_utc", "id", "cause", "cause_id", "memo", "reason", "amount", "balance"]);
  yield csvEnd(ends.opening);
  let after: StatementMovement["place"] | null = null;
  for (;;) {
    const movements: StatementMovement[] = await readLines(parts.database, bounds, {
      after,
      take: LINES_PER_READ,
    });
    for (const line of await describeLines(parts, movements, language)) {
      const { id, cause, causeId, memo, reason, amount, balance, at } = line;
      yield csvLine([csvMoment(at * SECOND_MS), id, cause, causeId, memo, reason, amount, balance]);
    }
    const last = movements.at(-1);
    if (!last || movements.length < LINES_PER_READ) break;
    after = last.place;
  }
  yield csvEnd(ends.closing);
}

function csvEnd([moment, cause, balance]: CsvEnd): string {
  return csvLine([moment, "", cause, "", "", "", "", balance]);
}

/** "20261115", UTC. */
function dayOf(at: number): string {
  return csvMoment(at * SECOND_MS)
    .slice(0, 10)
    .replaceAll("-", "");
}
