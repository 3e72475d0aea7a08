// The way of a trader's command to the sequencer and of its answer back. Called by the handlers of
// orders and accounts. Invariant: the client's name of the attempt goes along, so that the same
// attempt is carried out once and answered the same every time (T01).

import type { Refused, TraderContext } from "../platform/handler.ts";
import { refusalToReason } from "./refusal-reason.ts";
import type { AcceptedOutcome, Sequencer, UnstampedCommand } from "./sequencer/sequencer.ts";

export type Submit = Sequencer["submit"];

/** `pricePrecision` is that of the market in question; null where refusals name no prices. */
export async function submitAttempt(
  submit: Submit,
  command: UnstampedCommand,
  {
    context: { caller, attempt, language },
    pricePrecision,
  }: { context: TraderContext; pricePrecision: number | null },
): Promise<AcceptedOutcome | Refused> {
  const ownerId = caller.userId;
  const key = attempt ? { ownerId, key: attempt.key, payload: attempt.payload } : undefined;
  const outcome = await submit(command, key);
  if (outcome.isAccepted) return outcome;
  return refusalToReason(outcome.refusal, { language, pricePrecision });
}

/** What the accepted command must have led to; anything else is a broken engine. */
export function eventOf<Found>(found: Found | undefined): Found {
  if (found === undefined) throw new Error("Invariant: an accepted command has its own event");
  return found;
}
