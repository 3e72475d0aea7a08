// This browser as a witness: looks about as often as the platform signs, remembers what held, and
// writes down what did not, for every window of this app (H05). Made by witness-of.ts.
// Invariant: what another window wrote meanwhile is never lost: the memory is read again before
// it is written, in one go.

import { createStore, type ReadableStore } from "@truetick/ui/state";
import type { Storage } from "../app/storage.ts";
import { type Alarm, addAlarms } from "./alarm.ts";
import { checkRound, type Outcome, type WitnessQuestions } from "./check-round.ts";
import { settleRound } from "./settle-round.ts";
import { MEMORY_NAME, readMemory, type WitnessMemory, writeMemory } from "./witness-memory.ts";

export type WitnessState = {
  readonly memory: WitnessMemory;
  /** Of the last look in this window; null before the first. */
  readonly outcome: Outcome | null;
  readonly isChecking: boolean;
  /** Null until that is known. */
  readonly canCheckSignatures: boolean | null;
};

export type Witness = ReadableStore<WitnessState> & {
  /** Looks now and then from now on; the answer ends that. */
  readonly start: () => () => void;
  readonly check: () => Promise<void>;
  /** What was found elsewhere: a receipt that a person had verified. */
  readonly report: (alarms: readonly Alarm[]) => void;
};

export type WitnessParts = {
  readonly storage: Storage;
  readonly ask: WitnessQuestions;
  readonly canCheckSignatures: () => Promise<boolean>;
  /** Holds something of the past against what is remembered; after a look that went well. */
  readonly checkSample: (memory: WitnessMemory) => Promise<readonly Alarm[]>;
  readonly isHidden: () => boolean;
  readonly now?: () => number;
};

const RHYTHM_MIN_MS = 5_000;
const RHYTHM_MAX_MS = 60_000;

const GAPS_LOOKED_AT = 4;

/**
 * As often as there is something new to see; a night between two of them is no rhythm. Before two
 * were seen it is not known: soon, and twice as long after every look that showed nothing new.
 */
export function rhythmOf({ checkpoints }: WitnessMemory, looks = 1): number {
  const times = checkpoints.slice(-GAPS_LOOKED_AT - 1).map(({ atMs }) => atMs);
  const gaps = times.slice(1).map((atMs, nth) => atMs - (times[nth] ?? atMs));
  if (gaps.length === 0) return Math.min(RHYTHM_MAX_MS, RHYTHM_MIN_MS * 2 ** (looks - 1));
  return Math.min(RHYTHM_MAX_MS, Math.max(RHYTHM_MIN_MS, Math.min(...gaps)));
}

/** Now, and again after the wait that each look answers, until it is ended. */
function lookOverAndOver(look: () => Promise<number>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isEnded = false;
  const next = async () => {
    const waitMs = await look();
    if (!isEnded) timer = setTimeout(() => void next(), waitMs);
  };
  void next();
  return () => {
    isEnded = true;
    clearTimeout(timer);
  };
}

export function createWitness(parts: WitnessParts): Witness {
  const { storage, ask, isHidden, now = Date.now } = parts;
  const state = createStore<WitnessState>({
    memory: readMemory(storage),
    outcome: null,
    isChecking: false,
    canCheckSignatures: null,
  });
  const change = (next: Partial<WitnessState>) => state.set({ ...state.get(), ...next });
  const keep = (settle: (memory: WitnessMemory) => WitnessMemory) => {
    const memory = settle(readMemory(storage));
    writeMemory(storage, memory);
    change({ memory });
  };

  async function look(): Promise<void> {
    const isFirst = state.get().outcome === null;
    const canCheckSignatures = state.get().canCheckSignatures ?? (await parts.canCheckSignatures());
    change({ isChecking: true, canCheckSignatures });
    try {
      const memory = readMemory(storage);
      const nowMs = now();
      const round = await checkRound({ memory, ask, nowMs, isFirst, canCheckSignatures });
      keep((known) => settleRound(known, round, nowMs));
      change({ outcome: round.outcome });
      if (round.outcome !== "good") return;
      const found = await parts.checkSample(readMemory(storage));
      if (found.length > 0) keep((known) => ({ ...known, alarms: addAlarms(known.alarms, found) }));
    } catch {
      // What was kept cannot be read, or an answer was none: nothing is known, nothing is said.
      change({ outcome: "unreachable" });
    } finally {
      change({ isChecking: false });
    }
  }

  let underWay: Promise<void> | null = null;
  const check = () => {
    underWay ??= look().finally(() => {
      underWay = null;
    });
    return underWay;
  };

  /** Another window may have looked a moment ago. */
  const isDue = () => {
    const memory = readMemory(storage);
    return state.get().outcome === null || now() - memory.checkedAtMs >= rhythmOf(memory) / 2;
  };

  return {
    get: state.get,
    subscribe: state.subscribe,
    check,
    report: (alarms) => keep((known) => ({ ...known, alarms: addAlarms(known.alarms, alarms) })),
    start() {
      let looks = 0;
      const endLooks = lookOverAndOver(async () => {
        if (!isHidden() && isDue()) await check();
        looks = state.get().outcome === "good" ? looks + 1 : 1;
        return rhythmOf(state.get().memory, looks);
      });
      const unwatch = storage.watch(MEMORY_NAME, () => change({ memory: readMemory(storage) }));
      return () => {
        endLooks();
        unwatch();
      };
    },
  };
}
