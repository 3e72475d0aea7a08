// What a member sees of the own identity: how far it is, what was handed in (masked), and who has
// looked at it (H22). Called by the member's routes and by whoever asks whether somebody is
// certified.

import {
  fileUrlOf,
  type Identity,
  type IdentityAccess,
  type IdentityStatus,
} from "@truetick/contract/cashier";
import type { IdentityCaseStatus } from "@truetick/contract/desk";
import type { Database } from "../../platform/database.ts";
import type { IdentitySeals } from "./identity-seals.ts";
import { findNewestCase, type IdentityCaseRow, secondsOf } from "./identity-table.ts";
import { maskCardId, maskName } from "./identity-words.ts";

const ACCESSES_SHOWN_MAX = 200;

const STATUS_OF_CASE: Readonly<Record<IdentityCaseStatus, IdentityStatus>> = {
  waiting: "waiting",
  approved: "certified",
  rejected: "none",
  replaced: "none",
};

const NOTHING_YET: Identity = {
  status: "none",
  name: "",
  cardId: "",
  frontUrl: null,
  backUrl: null,
  reason: "",
  question: "",
  submittedAt: null,
  dueAt: null,
  decidedAt: null,
};

export async function readIdentity(
  { database, seals }: { readonly database: Database; readonly seals: IdentitySeals },
  userId: number,
): Promise<Identity> {
  const newest = await findNewestCase(database, userId);
  return newest ? identityOf(newest, seals) : NOTHING_YET;
}

function identityOf(row: IdentityCaseRow, seals: IdentitySeals): Identity {
  return {
    status: STATUS_OF_CASE[row.status],
    name: maskName(seals.openName(row.name_sealed)),
    cardId: maskCardId(seals.openCardId(row.card_id_sealed)),
    frontUrl: row.front_id === null ? null : fileUrlOf(row.front_id),
    backUrl: row.back_id === null ? null : fileUrlOf(row.back_id),
    reason: row.reason,
    question: row.question,
    submittedAt: secondsOf(row.submitted_at),
    dueAt: row.status === "waiting" ? secondsOf(row.due_at) : null,
    decidedAt: secondsOf(row.decided_at),
  };
}

/** Newest first. */
export async function listAccesses(
  database: Database,
  userId: number,
): Promise<readonly IdentityAccess[]> {
  const rows = await database
    .selectFrom("identity_view")
    .select(["at", "staff_id", "what"])
    .where("user_id", "=", BigInt(userId))
    .orderBy("id", "desc")
    .limit(ACCESSES_SHOWN_MAX)
    .execute();
  return rows.map(({ at, staff_id, what }) => {
    return { at: secondsOf(at), who: `Staff ${staff_id}`, what };
  });
}
