// Reads the payload of a proposal about markets, which may be anything that JSON can say.

import { type Refused, refuse } from "../../platform/handler.ts";

/** The members of a JSON object; none for anything else. */
export function fieldsOf(given: unknown): Readonly<Record<string, unknown>> {
  const isObject = typeof given === "object" && given !== null && !Array.isArray(given);
  return isObject ? (given as Record<string, unknown>) : {};
}

export function invalid(problem: string): Refused {
  return refuse("PROPOSAL_INVALID", { problem });
}
