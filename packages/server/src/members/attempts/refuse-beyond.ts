// What may be done so often in a window and then no more until it ends. Called by whatever a member
// could do too often. Invariant: it is counted before it is done (see attempt-windows.ts).

import { type Refused, refuse } from "../../platform/handler.ts";
import type { AttemptWindows, Counted, Tally } from "./attempt-windows.ts";

export type Capped = { readonly counted: Counted; readonly max: number };

/** Counts one more. Refuses: TOO_MANY_ATTEMPTS. */
export async function refuseBeyond(
  attempts: Pick<AttemptWindows, "count">,
  { counted, max }: Capped,
): Promise<Refused | null> {
  const tally = await attempts.count(counted);
  return tally.tries > max ? refuseUntilEnd(tally) : null;
}

/** Counts nothing. Refuses: TOO_MANY_ATTEMPTS when there is none left. */
export async function refuseUsedUp(
  attempts: Pick<AttemptWindows, "look">,
  { counted, max }: Capped,
): Promise<Refused | null> {
  const tally = await attempts.look(counted);
  return tally.tries >= max ? refuseUntilEnd(tally) : null;
}

function refuseUntilEnd({ endsInMs }: Tally): Refused {
  return refuse("TOO_MANY_ATTEMPTS", { seconds: Math.max(1, Math.ceil(endsInMs / 1_000)) });
}
