// How often a day a member's second factors are changed, since each time a letter is sent (T11).
// Called by the calls that turn one on, add one or renew its codes. Invariants: only who has proved
// to be there counts; taking a factor away is never refused, it follows from having been added.

import type { Refused } from "../../platform/handler.ts";
import type { AttemptWindows } from "./attempt-windows.ts";
import { DAY_MS, SAFETY_CHANGES_PER_DAY_MAX } from "./limits.ts";
import { refuseBeyond } from "./refuse-beyond.ts";

export type SafetyChanges = {
  /** Counts one more. Refuses: TOO_MANY_ATTEMPTS. */
  readonly refuse: (userId: number) => Promise<Refused | null>;
  /** It did not come to a change. */
  readonly giveBack: (userId: number) => Promise<void>;
};

/** What is counted differs by name, so that one kind leaves the other be. */
export function createSafetyChanges(
  attempts: AttemptWindows,
  name: "two-factor" | "passkey",
): SafetyChanges {
  const countedOf = (userId: number) => ({
    what: `${name}-change`,
    subject: String(userId),
    windowMs: DAY_MS,
  });
  return {
    refuse: (userId) =>
      refuseBeyond(attempts, { counted: countedOf(userId), max: SAFETY_CHANGES_PER_DAY_MAX }),
    giveBack: (userId) => attempts.takeBack(countedOf(userId)),
  };
}
