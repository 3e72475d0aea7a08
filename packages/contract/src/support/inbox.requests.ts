// The calls of the desk about the support chat as its app makes them. Browser-safe: no schema
// library.

import { type DeskPage, givenFields, readDeskPage } from "../desk/page.ts";
import type { LanguageId } from "../language.ts";
import type { ReadRequest } from "../market.requests.ts";
import type { WriteRequest } from "../order.requests.ts";
import {
  type CannedAnswer,
  type SupportBox,
  type SupportCase,
  type SupportCaseWire,
  type SupportRow,
  supportCaseFromWire,
  supportRowFromWire,
} from "./inbox.ts";

/** Who waits the longest first, then those who were answered, newest first. */
export function requestSupportCases(wanted: {
  readonly box: SupportBox;
  readonly search: string;
  readonly cursor: string;
}): ReadRequest<DeskPage<SupportRow>> {
  return {
    path: "/v1/api/desk/support/list",
    query: givenFields(wanted),
    read: (wire) => readDeskPage(wire, supportRowFromWire),
  };
}

/** With an id, the messages before it. */
export function requestSupportCase(id: string, before: string | null): ReadRequest<SupportCase> {
  return {
    path: "/v1/api/desk/support/show",
    query: givenFields({ id, before }),
    read: (wire) => supportCaseFromWire(wire as SupportCaseWire),
  };
}

const act = (name: string, fields: Record<string, string>): WriteRequest<null> => ({
  path: `/v1/api/desk/support/${name}`,
  fields,
  read: () => null,
});

/** With the newest message that was on the screen: what came after it still waits. */
export const requestAnswerSupport = (id: string, text: string, seenId: string | null) =>
  act("send", givenFields({ id, text, seen_id: seenId }));
/** Everything up to this message was read at the desk. */
export const requestSeenSupport = (id: string, messageId: string) =>
  act("read", { id, message_id: messageId });
export const requestTypingAnswer = (id: string) => act("typing", { id });
/** True: whoever asks answers from now on; false: nobody does. */
export const requestAssignSupport = (id: string, isMine: boolean) =>
  act("assign", { id, is_mine: isMine ? "1" : "0" });
/** Refused when something came after the newest message that was on the screen. */
export const requestCloseSupport = (id: string, seenId: string | null) =>
  act("close", givenFields({ id, seen_id: seenId }));
export const requestReopenSupport = (id: string) => act("reopen", { id });

export function requestCannedAnswers(): ReadRequest<readonly CannedAnswer[]> {
  return {
    path: "/v1/api/desk/support/answers",
    query: {},
    read: (wire) => (wire as { data: CannedAnswer[] }).data,
  };
}

/** One language at a time: a new answer without an id; an empty text takes it out. */
export function requestSaveCanned(answer: {
  readonly id: string | null;
  readonly name: string;
  readonly language: LanguageId;
  readonly text: string;
}): WriteRequest<string> {
  const { id, name, language, text } = answer;
  return {
    path: "/v1/api/desk/support/answer_save",
    fields: { ...(id === null ? {} : { id }), name, lang: language, text },
    read: (wire) => (wire as { id: string }).id,
  };
}

export function requestRemoveCanned(id: string): WriteRequest<null> {
  return act("answer_remove", { id });
}
