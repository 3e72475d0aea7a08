// The calls of the desk about feedback as its app makes them. Browser-safe: no schema library.

import type { FeedbackKind, FeedbackStatus } from "../content/feedback.ts";
import type { ReadRequest } from "../market.requests.ts";
import type { WriteRequest } from "../order.requests.ts";
import {
  type DeskFeedback,
  type DeskFeedbackFile,
  type DeskFeedbackFileWire,
  type DeskFeedbackWire,
  deskFeedbackFileFromWire,
  deskFeedbackFromWire,
} from "./feedback.ts";
import { type DeskPage, givenFields, readDeskPage } from "./page.ts";

export function requestDeskFeedback(wanted: {
  /** Null: those who wait for us. */
  readonly status: FeedbackStatus | null;
  readonly kind: FeedbackKind | null;
  readonly cursor: string;
}): ReadRequest<DeskPage<DeskFeedback>> {
  return {
    path: "/v1/api/desk/feedback/list",
    query: givenFields(wanted),
    read: (wire) => readDeskPage<DeskFeedbackWire, DeskFeedback>(wire, deskFeedbackFromWire),
  };
}

export function requestDeskFeedbackFile(id: string): ReadRequest<DeskFeedbackFile> {
  return {
    path: "/v1/api/desk/feedback/show",
    query: { id },
    read: (wire) => deskFeedbackFileFromWire(wire as DeskFeedbackFileWire),
  };
}

export function requestAnswerFeedback(id: string, text: string): WriteRequest<null> {
  return { path: "/v1/api/desk/feedback/answer", fields: { id, text }, read: () => null };
}

export function requestMoveFeedback(id: string, status: "working" | "closed"): WriteRequest<null> {
  return { path: "/v1/api/desk/feedback/move", fields: { id, status }, read: () => null };
}
