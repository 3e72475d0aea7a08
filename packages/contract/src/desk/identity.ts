// Identities as those see them who decide about them. A case never changes once it is handed in:
// handing in again makes another. Browser-safe: no schema library.

export const IDENTITY_CASE_STATUSES = ["waiting", "approved", "rejected", "replaced"] as const;
export type IdentityCaseStatus = (typeof IDENTITY_CASE_STATUSES)[number];

/** How many cases one person may open on one day (UTC). */
export const IDENTITY_VIEWS_PER_DAY_MAX = 50;
export const DECISION_TEXT_LENGTH_MAX = 500;

export type IdentityRow = {
  readonly id: string;
  readonly userId: string;
  /** The number by which the member is known. */
  readonly uid: string;
  readonly status: IdentityCaseStatus;
  /** Unix seconds; null where it has not happened. */
  readonly submittedAt: number;
  readonly dueAt: number;
  readonly decidedAt: number | null;
  /** The member was asked something and has not handed in again. */
  readonly hasQuestion: boolean;
  /** Somebody else handed in the same document. */
  readonly isDuplicate: boolean;
};

export type IdentityRowWire = {
  id: string;
  user_id: string;
  uid: string;
  status: IdentityCaseStatus;
  submitted_at: number;
  due_at: number;
  decided_at: number;
  has_question: boolean;
  is_duplicate: boolean;
};

/** Another member who handed in the same document, and how that went. */
export type IdentityTwin = {
  readonly userId: string;
  readonly uid: string;
  readonly status: IdentityCaseStatus;
};

/** An earlier or later case of the same member. */
export type IdentityPast = {
  readonly id: string;
  readonly status: IdentityCaseStatus;
  readonly submittedAt: number;
  readonly decidedAt: number | null;
  readonly reason: string;
};

export type IdentityCase = IdentityRow & {
  readonly name: string;
  readonly cardId: string;
  /** Null once the picture was let go of. Opened with the staff's token; they carry its name. */
  readonly frontUrl: string | null;
  readonly backUrl: string | null;
  readonly reason: string;
  readonly question: string;
  /** Who decided; empty before. */
  readonly decidedBy: string;
  readonly twins: readonly IdentityTwin[];
  readonly history: readonly IdentityPast[];
  /** How many more cases the reader may open today. */
  readonly viewsLeft: number;
};

export type IdentityCaseWire = IdentityRowWire & {
  name: string;
  card_id: string;
  front_pic: string;
  reverse_pic: string;
  reason: string;
  question: string;
  decided_by: string;
  twins: { user_id: string; uid: string; status: IdentityCaseStatus }[];
  history: {
    id: string;
    status: IdentityCaseStatus;
    submitted_at: number;
    decided_at: number;
    reason: string;
  }[];
  views_left: number;
};

export function identityRowToWire(row: IdentityRow): IdentityRowWire {
  return {
    id: row.id,
    user_id: row.userId,
    uid: row.uid,
    status: row.status,
    submitted_at: row.submittedAt,
    due_at: row.dueAt,
    decided_at: row.decidedAt ?? 0,
    has_question: row.hasQuestion,
    is_duplicate: row.isDuplicate,
  };
}

export function identityRowFromWire(wire: IdentityRowWire): IdentityRow {
  return {
    id: wire.id,
    userId: wire.user_id,
    uid: wire.uid,
    status: wire.status,
    submittedAt: wire.submitted_at,
    dueAt: wire.due_at,
    decidedAt: wire.decided_at || null,
    hasQuestion: wire.has_question,
    isDuplicate: wire.is_duplicate,
  };
}

export function identityCaseToWire(shown: IdentityCase): IdentityCaseWire {
  return {
    ...identityRowToWire(shown),
    name: shown.name,
    card_id: shown.cardId,
    front_pic: shown.frontUrl ?? "",
    reverse_pic: shown.backUrl ?? "",
    reason: shown.reason,
    question: shown.question,
    decided_by: shown.decidedBy,
    twins: shown.twins.map(({ userId, uid, status }) => ({ user_id: userId, uid, status })),
    history: shown.history.map((past) => ({
      id: past.id,
      status: past.status,
      submitted_at: past.submittedAt,
      decided_at: past.decidedAt ?? 0,
      reason: past.reason,
    })),
    views_left: shown.viewsLeft,
  };
}

export function identityCaseFromWire(wire: IdentityCaseWire): IdentityCase {
  return {
    ...identityRowFromWire(wire),
    name: wire.name,
    cardId: wire.card_id,
    frontUrl: wire.front_pic || null,
    backUrl: wire.reverse_pic || null,
    reason: wire.reason,
    question: wire.question,
    decidedBy: wire.decided_by,
    twins: wire.twins.map(({ user_id, uid, status }) => {
      return { userId: user_id, uid, status };
    }),
    history: wire.history.map((past) => ({
      id: past.id,
      status: past.status,
      submittedAt: past.submitted_at,
      decidedAt: past.decided_at || null,
      reason: past.reason,
    })),
    viewsLeft: wire.views_left,
  };
}
