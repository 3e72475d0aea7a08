// Identities as the desk sees them: the queue, and one case with everything that is needed to
// decide. A case is only read after the look was written down (identity-views.ts).

import { fileUrlOf } from "@truetick/contract/cashier";
import {
  DESK_ROWS_PER_PAGE,
  type IdentityCase,
  type IdentityCaseStatus,
  type IdentityPast,
  type IdentityRow,
  type IdentityTwin,
} from "@truetick/contract/desk";
import type { Database } from "../../platform/database.ts";
import type { IdentitySeals } from "./identity-seals.ts";
import { type IdentityCaseRow, secondsOf } from "./identity-table.ts";

const TWINS_SHOWN_MAX = 20;
const PAST_SHOWN_MAX = 20;

/** Those who wait the longest first; of the others the newest. Goes on after `cursor`. */
export async function listCases(
  database: Database,
  { status, after }: { readonly status: IdentityCaseStatus; readonly after: number | null },
): Promise<{ readonly rows: readonly IdentityRow[]; readonly next: string }> {
  const isQueue = status === "waiting";
  let query = database
    .selectFrom("identity_case")
    .innerJoin("app_user", "app_user.id", "identity_case.user_id")
    .selectAll("identity_case")
    .select("app_user.uid")
    .where("identity_case.status", "=", status)
    .orderBy("identity_case.id", isQueue ? "asc" : "desc")
    .limit(DESK_ROWS_PER_PAGE + 1);
  if (after !== null) query = query.where("identity_case.id", isQueue ? ">" : "<", BigInt(after));
  const found = await query.execute();
  const shown = found.slice(0, DESK_ROWS_PER_PAGE);
  const last = found.length > shown.length ? shown.at(-1) : undefined;
  return { rows: shown.map(rowOf), next: last ? String(last.id) : "" };
}

function rowOf(row: IdentityCaseRow & { readonly uid: string }): IdentityRow {
  return {
    id: String(row.id),
    userId: String(row.user_id),
    uid: row.uid,
    status: row.status,
    submittedAt: secondsOf(row.submitted_at),
    dueAt: secondsOf(row.due_at),
    decidedAt: secondsOf(row.decided_at),
    hasQuestion: row.question !== "",
    isDuplicate: row.is_duplicate,
  };
}

export async function readCase(
  database: Database,
  {
    row,
    seals,
    viewsLeft,
  }: {
    readonly row: IdentityCaseRow;
    readonly seals: IdentitySeals;
    readonly viewsLeft: number;
  },
): Promise<IdentityCase> {
  const { uid } = await database
    .selectFrom("app_user")
    .select("uid")
    .where("id", "=", row.user_id)
    .executeTakeFirstOrThrow();
  return {
    ...rowOf({ ...row, uid }),
    name: seals.openName(row.name_sealed),
    cardId: seals.openCardId(row.card_id_sealed),
    frontUrl: row.front_id === null ? null : fileUrlOf(row.front_id),
    backUrl: row.back_id === null ? null : fileUrlOf(row.back_id),
    reason: row.reason,
    question: row.question,
    decidedBy: await nameOf(database, row.decided_by),
    twins: await twinsOf(database, row),
    history: await historyOf(database, row),
    viewsLeft,
  };
}

async function nameOf(database: Database, staffId: bigint | null): Promise<string> {
  if (staffId === null) return "";
  const staff = await database
    .selectFrom("staff")
    .select("name")
    .where("id", "=", staffId)
    .executeTakeFirstOrThrow();
  return staff.name;
}

async function twinsOf(
  database: Database,
  { card_mark, user_id }: IdentityCaseRow,
): Promise<readonly IdentityTwin[]> {
  const rows = await database
    .selectFrom("identity_case")
    .innerJoin("app_user", "app_user.id", "identity_case.user_id")
    .select(["identity_case.user_id", "app_user.uid", "identity_case.status"])
    .where("identity_case.card_mark", "=", card_mark)
    .where("identity_case.user_id", "<>", user_id)
    .orderBy("identity_case.id", "desc")
    .limit(TWINS_SHOWN_MAX)
    .execute();
  return rows.map((twin) => {
    return { userId: String(twin.user_id), uid: twin.uid, status: twin.status };
  });
}

async function historyOf(
  database: Database,
  { id, user_id }: IdentityCaseRow,
): Promise<readonly IdentityPast[]> {
  const rows = await database
    .selectFrom("identity_case")
    .select(["id", "status", "submitted_at", "decided_at", "reason"])
    .where("user_id", "=", user_id)
    .where("id", "<>", id)
    .orderBy("id", "desc")
    .limit(PAST_SHOWN_MAX)
    .execute();
  return rows.map((past) => ({
    id: String(past.id),
    status: past.status,
    submittedAt: secondsOf(past.submitted_at),
    decidedAt: secondsOf(past.decided_at),
    reason: past.reason,
  }));
}
