// What opens a door of the desk once: an invitation to choose a password, an app that is being set
// up, a code by mail in the sandbox. Stored as keyed hashes; used by the logins of the staff.
// Invariants: the newest of a person and kind holds, for its time, five tries and one use; a try
// is counted before it is looked at.

import { randomInt, timingSafeEqual } from "node:crypto";
import { CODE_DIGITS } from "@truetick/contract";
import { type Generated, sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import type { Seal } from "../../platform/secrets/seal.ts";
import { newToken } from "../sessions/token.ts";
import { DATABASE_NOW } from "./staff-table.ts";

type TicketKind = "invitation" | "enrolment" | "mail-code";

type StaffTicketTable = {
  readonly id: Generated<bigint>;
  readonly staff_id: bigint;
  readonly kind: TicketKind;
  readonly secret_hash: Buffer;
  readonly sealed: Buffer | null;
  readonly tries: Generated<number>;
  readonly created_at: Generated<Date>;
  readonly expires_at: Date;
  readonly used_at: Generated<Date | null>;
};

declare module "../../platform/database.ts" {
  interface Tables {
    staff_ticket: StaffTicketTable;
  }
}

const TRIES_MAX = 5;
const LIFE = {
  invitation: sql<Date>`clock_timestamp() + interval '3 days'`,
  enrolment: sql<Date>`clock_timestamp() + interval '15 minutes'`,
  "mail-code": sql<Date>`clock_timestamp() + interval '10 minutes'`,
} as const;

export type StaffTickets = {
  /** Answers the secret, which is stored nowhere. */
  readonly issue: (
    trx: Database,
    ticket: { readonly staffId: number; readonly kind: TicketKind; readonly sealed?: Buffer },
  ) => Promise<string>;
  /** Counts a try. Answers which ticket it is when the secret is right. */
  readonly attempt: (of: {
    readonly staffId: number;
    readonly kind: TicketKind;
    readonly secret: string;
  }) => Promise<bigint | null>;
  /** Of an app that is being set up, by its secret alone; counts a try. */
  readonly findEnrolment: (secret: string) => Promise<Enrolment | null>;
  /** What was begun with what somebody was before opens nothing any more. */
  readonly void: (trx: Database, staffId: number) => Promise<void>;
  /** False when somebody was faster. */
  readonly use: (trx: Database, ticketId: bigint) => Promise<boolean>;
};

export type Enrolment = {
  readonly ticketId: bigint;
  readonly staffId: number;
  readonly sealed: Buffer;
};

export function createStaffTickets({
  database,
  seal,
}: {
  database: Database;
  seal: Seal;
}): StaffTickets {
  const hashOf = (kind: TicketKind, secret: string) => seal.mark(`${kind}/${secret}`);
  /** Codes are short: whose it is belongs to what is hashed. */
  const ownHash = (kind: TicketKind, staffId: number, secret: string) =>
    hashOf(kind, kind === "enrolment" ? secret : `${staffId}/${secret}`);

  return {
    async issue(trx, { staffId, kind, sealed }) {
      const secret = kind === "mail-code" ? drawCode() : newToken();
      await trx
        .insertInto("staff_ticket")
        .values({
          staff_id: BigInt(staffId),
          kind,
          secret_hash: ownHash(kind, staffId, secret),
          sealed: sealed ?? null,
          expires_at: LIFE[kind],
        })
        .execute();
      return secret;
    },
    async attempt({ staffId, kind, secret }) {
      const newest = database
        .selectFrom("staff_ticket")
        .select("id")
        .where("staff_id", "=", BigInt(staffId))
        .where("kind", "=", kind)
        .orderBy("id", "desc")
        .limit(1);
      const row = await countTry(database).where("id", "=", newest).executeTakeFirst();
      const isRight = row && timingSafeEqual(row.secret_hash, ownHash(kind, staffId, secret));
      return isRight ? row.id : null;
    },
    async findEnrolment(secret) {
      const row = await countTry(database)
        .where("secret_hash", "=", hashOf("enrolment", secret))
        .where("kind", "=", "enrolment")
        .executeTakeFirst();
      if (!row?.sealed) return null;
      return { ticketId: row.id, staffId: Number(row.staff_id), sealed: row.sealed };
    },
    async void(trx, staffId) {
      await trx
        .updateTable("staff_ticket")
        .set({ used_at: DATABASE_NOW })
        .where("staff_id", "=", BigInt(staffId))
        .where("used_at", "is", null)
        .execute();
    },
    async use(trx, ticketId) {
      const row = await trx
        .updateTable("staff_ticket")
        .set({ used_at: DATABASE_NOW })
        .where("id", "=", ticketId)
        .where("used_at", "is", null)
        .returning("id")
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}

function countTry(database: Database) {
  return database
    .updateTable("staff_ticket")
    .set({ tries: sql`tries + 1` })
    .where("tries", "<", TRIES_MAX)
    .where("used_at", "is", null)
    .where("expires_at", ">", DATABASE_NOW)
    .returning(["id", "staff_id", "secret_hash", "sealed"]);
}

function drawCode(): string {
  return String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, "0");
}
