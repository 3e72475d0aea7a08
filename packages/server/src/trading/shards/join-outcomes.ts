// One answer of several shards that were all told the same, such as the end of a day. Used by
// remote-sequencer.ts. Invariant: accepted only when no shard has to be told again; repeating what
// one shard has already done changes nothing there, and is no refusal of the whole.

import type { Event } from "@truetick/engine";
import type { AcceptedOutcome, Outcome, RefusedOutcome } from "../sequencer/outcome.ts";

export function joinOutcomes(outcomes: readonly Outcome[]): Outcome {
  const refused = outcomes.filter((one): one is RefusedOutcome => !one.isAccepted);
  const again = refused.find(
    ({ refusal: { reason } }) => reason === "UNAVAILABLE" || reason === "OVERLOADED",
  );
  if (again) return again;
  const accepted = outcomes.filter((one): one is AcceptedOutcome => one.isAccepted);
  const [first] = accepted;
  if (first === undefined) {
    const [refusal] = refused;
    if (refusal === undefined) throw new Error("Invariant: there is at least one shard");
    return refusal;
  }
  if (outcomes.length === 1) return first;
  const events: Event[] = accepted.flatMap((one) => [...one.events]);
  return { ...first, events };
}
