// Reads the payload of a proposal about markets, which may be anything that JSON can say.

import { HALT_REASON_LENGTH_MAX } from "@truetick/contract/desk";
import { type Refused, refuse } from "../../platform/handler.ts";

/** The members of a JSON object; none for anything else. */
export function fieldsOf(given: unknown): Readonly<Record<string, unknown>> {
  const isObject = typeof given === "object" && given !== null && !Array.isArray(given);
  return isObject ? (given as Record<string, unknown>) : {};
}

export function invalid(problem: string): Refused {
  return refuse("PROPOSAL_INVALID", { problem });
}

/** What everybody will read of why markets are held; null for nothing, and for too much. */
export function publicReason(given: unknown): string | null {
  const said = typeof given === "string" ? given.trim() : "";
  return said === "" || said.length > HALT_REASON_LENGTH_MAX ? null : said;
}
