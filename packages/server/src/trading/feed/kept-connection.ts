// Keeps a line to a provider open: dials, notices silence, dials again after a growing and
// scattered pause, and, where a provider hangs up by the clock, has the next line talking before
// the old one goes. Used by the providers' feeds. Invariant: after `stop` nothing is dialled and no
// timer runs.

import type { FeedLog } from "./feed.ts";

export type Line = { readonly drop: () => void };

export type LineEvents = {
  /** Something whole arrived on this line. */
  readonly alive: () => void;
  /** The line is gone; at most the first call counts. */
  readonly gone: (why: string) => void;
  /** The provider is about to hang up: have another line ready. */
  readonly ending: () => void;
};

export type Pace = {
  /** Without a sign of life for this long, also while dialling, the line is dropped. */
  readonly silentAfterMs: number;
  readonly pauseFirstMs: number;
  readonly pauseMaxMs: number;
  /** A line that lasted this long was good: the next pause is the first again. */
  readonly steadyAfterMs: number;
  /** Dial a second line after this long; null: lines last for ever. */
  readonly renewAfterMs: number | null;
};

/** Patient enough for both providers' limits on new connections. */
export const PROVIDER_PACE: Pace = {
  silentAfterMs: 10_000,
  pauseFirstMs: 1_000,
  pauseMaxMs: 30_000,
  steadyAfterMs: 10_000,
  renewAfterMs: null,
};

type Call = {
  readonly line: Line;
  readonly silence: NodeJS.Timeout;
  readonly renewal: NodeJS.Timeout | null;
  readonly dialledAtMs: number;
  hasSpoken: boolean;
};

export type Keeping = {
  readonly dial: (events: LineEvents) => Line;
  readonly pace: Pace;
  /** From 0 to 1: who lost the same provider at the same moment must not return together. */
  readonly chance: () => number;
  readonly steadyNow: () => number;
  readonly log: FeedLog;
};

export class KeptConnection {
  readonly #with: Keeping;
  readonly #calls = new Set<Call>();
  #waiting: NodeJS.Timeout | null = null;
  #failures = 0;
  #isStopped = false;

  constructor(keeping: Keeping) {
    this.#with = keeping;
    this.#dial();
  }

  stop(): void {
    this.#isStopped = true;
    if (this.#waiting) clearTimeout(this.#waiting);
    for (const call of [...this.#calls]) this.#end(call);
  }

  #dial(): void {
    if (this.#isStopped) return;
    const { dial, pace, steadyNow } = this.#with;
    let call: Call | null = null;
    let failedAtOnce: string | null = null;
    const line = dial({
      alive: () => call && this.#hear(call),
      gone: (why) => {
        if (call) this.#lose(call, why);
        else failedAtOnce ??= why;
      },
      ending: () => {
        if (call && this.#calls.has(call) && this.#calls.size === 1) this.#dial();
      },
    });
    const made: Call = {
      line,
      silence: setTimeout(() => this.#lose(made, "silent"), pace.silentAfterMs),
      renewal:
        pace.renewAfterMs === null ? null : setTimeout(() => this.#dial(), pace.renewAfterMs),
      dialledAtMs: steadyNow(),
      hasSpoken: false,
    };
    call = made;
    this.#calls.add(made);
    if (failedAtOnce !== null) this.#lose(made, failedAtOnce);
  }

  #hear(call: Call): void {
    if (!this.#calls.has(call)) return;
    call.silence.refresh();
    if (call.hasSpoken) return;
    call.hasSpoken = true;
    this.#with.log.info({}, "a price source is connected");
    for (const other of [...this.#calls]) {
      if (other !== call && other.hasSpoken) this.#end(other);
    }
  }

  #lose(call: Call, why: string): void {
    if (!this.#calls.has(call)) return;
    const { pace, steadyNow, log } = this.#with;
    this.#end(call);
    const lastedMs = Math.round(steadyNow() - call.dialledAtMs);
    if (call.hasSpoken && lastedMs >= pace.steadyAfterMs) this.#failures = 0;
    log.warn({ why, lastedMs }, "a price source is disconnected");
    // A second line that failed is tried again, however well the first one does.
    if (this.#calls.size === 0 || !call.hasSpoken) this.#dialLater();
  }

  #end(call: Call): void {
    this.#calls.delete(call);
    clearTimeout(call.silence);
    if (call.renewal) clearTimeout(call.renewal);
    call.line.drop();
  }

  #dialLater(): void {
    if (this.#isStopped || this.#waiting) return;
    const { pace, chance } = this.#with;
    const pauseMs = Math.min(pace.pauseMaxMs, pace.pauseFirstMs * 2 ** this.#failures);
    this.#failures += 1;
    const scattered = pauseMs * (0.5 + chance() / 2);
    this.#waiting = setTimeout(() => {
      this.#waiting = null;
      this.#dial();
    }, scattered);
  }
}
