// The calls about feedback as an app makes them. Browser-safe: no schema library;
// `content.test.ts` holds them to the declared calls.

import type { ReadRequest } from "../market.requests.ts";
import type { WriteRequest } from "../order.requests.ts";
import {
  type Feedback,
  type FeedbackKind,
  type FeedbackWire,
  feedbackFromWire,
  feedbackKindToWire,
} from "./feedback.ts";

export type FeedbackPage = { readonly rows: readonly Feedback[]; readonly total: number };

export function requestFeedbackList(page: number): ReadRequest<FeedbackPage> {
  return {
    path: "/api/feedback/list",
    query: { page: String(page) },
    read: (wire) => {
      const { data, total } = wire as { data: FeedbackWire[]; total: number };
      return { rows: data.map(feedbackFromWire), total };
    },
  };
}

/** `imageUrl` empty: without a picture. */
export function requestSubmitFeedback(written: {
  readonly kind: FeedbackKind;
  readonly text: string;
  readonly imageUrl: string;
}): WriteRequest<string> {
  const { kind, text, imageUrl } = written;
  return {
    path: "/api/feedback/submit",
    fields: {
      type: String(feedbackKindToWire(kind)),
      content: text,
      ...(imageUrl === "" ? {} : { image: imageUrl }),
    },
    read: (wire) => (wire as { id: string }).id,
  };
}

export function requestReplyFeedback(id: string, text: string): WriteRequest<null> {
  return { path: "/v1/api/feedback/reply", fields: { id, text }, read: () => null };
}
