// The calls about feedback, of traders and of the desk. Whose it is comes from the session (T74).

import {
  deskFeedbackFromFields,
  deskFeedbackIdFromFields,
  feedbackAnswerFromFields,
  feedbackFromFields,
  feedbackMoveFromFields,
  feedbackPageFromFields,
  feedbackReplyFromFields,
  ROWS_PER_PAGE,
} from "@truetick/contract/calls";
import { feedbackToWire } from "@truetick/contract/content";
import { deskFeedbackFileToWire, deskFeedbackToWire } from "@truetick/contract/desk";
import { type Handlers, isRefused, refuse } from "../../platform/handler.ts";
import { momentText } from "../../platform/moment-text.ts";
import { type AnswerParts, answerFeedback, moveFeedback } from "./answer-feedback.ts";
import {
  readDeskFeedback,
  readFeedbackFile,
  readFeedbackPlace,
  readOwnFeedback,
} from "./read-feedback.ts";
import { replyFeedback, submitFeedback, type WriteParts } from "./write-feedback.ts";

export type FeedbackParts = AnswerParts & WriteParts;

type OfTraders = Handlers<"submitFeedback" | "listFeedback" | "replyFeedback">;
type OfTheDesk = Handlers<
  "listDeskFeedback" | "showDeskFeedback" | "answerFeedback" | "moveFeedback"
>;
export type FeedbackHandlers = OfTraders & OfTheDesk;

export function createFeedbackHandlers(parts: FeedbackParts): FeedbackHandlers {
  return { ...ofTraders(parts), ...ofTheDesk(parts) };
}

function ofTraders(parts: FeedbackParts): OfTraders {
  return {
    async submitFeedback(fields, { caller, language }) {
      const draft = { ...feedbackFromFields(fields), userId: caller.userId };
      const id = await submitFeedback(parts, { ...draft, language: language.id });
      return isRefused(id) ? id : { id: String(id) };
    },
    async listFeedback(fields, { caller, language }) {
      const { rows, total } = await readOwnFeedback(parts.database, {
        userId: caller.userId,
        page: feedbackPageFromFields(fields),
        rowsPerPage: ROWS_PER_PAGE,
      });
      const data = rows.map((row) =>
        feedbackToWire(row, momentText(language, row.createdAt * 1_000)),
      );
      return { data, total };
    },
    replyFeedback: async (fields, { caller, attempt }) =>
      (await replyFeedback(parts, {
        ...feedbackReplyFromFields(fields),
        userId: caller.userId,
        attempt,
      })) ?? {},
  };
}

function ofTheDesk(parts: FeedbackParts): OfTheDesk {
  const { database } = parts;
  return {
    async listDeskFeedback(fields) {
      const { status, kind, cursor } = deskFeedbackFromFields(fields);
      const after = readFeedbackPlace(cursor, status === null);
      if (after === undefined) return refuse("FIELD_INVALID", { field: "cursor" });
      const { rows, next } = await readDeskFeedback(database, { status, kind, after });
      return { data: rows.map(deskFeedbackToWire), next };
    },
    async showDeskFeedback(fields) {
      const file = await readFeedbackFile(database, deskFeedbackIdFromFields(fields));
      return file ? deskFeedbackFileToWire(file) : refuse("FEEDBACK_UNKNOWN");
    },
    answerFeedback: async (fields, { staff, attempt }) =>
      (await answerFeedback(parts, { ...feedbackAnswerFromFields(fields), staff, attempt })) ?? {},
    moveFeedback: async (fields, { staff }) =>
      (await moveFeedback(parts, { ...feedbackMoveFromFields(fields), staff })) ?? {},
  };
}
