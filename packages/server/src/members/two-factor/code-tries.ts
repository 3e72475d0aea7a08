// How often codes of one user may be tried: counted in the database before they are looked at, so
// that neither a restart nor a second process gives a guesser more (T13). For the second factor.

import type { AttemptWindows } from "../attempts/attempt-windows.ts";

const QUARTER_MS = 900_000;
const DAY_MS = 86_400_000;
/** Of a million codes three are good at a time: a year of guessing finds one in thirty. */
const TRIES_PER_QUARTER_MAX = 10;
const TRIES_PER_DAY_MAX = 30;

export type CodeTries = {
  readonly allow: (userId: number) => Promise<boolean>;
  /** It was right, so it was no guess. */
  readonly giveBack: (userId: number) => Promise<void>;
};

export function createCodeTries(attempts: AttemptWindows): CodeTries {
  const windowsOf = (userId: number) => {
    const subject = String(userId);
    return [
      { counted: { what: "auth-code", subject, windowMs: QUARTER_MS }, max: TRIES_PER_QUARTER_MAX },
      { counted: { what: "auth-code-day", subject, windowMs: DAY_MS }, max: TRIES_PER_DAY_MAX },
    ];
  };
  return {
    async allow(userId) {
      for (const { counted, max } of windowsOf(userId)) {
        if ((await attempts.count(counted)).tries > max) return false;
      }
      return true;
    },
    async giveBack(userId) {
      for (const { counted } of windowsOf(userId)) await attempts.takeBack(counted);
    },
  };
}
