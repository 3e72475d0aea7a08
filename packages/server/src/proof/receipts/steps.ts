// The steps of a member's own deposit or withdrawal. A look by the staff is no step of it: those
// are counted in the open elsewhere.

import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import type { ProofLog } from "../log/proof-log.ts";
import { type ReadStep, readSteps } from "./read-lines.ts";

type Needs = { readonly database: Database; readonly log: ProofLog };

const NO_STEPS: readonly string[] = ["deposit.show", "deposit.look_reversals", "withdrawal.look"];

export type OwnStep = { readonly step: ReadStep; readonly accountId: number };

/** Null: no deposit or withdrawal of theirs. */
export async function findSteps(
  needs: Needs,
  wanted: { readonly of: "deposit" | "withdrawal"; readonly id: number; readonly userId: number },
): Promise<readonly OwnStep[] | null> {
  const accountId = await accountOf(needs.database, wanted);
  if (accountId === null) return null;
  const steps = await readSteps(needs, wanted);
  return steps.filter(isStep).map((step) => ({ step, accountId }));
}

/** One of them by its line. */
export async function findStep(
  needs: Needs,
  { seq, userId }: { readonly seq: number; readonly userId: number },
): Promise<OwnStep | null> {
  const [step] = await readSteps(needs, { seq });
  if (!step || !isStep(step)) return null;
  const of = step.subject.kind === "deposit" ? "deposit" : "withdrawal";
  const accountId = await accountOf(needs.database, { of, id: Number(step.subject.id), userId });
  return accountId === null ? null : { step, accountId };
}

function isStep({ name }: ReadStep): boolean {
  return !NO_STEPS.includes(name);
}

async function accountOf(
  database: Database,
  { of, id, userId }: { readonly of: string; readonly id: number; readonly userId: number },
): Promise<number | null> {
  const table = sql.table(of === "deposit" ? "deposit" : "withdrawal");
  const { rows } = await sql<{ account_id: bigint }>`
    select account_id from ${table} where id = ${id} and user_id = ${userId}`.execute(database);
  return rows[0] ? Number(rows[0].account_id) : null;
}
