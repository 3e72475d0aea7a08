// The call of the desk about messages to people: what became of each. What they said is shown where
// the sandbox's own files are the only way out, so that a newcomer finds a code there; with real
// providers nobody here reads another's letters or codes (T13).

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { outboxFromFields } from "@truetick/contract/calls";
import type { DeskMessage, OutboxState } from "@truetick/contract/desk";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import { type Handlers, refuse } from "../../platform/handler.ts";
import { letterFileName } from "../../platform/outbox/file-carrier.ts";
import { pageOf, ROWS_TO_READ, readCursor, secondsOf } from "../page.ts";

type Row = {
  id: bigint;
  channel: DeskMessage["channel"];
  kind: string;
  language: string;
  state: OutboxState;
  attempts: number;
  problem: string | null;
  created_at: Date;
  ended_at: Date | null;
};

type Content = Pick<DeskMessage, "to" | "subject" | "text" | "code">;

const NO_CONTENT: Content = { to: "", subject: "", text: "", code: "" };

export function createOutboxHandlers(parts: {
  readonly database: Database;
  /** Where the sandbox's messages lie as files; null where there are none. */
  readonly letterFolder: string | null;
}): Handlers<"listOutbox"> {
  const { database, letterFolder } = parts;
  return {
    async listOutbox(fields) {
      const { state, cursor } = outboxFromFields(fields);
      const before = readCursor(cursor);
      if (before === undefined) return refuse("FIELD_INVALID", { field: "cursor" });
      const { shown, next } = pageOf(await readRows(database, { state, before }), ({ id }) => id);
      const contents = await Promise.all(shown.map((row) => readContent(letterFolder, row)));
      return {
        data: shown.map((row, index) => describe(row, contents[index] ?? NO_CONTENT)),
        next,
      };
    },
  };
}

async function readRows(
  database: Database,
  { state, before }: { readonly state: OutboxState | null; readonly before: number | null },
): Promise<readonly Row[]> {
  const inState = state === null ? sql`true` : sql`state = ${state}`;
  const older = before === null ? sql`true` : sql`id < ${before}`;
  const { rows } = await sql<Row>`
    select id, channel, kind, language, state, attempts, problem, created_at, ended_at
    from outbox_message where ${inState} and ${older}
    order by id desc limit ${ROWS_TO_READ}`.execute(database);
  return rows;
}

/** Empty for what is not written yet, was written elsewhere, or was cleared away. */
async function readContent(folder: string | null, row: Row): Promise<Content> {
  if (folder === null) return NO_CONTENT;
  const { id, kind, created_at: createdAt } = row;
  const name = letterFileName({ id: Number(id), kind, createdAt });
  try {
    const read = JSON.parse(await readFile(join(folder, name), "utf8")) as Partial<Content>;
    const { to = "", subject = "", text = "", code = "" } = read;
    return { to, subject, text, code };
  } catch {
    return NO_CONTENT;
  }
}

function describe(row: Row, content: Content): DeskMessage {
  return {
    id: String(row.id),
    channel: row.channel,
    kind: row.kind,
    language: row.language,
    state: row.state,
    attempts: row.attempts,
    problem: row.problem ?? "",
    created_at: secondsOf(row.created_at),
    ended_at: secondsOf(row.ended_at),
    ...content,
  };
}
