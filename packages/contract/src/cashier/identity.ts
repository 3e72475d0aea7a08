// Who a member is, as the member sees it: what was handed in, how far its review is, and who has
// looked at it (H22). Browser-safe: no schema library.

/** 0 a form to fill in, 1 waiting for review, 2 certified. A rejection is 0 with its reason. */
export const IDENTITY_STATUSES = ["none", "waiting", "certified"] as const;
export type IdentityStatus = (typeof IDENTITY_STATUSES)[number];

export const IDENTITY_NAME_LENGTH_MAX = 100;
export const CARD_ID_LENGTH_MIN = 4;
export const CARD_ID_LENGTH_MAX = 40;

export type Identity = {
  readonly status: IdentityStatus;
  /** Masked: enough to know again what was handed in. Empty before. */
  readonly name: string;
  readonly cardId: string;
  /** Null where there is none, and once it was let go of. */
  readonly frontUrl: string | null;
  readonly backUrl: string | null;
  /** Why the last one was rejected; empty otherwise. */
  readonly reason: string;
  /** What the reviewer wants to know; it is answered by handing in again. Empty: nothing. */
  readonly question: string;
  /** Unix seconds; null where it has not happened. */
  readonly submittedAt: number | null;
  /** Until when a review is promised. */
  readonly dueAt: number | null;
  readonly decidedAt: number | null;
};

export type IdentityWire = {
  review_status: number;
  name: string;
  card_id: string;
  front_pic: string;
  reverse_pic: string;
  reason: string;
  question: string;
  submitted_at: number;
  due_at: number;
  decided_at: number;
};

export function identityToWire(identity: Identity): IdentityWire {
  return {
    review_status: IDENTITY_STATUSES.indexOf(identity.status),
    name: identity.name,
    card_id: identity.cardId,
    front_pic: identity.frontUrl ?? "",
    reverse_pic: identity.backUrl ?? "",
    reason: identity.reason,
    question: identity.question,
    submitted_at: identity.submittedAt ?? 0,
    due_at: identity.dueAt ?? 0,
    decided_at: identity.decidedAt ?? 0,
  };
}

export function identityFromWire(wire: IdentityWire): Identity {
  return {
    status: IDENTITY_STATUSES[wire.review_status] ?? "none",
    name: wire.name,
    cardId: wire.card_id,
    frontUrl: wire.front_pic || null,
    backUrl: wire.reverse_pic || null,
    reason: wire.reason,
    question: wire.question,
    submittedAt: wire.submitted_at || null,
    dueAt: wire.due_at || null,
    decidedAt: wire.decided_at || null,
  };
}

/** What was looked at: the case with its texts, or one of its pictures. */
export const IDENTITY_LOOKS = ["case", "front", "back"] as const;
export type IdentityLook = (typeof IDENTITY_LOOKS)[number];

/** One look of somebody's at the member's documents. */
export type IdentityAccess = {
  /** Unix seconds. */
  readonly at: number;
  /** "Staff 7": who it was is known, and named to the member by number. */
  readonly who: string;
  readonly what: IdentityLook;
};

export type IdentityAccessWire = { at: number; who: string; what: IdentityLook };

export function identityAccessToWire(access: IdentityAccess): IdentityAccessWire {
  return { ...access };
}

export function identityAccessFromWire(wire: IdentityAccessWire): IdentityAccess {
  return { ...wire };
}
