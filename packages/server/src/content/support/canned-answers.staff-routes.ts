// Answers that are written already, each in as many languages as somebody has written. Invariant:
// every change is written down.

import type { LanguageId } from "@truetick/contract";
import { cannedFromFields, supportThreadIdFromFields } from "@truetick/contract/calls";
import type { CannedAnswer } from "@truetick/contract/support";
import { type Generated, sql } from "kysely";
import pg from "pg";
import { appendAudit, staffActor } from "../../platform/audit/audit-log.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import {
  type Handlers,
  isRefused,
  type Refused,
  refuse,
  type StaffCaller,
} from "../../platform/handler.ts";
import { inTransaction } from "../../platform/in-transaction.ts";

type CannedTable = {
  readonly id: Generated<bigint>;
  readonly name: string;
  readonly changed_by: bigint;
  readonly changed_ms: bigint;
};

type CannedTextTable = {
  readonly canned_id: bigint;
  readonly language: LanguageId;
  readonly text: string;
};

declare module "../../platform/database.ts" {
  interface Tables {
    support_canned: CannedTable;
    support_canned_text: CannedTextTable;
  }
}

const CANNED_MAX = 200;
const UNIQUE_VIOLATION = "23505";

export type CannedParts = {
  readonly database: Database;
  readonly clock: Pick<Clock, "now">;
};

export function createCannedAnswers(
  parts: CannedParts,
): Handlers<"listCannedAnswers" | "saveCannedAnswer" | "removeCannedAnswer"> {
  const { database } = parts;
  return {
    listCannedAnswers: async () => ({ data: await readCanned(database) }),
    async saveCannedAnswer(fields, { staff }) {
      const canned = cannedFromFields(fields);
      try {
        const saved = await inTransaction(database, (trx) => save(trx, { parts, canned, staff }));
        return isRefused(saved) ? saved : { id: String(saved) };
      } catch (error) {
        if (isNameTaken(error)) return refuse("ALIAS_TAKEN");
        throw error;
      }
    },
    async removeCannedAnswer(fields, { staff }) {
      const id = supportThreadIdFromFields(fields);
      const removed = await inTransaction(database, async (trx) => {
        const gone = await trx
          .deleteFrom("support_canned")
          .where("id", "=", BigInt(id))
          .returning("name")
          .executeTakeFirst();
        if (!gone) return refuse("CANNED_UNKNOWN");
        await note(trx, { staff, id, action: "support.canned_remove", detail: gone });
        return null;
      });
      return removed ?? {};
    },
  };
}

async function readCanned(database: Database) {
  const rows = await database
    .selectFrom("support_canned")
    .leftJoin("support_canned_text", "support_canned_text.canned_id", "support_canned.id")
    .select(["support_canned.id", "name", "language", "text"])
    .orderBy(sql`lower(name)`)
    .orderBy("support_canned.id")
    .execute();
  const answers = new Map<bigint, { id: string; name: string; texts: Record<string, string> }>();
  for (const { id, name, language, text } of rows) {
    const answer = answers.get(id) ?? { id: String(id), name, texts: {} };
    answers.set(id, answer);
    if (language !== null && text !== null) answer.texts[language] = text;
  }
  return [...answers.values()] satisfies CannedAnswer[];
}

type Saving = {
  readonly parts: CannedParts;
  readonly canned: ReturnType<typeof cannedFromFields>;
  readonly staff: StaffCaller;
};

/** Refuses with CANNED_UNKNOWN or CANNED_TOO_MANY. */
async function save(trx: Database, { parts, canned, staff }: Saving): Promise<number | Refused> {
  const { answerId, name, language, text } = canned;
  const head = {
    name,
    changed_by: BigInt(staff.staffId),
    changed_ms: BigInt(Math.floor(parts.clock.now())),
  };
  const id =
    answerId === null ? await insertHead(trx, head) : await changeHead(trx, answerId, head);
  if (isRefused(id)) return id;
  if (text === "") {
    await trx
      .deleteFrom("support_canned_text")
      .where("canned_id", "=", id)
      .where("language", "=", language)
      .execute();
  } else {
    await trx
      .insertInto("support_canned_text")
      .values({ canned_id: id, language, text })
      .onConflict((conflict) => conflict.columns(["canned_id", "language"]).doUpdateSet({ text }))
      .execute();
  }
  const detail = { name, language, text };
  await note(trx, { staff, id: Number(id), action: "support.canned_save", detail });
  return Number(id);
}

type Head = { readonly name: string; readonly changed_by: bigint; readonly changed_ms: bigint };

/** One of the same name is that one: names are how they are found. */
async function insertHead(trx: Database, head: Head): Promise<bigint | Refused> {
  const { count } = await trx
    .selectFrom("support_canned")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  if (Number(count) >= CANNED_MAX) return refuse("CANNED_TOO_MANY", { max: CANNED_MAX });
  const { rows } = await sql<{ id: bigint }>`
    insert into support_canned (name, changed_by, changed_ms)
    values (${head.name}, ${head.changed_by}, ${head.changed_ms})
    on conflict (lower(name)) do update
      set name = excluded.name, changed_by = excluded.changed_by, changed_ms = excluded.changed_ms
    returning id`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error("Invariant: what is inserted has a number");
  return row.id;
}

/** A name that is another's already ends the transaction: its table knows (see isNameTaken). */
async function changeHead(trx: Database, id: number, head: Head): Promise<bigint | Refused> {
  const changed = await trx
    .updateTable("support_canned")
    .set(head)
    .where("id", "=", BigInt(id))
    .returning("id")
    .executeTakeFirst();
  return changed?.id ?? refuse("CANNED_UNKNOWN");
}

/** By the index of names alone: which letters are the same is for the database to say. */
function isNameTaken(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === UNIQUE_VIOLATION &&
    error.constraint === "support_canned_name"
  );
}

async function note(
  trx: Database,
  line: {
    readonly staff: StaffCaller;
    readonly id: number;
    readonly action: string;
    readonly detail: Readonly<Record<string, string>>;
  },
): Promise<void> {
  const { staff, id, action, detail } = line;
  const subject = { kind: "support_canned", id };
  await appendAudit(trx, { actor: staffActor(staff), action, subject, detail });
}
