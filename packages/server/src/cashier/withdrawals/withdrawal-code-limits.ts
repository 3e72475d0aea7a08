// How often a day the codes of one member's withdrawals are guessed and mailed, over all of them
// (T13, T11); each withdrawal has limits of its own beside. Called before a code is looked at or
// mailed, and before a withdrawal is made that would wait for one. Invariant: a try is counted
// before it is looked at, so that of a hundred at once no more are looked at.

import type { AttemptWindows } from "../../members/attempts/attempt-windows.ts";
import { DAY_MS, type WithdrawalCodeLimits } from "../../members/attempts/limits.ts";
import { refuseBeyond, refuseUsedUp } from "../../members/attempts/refuse-beyond.ts";
import type { Refused } from "../../platform/handler.ts";

export type WithdrawalCodeGate = {
  /** Counts a try. Refuses: TOO_MANY_ATTEMPTS. */
  readonly refuseTry: (userId: number) => Promise<Refused | null>;
  /** It was right, or nothing was looked at. */
  readonly giveBackTry: (userId: number) => Promise<void>;
  /** Counts a letter. Refuses: TOO_MANY_ATTEMPTS, also while no code could be tried. */
  readonly refuseLetter: (userId: number) => Promise<Refused | null>;
  /** It was not sent. */
  readonly giveBackLetter: (userId: number) => Promise<void>;
  /** Counts nothing. Refuses a withdrawal that needs a code: TOO_MANY_ATTEMPTS. */
  readonly refuseRequest: (userId: number) => Promise<Refused | null>;
};

export function createWithdrawalCodeGate(
  attempts: AttemptWindows,
  { wrongPerDay, lettersPerDay }: WithdrawalCodeLimits,
): WithdrawalCodeGate {
  const day = (what: string, userId: number) => ({
    what,
    subject: String(userId),
    windowMs: DAY_MS,
  });
  const tries = (userId: number) => ({
    counted: day("withdrawal-code", userId),
    max: wrongPerDay,
  });
  const letters = (userId: number) => ({
    counted: day("withdrawal-letter", userId),
    max: lettersPerDay,
  });
  const refuseTried = (userId: number) => refuseUsedUp(attempts, tries(userId));
  return {
    refuseTry: (userId) => refuseBeyond(attempts, tries(userId)),
    giveBackTry: (userId) => attempts.takeBack(tries(userId).counted),
    refuseLetter: async (userId) =>
      (await refuseTried(userId)) ?? (await refuseBeyond(attempts, letters(userId))),
    giveBackLetter: (userId) => attempts.takeBack(letters(userId).counted),
    refuseRequest: async (userId) =>
      (await refuseTried(userId)) ?? (await refuseUsedUp(attempts, letters(userId))),
  };
}
