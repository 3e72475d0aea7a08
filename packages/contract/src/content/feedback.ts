// What a trader tells us about the platform, and what we answer. On the wire and in our own words.
// Browser-safe: no schema library here; `feedback.calls.ts` declares the calls.

/** What it is about; the wire counts them from 1. */
export const FEEDBACK_KINDS = ["problem", "idea", "complaint", "other"] as const;
export type FeedbackKind = (typeof FEEDBACK_KINDS)[number];

/** Where it stands; the wire counts them from 0. */
export const FEEDBACK_STATUSES = ["new", "working", "answered", "closed"] as const;
export type FeedbackStatus = (typeof FEEDBACK_STATUSES)[number];

export const FEEDBACK_LENGTH_MAX = 4_000;
export const FEEDBACK_REPLY_LENGTH_MAX = 2_000;

export type FeedbackReply = {
  readonly id: string;
  readonly text: string;
  /** Unix seconds. */
  readonly at: number;
  /** One of ours wrote it; else the trader did. */
  readonly isStaff: boolean;
};

export type FeedbackReplyWire = { id: string; text: string; at: number; is_staff: number };

export type Feedback = {
  readonly id: string;
  readonly kind: FeedbackKind;
  readonly text: string;
  /** A private picture of the writer's; null where there is none. */
  readonly imageUrl: string | null;
  readonly status: FeedbackStatus;
  /** Unix seconds. */
  readonly createdAt: number;
  readonly canReply: boolean;
  readonly replies: readonly FeedbackReply[];
};

export type FeedbackWire = {
  id: string;
  type: number;
  content: string;
  image: string;
  status: number;
  created_at: string;
  created_at_unix: number;
  can_reply: number;
  replies: FeedbackReplyWire[];
};

export function feedbackKindToWire(kind: FeedbackKind): number {
  return FEEDBACK_KINDS.indexOf(kind) + 1;
}

export function feedbackKindFromWire(type: number): FeedbackKind {
  return FEEDBACK_KINDS[type - 1] ?? "other";
}

function feedbackStatusToWire(status: FeedbackStatus): number {
  return FEEDBACK_STATUSES.indexOf(status);
}

function feedbackStatusFromWire(status: number): FeedbackStatus {
  return FEEDBACK_STATUSES[status] ?? "new";
}

export function feedbackReplyToWire({ isStaff, ...reply }: FeedbackReply): FeedbackReplyWire {
  return { ...reply, is_staff: isStaff ? 1 : 0 };
}

export function feedbackReplyFromWire({ is_staff, ...wire }: FeedbackReplyWire): FeedbackReply {
  return { ...wire, isStaff: is_staff === 1 };
}

export function feedbackToWire(feedback: Feedback, createdAtText: string): FeedbackWire {
  return {
    id: feedback.id,
    type: feedbackKindToWire(feedback.kind),
    content: feedback.text,
    image: feedback.imageUrl ?? "",
    status: feedbackStatusToWire(feedback.status),
    created_at: createdAtText,
    created_at_unix: feedback.createdAt,
    can_reply: feedback.canReply ? 1 : 0,
    replies: feedback.replies.map(feedbackReplyToWire),
  };
}

export function feedbackFromWire(wire: FeedbackWire): Feedback {
  return {
    id: wire.id,
    kind: feedbackKindFromWire(wire.type),
    text: wire.content,
    imageUrl: wire.image || null,
    status: feedbackStatusFromWire(wire.status),
    createdAt: wire.created_at_unix,
    canReply: wire.can_reply === 1,
    replies: wire.replies.map(feedbackReplyFromWire),
  };
}
