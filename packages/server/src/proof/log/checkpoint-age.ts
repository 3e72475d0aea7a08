// How long ago the newest checkpoint was made, for the metrics. Used by start-log.ts. Invariant: it
// grows for as long as none comes, also when the wall clock was set back behind it (F10).

import type { Checkpoint } from "@truetick/proof";
import type { Clock } from "../../platform/clock.ts";

type Made = Pick<Checkpoint, "number" | "atMs">;

/** In seconds; of none, since the start. */
export function createCheckpointAge(clock: Clock): (newest: Made | null) => number {
  let number = 0;
  let sinceMs = clock.monotonic();
  return (newest) => {
    if (newest && newest.number !== number) {
      number = newest.number;
      sinceMs = clock.monotonic() - Math.max(0, clock.now() - newest.atMs);
    }
    return (clock.monotonic() - sinceMs) / 1_000;
  };
}
