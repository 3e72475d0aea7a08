// Feedback as those see it who answer it: whose it is, where it stands, the talk so far.
// Browser-safe; `feedback.calls.ts` declares the calls.

import {
  type FeedbackKind,
  type FeedbackReply,
  type FeedbackReplyWire,
  type FeedbackStatus,
  feedbackReplyFromWire,
  feedbackReplyToWire,
} from "../content/feedback.ts";

export type DeskFeedback = {
  readonly id: string;
  readonly userId: string;
  /** The number by which the trader is known. */
  readonly uid: string;
  readonly isDemo: boolean;
  readonly kind: FeedbackKind;
  readonly status: FeedbackStatus;
  /** How it begins. */
  readonly excerpt: string;
  readonly hasImage: boolean;
  readonly replies: number;
  /** Unix seconds. */
  readonly createdAt: number;
  /** Since when somebody waits for us; null when nobody does. */
  readonly waitingSince: number | null;
};

export type DeskFeedbackWire = {
  id: string;
  user_id: string;
  uid: string;
  is_demo: number;
  kind: FeedbackKind;
  status: FeedbackStatus;
  excerpt: string;
  has_image: number;
  replies: number;
  created_at: number;
  waiting_since: number;
};

/** Who of ours wrote it; empty for the trader's own. */
export type DeskFeedbackReply = FeedbackReply & { readonly author: string };

export type DeskFeedbackFile = Omit<DeskFeedback, "replies"> & {
  readonly text: string;
  readonly language: string;
  readonly imageUrl: string | null;
  readonly talk: readonly DeskFeedbackReply[];
};

export type DeskFeedbackFileWire = Omit<DeskFeedbackWire, "replies"> & {
  text: string;
  language: string;
  image: string;
  talk: (FeedbackReplyWire & { author: string })[];
};

type Head = Omit<DeskFeedback, "replies">;
type HeadWire = Omit<DeskFeedbackWire, "replies">;

function headToWire(head: Head): HeadWire {
  return {
    id: head.id,
    user_id: head.userId,
    uid: head.uid,
    is_demo: head.isDemo ? 1 : 0,
    kind: head.kind,
    status: head.status,
    excerpt: head.excerpt,
    has_image: head.hasImage ? 1 : 0,
    created_at: head.createdAt,
    waiting_since: head.waitingSince ?? 0,
  };
}

function headFromWire(wire: HeadWire): Head {
  return {
    id: wire.id,
    userId: wire.user_id,
    uid: wire.uid,
    isDemo: wire.is_demo === 1,
    kind: wire.kind,
    status: wire.status,
    excerpt: wire.excerpt,
    hasImage: wire.has_image === 1,
    createdAt: wire.created_at,
    waitingSince: wire.waiting_since || null,
  };
}

export function deskFeedbackToWire(row: DeskFeedback): DeskFeedbackWire {
  return { ...headToWire(row), replies: row.replies };
}

export function deskFeedbackFromWire(wire: DeskFeedbackWire): DeskFeedback {
  return { ...headFromWire(wire), replies: wire.replies };
}

export function deskFeedbackFileToWire(file: DeskFeedbackFile): DeskFeedbackFileWire {
  return {
    ...headToWire(file),
    text: file.text,
    language: file.language,
    image: file.imageUrl ?? "",
    talk: file.talk.map((reply) => {
      const { author, ...said } = reply;
      return { ...feedbackReplyToWire(said), author };
    }),
  };
}

export function deskFeedbackFileFromWire(wire: DeskFeedbackFileWire): DeskFeedbackFile {
  return {
    ...headFromWire(wire),
    text: wire.text,
    language: wire.language,
    imageUrl: wire.image || null,
    talk: wire.talk.map(({ author, ...said }) => ({ ...feedbackReplyFromWire(said), author })),
  };
}
