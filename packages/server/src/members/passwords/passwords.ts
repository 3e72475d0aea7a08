// Hashes passwords and compares them, a few at a time: Argon2id costs a core for tens of
// milliseconds and 19 MiB each time, so who comes when the queue is full is sent away politely, and
// orders go on (T10). Called by logins, registering, changes and step-up. Invariants: an account
// that does not exist costs as much as one that does (T14); no password is ever logged or thrown.

import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { hash as hashArgon, verify as verifyArgon } from "@node-rs/argon2";

/** OWASP's smallest for Argon2id, which is the library's kind unless told otherwise. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const QUEUE_PER_CORE_MAX = 2;
/** How long the pool rests for each moment it works while others wait. */
const REST_PER_WORK = 2;

/** The queue is full: nothing was looked at. */
export const BUSY = "busy";
export type Busy = typeof BUSY;

export type Passwords = {
  readonly hash: (password: string) => Promise<string | Busy>;
  /** `hash` null: there is no such account, which takes as long to say as "wrong". */
  readonly verify: (hash: string | null, password: string) => Promise<boolean | Busy>;
  /**
   * Lets in as many calls as could be hashed soon, and turns the rest away before they have cost
   * anything: five hundred that all asked the database first would be felt by everybody (T10).
   */
  readonly admit: <T>(call: () => Promise<T>) => Promise<T | Busy>;
};

export function createPasswords(cores: number = availableParallelism()): Passwords {
  // One core stays with the engine and whoever is being answered.
  const atOnce = Math.max(1, cores - 1);
  const waiting = QUEUE_PER_CORE_MAX * cores;
  const run = createQueue({ atOnce, waiting, rests: true });
  const admit = createQueue({ atOnce: atOnce + waiting, waiting: 0, rests: false });
  let dummy: Promise<string> | null = null;
  const hashNow = (password: string) => hashArgon(normalise(password), COST);

  return {
    hash: (password) => run(() => hashNow(password)),
    verify: (hash, password) =>
      run(async () => {
        dummy ??= hashNow(randomBytes(32).toString("hex"));
        const isRight = await verifyArgon(hash ?? (await dummy), normalise(password));
        return isRight && hash !== null;
      }),
    admit,
  };
}

/** One password, however a keyboard puts its accents together. */
function normalise(password: string): string {
  return password.normalize("NFKC");
}

/**
 * Runs so many at once, lets so many wait, and turns the others away. One that rests pauses before
 * it takes the next that waits: most of its time stays with orders, whatever storm of logins
 * there is.
 */
function createQueue({
  atOnce,
  waiting,
  rests,
}: {
  atOnce: number;
  waiting: number;
  rests: boolean;
}) {
  const queue: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T | Busy> => {
    if (running >= atOnce) {
      if (queue.length >= waiting) return BUSY;
      // Whoever finishes hands over its place, so that nobody slips in between.
      await new Promise<void>((resolve) => queue.push(resolve));
    } else running += 1;
    const startedAtMs = performance.now();
    const handOver = () => {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    };
    try {
      return await work();
    } finally {
      const workedMs = performance.now() - startedAtMs;
      if (rests && queue.length > 0) setTimeout(handOver, REST_PER_WORK * workedMs);
      else handOver();
    }
  };
}
