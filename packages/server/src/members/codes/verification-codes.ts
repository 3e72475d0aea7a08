// Codes that prove an address: drawn, stored as a keyed hash, tried and used. Called by whatever
// sends or asks for one. Invariants (T13, inv29): only the newest code of a target and purpose is
// good, for ten minutes, five tries and one use; every try is counted before it is looked at, so
// that of a hundred at once five are looked at and one is used.

import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import { CODE_DIGITS, CODE_MINUTES_MAX, type CodePurpose } from "@truetick/contract";
import type { Generated } from "kysely";
import { sql } from "kysely";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import type { Contact } from "../users/contact.ts";
import { asciiDigits } from "../users/read-mobile.ts";

type CodeTable = {
  readonly id: Generated<bigint>;
  readonly target_hash: Buffer;
  readonly purpose: Purpose;
  readonly code_hash: Buffer;
  readonly tries: Generated<number>;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly used_at: Date | null;
};

declare module "../../platform/database.ts" {
  interface Tables {
    verification_code: CodeTable;
  }
}

const TRIES_MAX = 5;
const LIFE_MS = CODE_MINUTES_MAX * 60_000;

/**
 * "change" is a member's who is logged in and sets another password. Nobody can ask for it, so that
 * no stranger who resets a password uses up the tries of the owner's own code.
 */
export type Purpose = CodePurpose | "change";

/** What a code is good for: one address, one act. */
export type CodeUse = { readonly contact: Contact; readonly purpose: Purpose };

export type VerificationCodes = {
  /** A new code; the ones before it are worth nothing from now on. */
  readonly issue: (use: CodeUse) => Promise<string>;
  /** Counts a try. Answers which code it was when it was right, else null. */
  readonly attempt: (use: CodeUse, typed: string) => Promise<bigint | null>;
  /** Uses it up, in the caller's transaction; false when somebody was faster. */
  readonly use: (tx: Database, codeId: bigint) => Promise<boolean>;
};

export function createVerificationCodes({
  database,
  clock,
  key,
}: {
  database: Database;
  clock: Pick<Clock, "now">;
  key: Buffer;
}): VerificationCodes {
  const hashOf = (text: string): Buffer => createHmac("sha256", key).update(text).digest();
  const targetHash = ({ contact }: CodeUse) => hashOf(`target/${contact.kind}/${contact.value}`);
  const codeHash = ({ contact, purpose }: CodeUse, code: string) =>
    hashOf(`code/${purpose}/${contact.kind}/${contact.value}/${code}`);

  return {
    async issue(use) {
      const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, "0");
      const nowMs = clock.now();
      await database
        .insertInto("verification_code")
        .values({
          target_hash: targetHash(use),
          purpose: use.purpose,
          code_hash: codeHash(use, code),
          created_at: new Date(nowMs),
          expires_at: new Date(nowMs + LIFE_MS),
        })
        .execute();
      return code;
    },
    async attempt(use, typed) {
      const row = await database
        .updateTable("verification_code")
        .set({ tries: sql`tries + 1` })
        .where("id", "=", (eb) =>
          eb
            .selectFrom("verification_code")
            .select("id")
            .where("target_hash", "=", targetHash(use))
            .where("purpose", "=", use.purpose)
            .orderBy("id", "desc")
            .limit(1),
        )
        .where("used_at", "is", null)
        .where("tries", "<", TRIES_MAX)
        .where("expires_at", ">", new Date(clock.now()))
        .returning(["id", "code_hash"])
        .executeTakeFirst();
      const given = codeHash(use, asciiDigits(typed.normalize("NFKC")).replace(/[\s-]/g, ""));
      return row && timingSafeEqual(row.code_hash, given) ? row.id : null;
    },
    async use(tx, codeId) {
      const now = new Date(clock.now());
      const used = await tx
        .updateTable("verification_code")
        .set({ used_at: now })
        .where("id", "=", codeId)
        .where("used_at", "is", null)
        .where("expires_at", ">", now)
        .returning("id")
        .executeTakeFirst();
      return used !== undefined;
    },
  };
}
