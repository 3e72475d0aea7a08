// What must always hold of the tables, asked of the database's own views, one after the other.
// Called by verify-record.ts, last. A question that takes too long is given up and counted.

import type { ClientBase } from "pg";
import type { Findings } from "./fault.ts";

/** Their chains are followed here row by row, by other code and for less. */
const FOLLOWED_ELSEWHERE = new Set(["inv19", "inv32", "inv41"]);
const GIVEN_UP = "57014";

export type InvariantParts = {
  readonly client: ClientBase;
  readonly findings: Findings;
  readonly pause: () => Promise<void>;
};

type Answer = { readonly rule: string; readonly row: Readonly<Record<string, unknown>> | null };

export async function checkInvariants({ client, findings, pause }: InvariantParts): Promise<void> {
  // The rows were read in small steps, by index; these are questions about whole tables.
  await client.query("set enable_seqscan = on");
  const { rows } = await client.query<{ name: string }>(
    String.raw`select viewname as name from pg_views where viewname ~ '^inv\d\d$' order by 1`,
  );
  for (const { name } of rows) {
    if (FOLLOWED_ELSEWHERE.has(name)) continue;
    const answer = await ask(client, name);
    await pause();
    if (answer === null) {
      findings.count("invariant-given-up", 1);
      continue;
    }
    findings.count("invariant", 1);
    if (!answer.row) continue;
    const detail = `it does not hold that ${answer.rule}: ${JSON.stringify(answer.row)}`;
    findings.add({ log: name, ...placeOf(answer.row), what: "invariant", detail });
  }
}

async function ask(client: ClientBase, name: string): Promise<Answer | null> {
  try {
    const { rows } = await client.query<Answer>("select * from ask_invariant($1)", [name]);
    return rows[0] ?? null;
  } catch (error) {
    if ((error as { readonly code?: string }).code === GIVEN_UP) return null;
    throw error;
  }
}

/** As near as the row tells it. */
function placeOf(row: Readonly<Record<string, unknown>>) {
  const numbers = ["journal_seq", "seq", "first_seq", "movement_id", "order_id", "id"];
  const seq = numbers.map((column) => Number(row[column] ?? Number.NaN)).find(Number.isSafeInteger);
  const market = row.market_id;
  return { seq: seq ?? 0, marketId: typeof market === "number" ? market : null };
}
