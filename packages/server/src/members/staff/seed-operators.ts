// The first two operators of an installation: seeded once, when nobody works here yet, so that two
// people can decide from the first day. Called by main.ts at every start, which prints what was
// drawn. Invariants: a password is answered once and stored as a hash; it is never logged.

import { randomInt } from "node:crypto";
import { sql } from "kysely";
import { appendAudit, SYSTEM_ACTOR } from "../../platform/audit/audit-log.ts";
import type { Database } from "../../platform/database.ts";
import { BUSY, type Passwords } from "../passwords/passwords.ts";

export type OperatorSeed = {
  readonly email: string;
  /** Null: drawn. */
  readonly password: string | null;
};

/** What the person at the terminal has to know; null where they gave the password themselves. */
export type SeededOperator = { readonly email: string; readonly drawnPassword: string | null };

/** Without those that look alike on paper. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
const GROUPS = 4;
const GROUP_LENGTH = 5;

/** Empty when there is staff already. */
export async function seedOperators(
  { database, passwords }: { database: Database; passwords: Passwords },
  seeds: readonly OperatorSeed[],
): Promise<readonly SeededOperator[]> {
  if (await hasStaff(database)) return [];
  const operators: (SeededOperator & { readonly hash: string })[] = [];
  for (const { email, password } of seeds) {
    const word = password ?? drawPassword();
    const hash = await passwords.hash(word);
    if (hash === BUSY) throw new Error("Invariant: nobody logs in before the doors are open");
    operators.push({ email, hash, drawnPassword: password === null ? word : null });
  }
  const isSeeded = await database.transaction().execute(async (trx) => {
    // Two servers that start at once: the second finds those of the first, and prints nothing.
    await sql`lock table staff in share row exclusive mode`.execute(trx);
    if (await hasStaff(trx)) return false;
    for (const [at, { email, hash }] of operators.entries()) {
      const { id } = await trx
        .insertInto("staff")
        .values({
          email,
          name: `Operator ${at + 1}`,
          person_ref: `operator-${at + 1}`,
          roles: ["admin"],
          password_hash: hash,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      const subject = { kind: "staff", id: Number(id) };
      await appendAudit(trx, { actor: SYSTEM_ACTOR, action: "staff.seed", subject, detail: {} });
    }
    return true;
  });
  if (!isSeeded) return [];
  return operators.map(({ email, drawnPassword }) => ({ email, drawnPassword }));
}

async function hasStaff(database: Database): Promise<boolean> {
  const some = await database.selectFrom("staff").select("id").limit(1).executeTakeFirst();
  return some !== undefined;
}

/** Some 98 bits, in groups that can be read aloud. */
function drawPassword(): string {
  const group = () =>
    Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  return Array.from({ length: GROUPS }, group).join("-");
}
