// The nightly verifier: soon after the start, then every night, and when somebody of the staff
// asks, the whole record is checked and the verdict stored, told to the log and to whoever asks.
// Started by proof.ts. Invariants: one check at a time; a fault is told only when a second look
// finds it too, so that nothing that is just being written ever looks like one.

import type { Verdict } from "@truetick/contract/proof";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import type { Log } from "../../platform/log.ts";
import type { Fault } from "./fault.ts";
import { readVerdict, storeVerdict } from "./verdict-table.ts";
import type { VerifyOnce } from "./verify-in-thread.ts";
import type { RecordParts, RecordVerdict } from "./verify-record.ts";

export type VerifierSchedule = {
  /** The hour of the day, UTC, at which everything is checked. */
  readonly verifyAtHour: number;
  /** For tests and drills: so often instead. Null: nightly. */
  readonly verifyEverySec: number | null;
};

export type VerifierParts = VerifierSchedule &
  Pick<RecordParts, "address" | "saltKey" | "heads"> & {
    readonly database: Database;
    readonly clock: Clock;
    readonly log: Log;
    /** What people call a market. */
    readonly codeOf: (marketId: number) => string;
    /** Checks everything once. */
    readonly verify: VerifyOnce;
  };

export type Verifier = {
  readonly verdict: () => Promise<Verdict>;
  /** Begins a check unless one is under way; settles when it is done. */
  readonly run: () => Promise<void>;
  /** For the metrics. */
  readonly reading: () => VerifierReading;
  readonly stop: () => Promise<void>;
};

export type VerifierReading = {
  /** False: something is wrong with the record, and somebody must look. */
  readonly isWhole: boolean;
  /** How many logs have a fault. */
  readonly faults: number;
  /** Unix seconds; 0: not verified so far. */
  readonly finishedAt: number;
  readonly tookSec: number;
  readonly rows: number;
};

/** Once trading is under way and the first checkpoint is there. */
const FIRST_AFTER_MS = 90_000;
const RETRY_AFTER_MS = 600_000;
/** A third look settles what only one of two has found. */
const LOOKS_MAX = 3;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

export async function startVerifier(parts: VerifierParts): Promise<Verifier> {
  const verifier = new NightlyVerifier(parts);
  await verifier.begin();
  return {
    verdict: () => verifier.verdict(),
    run: () => verifier.run(),
    reading: () => verifier.reading,
    stop: () => verifier.stop(),
  };
}

class NightlyVerifier {
  readonly #parts: VerifierParts;
  /** What this process has seen of the checkpoints; whoever replaces one has to replace it here. */
  readonly #seen = new Map<number, string>();
  #timer: NodeJS.Timeout | null = null;
  #underWay: Promise<void> | null = null;
  readonly #stopping = new AbortController();
  reading: VerifierReading = { isWhole: true, faults: 0, finishedAt: 0, tookSec: 0, rows: 0 };

  constructor(parts: VerifierParts) {
    this.#parts = parts;
  }

  async begin(): Promise<void> {
    this.#note(await readVerdict(this.#parts.database));
    const { verifyEverySec } = this.#parts;
    this.#wait(verifyEverySec === null ? FIRST_AFTER_MS : verifyEverySec * 1_000);
  }

  async verdict(): Promise<Verdict> {
    const stored = await readVerdict(this.#parts.database);
    return { ...stored, isRunning: this.#underWay !== null };
  }

  run(): Promise<void> {
    this.#underWay ??= this.#check().finally(() => {
      this.#underWay = null;
    });
    return this.#underWay;
  }

  async stop(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#stopping.abort();
    await this.#underWay;
  }

  #wait(ms: number): void {
    if (this.#stopping.signal.aborted) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.run(), ms);
    this.#timer.unref();
  }

  async #check(): Promise<void> {
    const { database, clock, log, codeOf } = this.#parts;
    const startedAtMs = Math.floor(clock.now());
    try {
      const found = await this.#lookUntilSure();
      const finishedAtMs = Math.max(startedAtMs, Math.floor(clock.now()));
      await storeVerdict(database, { ...found, startedAtMs, finishedAtMs }, codeOf);
      this.#note(await readVerdict(database));
      const { checked, faults } = found;
      if (faults.length === 0) log.info({ checked }, "the record is whole");
      else log.error({ faults }, "the record is NOT whole: something was changed");
      this.#wait(this.#untilNextMs());
    } catch (err) {
      if (this.#stopping.signal.aborted) return;
      log.warn({ err }, "the record could not be verified; it is tried again");
      this.#wait(RETRY_AFTER_MS);
    }
  }

  async #lookUntilSure(): Promise<RecordVerdict> {
    const before: (readonly Fault[])[] = [];
    for (;;) {
      const found = await this.#look();
      const faults = found.faults.filter((fault) => isKnown(fault, before));
      const isSure = faults.length === found.faults.length;
      if (isSure || before.length === LOOKS_MAX - 1) return { ...found, faults };
      before.push(found.faults);
    }
  }

  #look(): Promise<RecordVerdict> {
    const { address, saltKey, heads, verify } = this.#parts;
    const { signal } = this.#stopping;
    return verify({ address, saltKey, heads, seen: this.#seen, signal });
  }

  #untilNextMs(): number {
    const { verifyEverySec, verifyAtHour, clock } = this.#parts;
    if (verifyEverySec !== null) return verifyEverySec * 1_000;
    const sinceMs = (clock.now() - verifyAtHour * HOUR_MS) % DAY_MS;
    return DAY_MS - ((sinceMs + DAY_MS) % DAY_MS);
  }

  #note(verdict: Omit<Verdict, "isRunning">): void {
    this.reading = readingOf(verdict);
  }
}

/**
 * It was found before; or its log was bad at every look, as when the first bad number moves on with
 * what is being written.
 */
function isKnown({ log, ...fault }: Fault, before: readonly (readonly Fault[])[]): boolean {
  const ofLog = before.map((faults) => faults.filter((one) => one.log === log));
  const isSame = ({ marketId, seq, what }: Fault) =>
    marketId === fault.marketId && seq === fault.seq && what === fault.what;
  if (ofLog.flat().some(isSame)) return true;
  return before.length === LOOKS_MAX - 1 && ofLog.every((faults) => faults.length > 0);
}

export function readingOf({
  isWhole,
  allBad,
  finishedAt,
  startedAt,
  checked,
}: Omit<Verdict, "isRunning">): VerifierReading {
  return {
    isWhole,
    faults: allBad.length,
    finishedAt: finishedAt ?? 0,
    tookSec: (finishedAt ?? 0) - (startedAt ?? 0),
    rows: Object.values(checked).reduce((sum, rows) => sum + rows, 0),
  };
}
