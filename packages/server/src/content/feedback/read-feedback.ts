// Reads feedback: a trader's own with what was answered, and for the desk who waits. Invariant: a
// trader reads the own alone, and never who of ours answered (T76).

import { fileUrlOf } from "@truetick/contract/cashier";
import type {
  Feedback,
  FeedbackKind,
  FeedbackReply,
  FeedbackStatus,
} from "@truetick/contract/content";
import {
  DESK_ROWS_PER_PAGE,
  type DeskFeedback,
  type DeskFeedbackFile,
  type DeskFeedbackReply,
} from "@truetick/contract/desk";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import { REPLIES_MAX } from "./feedback-table.ts";

const EXCERPT_LENGTH = 160;

function secondsOf(at: Date): number {
  return Math.floor(at.getTime() / 1_000);
}

export async function readOwnFeedback(
  database: Database,
  wanted: { readonly userId: number; readonly page: number; readonly rowsPerPage: number },
): Promise<{ readonly rows: readonly Feedback[]; readonly total: number }> {
  const { page, rowsPerPage } = wanted;
  const own = database.selectFrom("feedback").where("user_id", "=", BigInt(wanted.userId));
  const [rows, { total }] = await Promise.all([
    own
      .selectAll()
      .orderBy("id", "desc")
      .offset((page - 1) * rowsPerPage)
      .limit(rowsPerPage)
      .execute(),
    own.select((eb) => eb.fn.countAll<bigint>().as("total")).executeTakeFirstOrThrow(),
  ]);
  const talks = await readTalks(
    database,
    rows.map(({ id }) => id),
  );
  return {
    rows: rows.map((row) => {
      const replies = (talks.get(row.id) ?? []).map(({ author: _, ...reply }) => reply);
      return {
        id: String(row.id),
        kind: row.kind,
        text: row.text,
        imageUrl: row.image_id === null ? null : fileUrlOf(row.image_id),
        status: row.status,
        createdAt: secondsOf(row.created_at),
        canReply: row.status !== "closed" && replies.length < REPLIES_MAX,
        replies: replies satisfies readonly FeedbackReply[],
      };
    }),
    total: Number(total),
  };
}

async function readTalks(
  database: Database,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, DeskFeedbackReply[]>> {
  const talks = new Map<bigint, DeskFeedbackReply[]>();
  if (ids.length === 0) return talks;
  const replies = await database
    .selectFrom("feedback_reply")
    .leftJoin("staff", "staff.id", "feedback_reply.staff_id")
    .select(["feedback_reply.id", "feedback_id", "feedback_reply.staff_id", "text", "at"])
    .select("staff.name")
    .where("feedback_id", "in", ids)
    .orderBy("feedback_reply.id")
    .execute();
  for (const { id, feedback_id, staff_id, text, at, name } of replies) {
    const talk = talks.get(feedback_id) ?? [];
    talks.set(feedback_id, talk);
    talk.push({
      id: String(id),
      text,
      at: secondsOf(at),
      isStaff: staff_id !== null,
      author: name ?? "",
    });
  }
  return talks;
}

type Row = {
  readonly id: bigint;
  readonly user_id: bigint;
  readonly uid: string;
  readonly book: string;
  readonly kind: FeedbackKind;
  readonly status: FeedbackStatus;
  readonly text: string;
  readonly language: string;
  readonly image_id: string | null;
  readonly created_at: Date;
  readonly waiting_since: Date | null;
  readonly replies: bigint;
};

const COLUMNS = sql`
  f.id, f.user_id, u.uid, u.book, f.kind, f.status, f.text, f.language, f.image_id, f.created_at,
  f.waiting_since, (select count(*) from feedback_reply r where r.feedback_id = f.id) as replies
  from feedback f join app_user u on u.id = f.user_id`;

/** Where a page of those who wait goes on: since when, and which. */
const WAITING_PLACE = /^(\d{1,15})\.(\d{1,15})$/;
const PLACE = /^\d{1,15}$/;

export type FeedbackPlace = { readonly atMs: number; readonly id: number };

/** Null for the first page, undefined for what no list ever wrote. */
export function readFeedbackPlace(
  cursor: string,
  isWaiting: boolean,
): FeedbackPlace | null | undefined {
  if (cursor === "") return null;
  if (!isWaiting) return PLACE.test(cursor) ? { atMs: 0, id: Number(cursor) } : undefined;
  const [, atMs, id] = WAITING_PLACE.exec(cursor) ?? [];
  return id === undefined ? undefined : { atMs: Number(atMs), id: Number(id) };
}

/** Without a state those who wait, the longest first; else the newest. */
export async function readDeskFeedback(
  database: Database,
  wanted: {
    readonly status: FeedbackStatus | null;
    readonly kind: FeedbackKind | null;
    readonly after: FeedbackPlace | null;
  },
): Promise<{ readonly rows: readonly DeskFeedback[]; readonly next: string }> {
  const { status, kind, after } = wanted;
  const ofKind = kind === null ? sql`true` : sql`f.kind = ${kind}`;
  const take = DESK_ROWS_PER_PAGE + 1;
  const { rows } = await (status === null
    ? sql<Row>`select ${COLUMNS} where f.waiting_since is not null and ${ofKind}
        and (${after === null} or (f.waiting_since, f.id)
          > (${new Date(after?.atMs ?? 0)}::timestamptz, ${after?.id ?? 0}::bigint))
        order by f.waiting_since, f.id limit ${take}`
    : sql<Row>`select ${COLUMNS} where f.status = ${status} and ${ofKind}
        and (${after === null} or f.id < ${after?.id ?? 0})
        order by f.id desc limit ${take}`
  ).execute(database);
  const shown = rows.slice(0, DESK_ROWS_PER_PAGE);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return {
    rows: shown.map((row) => ({ ...headOf(row), replies: Number(row.replies) })),
    next: last === undefined ? "" : placeText(last, status === null),
  };
}

function placeText({ id, waiting_since: since }: Row, isWaiting: boolean): string {
  return isWaiting ? `${since?.getTime() ?? 0}.${id}` : String(id);
}

function headOf(row: Row): Omit<DeskFeedback, "replies"> {
  const signs = [...row.text.replace(/\s+/gu, " ")];
  const isLong = signs.length > EXCERPT_LENGTH;
  return {
    id: String(row.id),
    userId: String(row.user_id),
    uid: row.uid,
    isDemo: row.book === "demo",
    kind: row.kind,
    status: row.status,
    excerpt: isLong ? `${signs.slice(0, EXCERPT_LENGTH - 1).join("")}…` : signs.join(""),
    hasImage: row.image_id !== null,
    createdAt: secondsOf(row.created_at),
    waitingSince: row.waiting_since === null ? null : secondsOf(row.waiting_since),
  };
}

/** Null when there is none. */
export async function readFeedbackFile(
  database: Database,
  id: number,
): Promise<DeskFeedbackFile | null> {
  const { rows } = await sql<Row>`select ${COLUMNS} where f.id = ${id}`.execute(database);
  const [row] = rows;
  if (!row) return null;
  const talks = await readTalks(database, [row.id]);
  return {
    ...headOf(row),
    text: row.text,
    language: row.language,
    imageUrl: row.image_id === null ? null : fileUrlOf(row.image_id),
    talk: talks.get(row.id) ?? [],
  };
}

export async function countWaiting(database: Database): Promise<number> {
  const { count } = await database
    .selectFrom("feedback")
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .where("waiting_since", "is not", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}
