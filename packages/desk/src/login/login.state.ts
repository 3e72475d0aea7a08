// The steps of coming in: e-mail and password, then the second factor, which is set up the first
// time. Pure: the screen sends, this says what comes next.

import type { StaffLogin } from "@truetick/contract/desk";
import type { Answer } from "../api/server.ts";

export type Credentials = { readonly email: string; readonly password: string };

export type LoginStep =
  | { readonly step: "credentials" }
  /** Chosen by whoever was invited by mail. */
  | { readonly step: "invitation" }
  | { readonly step: "factor"; readonly given: Credentials; readonly isMailed: boolean }
  | {
      readonly step: "enrolment";
      /** Null after an invitation: the password is not kept longer than it is needed. */
      readonly given: Credentials | null;
      readonly ticket: string;
      readonly secret: string;
      readonly uri: string;
    };

export const FIRST_STEP: LoginStep = { step: "credentials" };

/** What comes after an answer; null when it leads nowhere and has to be told. */
export function stepAfter(
  answer: Answer<StaffLogin>,
  given: Credentials | null,
): LoginStep | "inside" | null {
  if (answer.isOk) {
    if (answer.value.kind === "session") return "inside";
    const { ticket, secret, uri } = answer.value;
    return { step: "enrolment", given, ticket, secret, uri };
  }
  const { failure } = answer;
  const isFactor = failure.kind === "refused" && failure.reason === "SECOND_FACTOR_NEEDED";
  return isFactor && given ? { step: "factor", given, isMailed: false } : null;
}

/** In groups of four, as people read keys out. */
export function groupedKey(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, "$1 ");
}
