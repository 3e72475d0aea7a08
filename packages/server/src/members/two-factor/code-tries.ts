// How often codes of one user may be tried: counted in the database before they are looked at, so
// that neither a restart nor a second process gives a guesser more (T13). For the codes of the app:
// recovery codes are too long to be guessed, so that whoever uses these tries up locks nobody out.

import type { AttemptWindows } from "../attempts/attempt-windows.ts";

const QUARTER_MS = 900_000;
const DAY_MS = 86_400_000;
/** Of a million codes three are good at a time: a year of guessing finds one in thirty. */
const TRIES_PER_QUARTER_MAX = 10;
const TRIES_PER_DAY_MAX = 30;

export type CodeTries = {
  /** Counts one more. Null when it may be made. */
  readonly refuse: (userId: number) => Promise<TooMany | null>;
  /** It was right, so it was no guess. */
  readonly giveBack: (userId: number) => Promise<void>;
  readonly forget: (userId: number) => Promise<void>;
};

/** Nothing was looked at; the next try may be made after that long. */
export type TooMany = { readonly endsInMs: number };

export function createCodeTries(attempts: AttemptWindows): CodeTries {
  const windowsOf = (userId: number) => {
    const subject = String(userId);
    return [
      { counted: { what: "auth-code", subject, windowMs: QUARTER_MS }, max: TRIES_PER_QUARTER_MAX },
      { counted: { what: "auth-code-day", subject, windowMs: DAY_MS }, max: TRIES_PER_DAY_MAX },
    ];
  };
  return {
    async refuse(userId) {
      for (const { counted, max } of windowsOf(userId)) {
        const { tries, endsInMs } = await attempts.count(counted);
        if (tries > max) return { endsInMs };
      }
      return null;
    },
    async giveBack(userId) {
      for (const { counted } of windowsOf(userId)) await attempts.takeBack(counted);
    },
    async forget(userId) {
      for (const { counted } of windowsOf(userId)) await attempts.forget(counted);
    },
  };
}
