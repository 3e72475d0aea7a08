// The answer of `decide`: what happens, or why nothing does.
import type { Event } from "./event.ts";
import type { Refusal } from "./refusal.ts";

export type Accepted = { readonly isAccepted: true; readonly events: readonly Event[] };
export type Refused = { readonly isAccepted: false; readonly refusal: Refusal };
export type Decision = Accepted | Refused;

export function accept(events: readonly Event[]): Accepted {
  return { isAccepted: true, events };
}

export function refuse(refusal: Refusal): Refused {
  return { isAccepted: false, refusal };
}
