// One look of the witness: the newest checkpoint, whose key, its signature, whether every log goes
// on from what is remembered, and what the platform's own verifier says. Called by witness.ts about
// once a minute. Finds only; what becomes of it is `settleRound`'s. A broken line is no alarm.

import type { Verdict } from "@truetick/contract/proof";
import {
  type Checkpoint,
  type EndorsedKey,
  openCheckpoint,
  readCheckpoint,
  type SignedCheckpoint,
} from "@truetick/proof";
import type { Alarm, AlarmKind } from "./alarm.ts";
import { type Asked, compareLogs, type LogFault, type Prove } from "./compare-logs.ts";
import { findFirstBad } from "./find-first-bad.ts";
import { pinKeys } from "./pin-keys.ts";
import { bodyOf, lastSeen, type WitnessMemory } from "./witness-memory.ts";

/** What the witness reads of it. */
export type PublicVerdict = Pick<Verdict, "isWhole" | "firstBad" | "allBad">;

/** What a witness asks the server. */
export type WitnessQuestions = {
  /** One by its number; the newest with null. */
  readonly checkpoint: (number: number | null) => Promise<Asked<SignedCheckpoint>>;
  readonly keys: () => Promise<Asked<readonly EndorsedKey[]>>;
  readonly prove: Prove;
  readonly verdict: () => Promise<Asked<PublicVerdict>>;
};

export type Outcome = "good" | "unreachable" | "unproved" | "bad";

export type Round = {
  readonly outcome: Outcome;
  /** Those known from now on. */
  readonly keys: readonly EndorsedKey[];
  /** To be remembered; null when it was known, or cannot be believed. */
  readonly fresh: SignedCheckpoint | null;
  readonly alarms: readonly Alarm[];
  /** What the server said instead of a proof. */
  readonly said: string;
};

export type RoundParts = {
  readonly memory: WitnessMemory;
  readonly ask: WitnessQuestions;
  readonly nowMs: number;
  /** The first look of a visit asks for the keys even when it knows the one in use. */
  readonly isFirst: boolean;
  /** Whether this browser can check signatures here. */
  readonly canCheckSignatures: boolean;
};

type Found = Pick<Round, "outcome"> & Partial<Round>;

export async function checkRound(parts: RoundParts): Promise<Round> {
  const { memory, ask } = parts;
  const round = (found: Found): Round => ({
    keys: memory.keys,
    fresh: null,
    alarms: [],
    said: "",
    ...found,
  });
  const newest = await ask.checkpoint(null);
  if (!("value" in newest)) return round(unanswered(newest));
  const now = readCheckpoint(newest.value.text);
  const alarmOf = alarmsAbout(parts, newest.value);
  if (!now) {
    const detail = "the newest checkpoint is not in its one spelling";
    return round({ outcome: "bad", alarms: [alarmOf("signature", { detail })] });
  }
  const believed = await believe({ ...parts, newest: newest.value, now, alarmOf });
  if (believed.outcome !== "good") return round(believed);
  const { keys = memory.keys } = believed;
  const compared = await compareWithLast({ ...parts, newest: newest.value, now, alarmOf });
  const verdict = await askVerdict(ask, alarmOf);
  const alarms = [...(compared.alarms ?? []), ...verdict];
  return round({ ...compared, keys, alarms, outcome: alarms.length ? "bad" : compared.outcome });
}

function unanswered({ isUnreachable, said }: { isUnreachable: boolean; said: string }): Found {
  return isUnreachable ? { outcome: "unreachable" } : { outcome: "unproved", said };
}

type AlarmOf = (kind: AlarmKind, about: Pick<Alarm, "detail"> & Partial<Alarm>) => Alarm;

function alarmsAbout({ memory, nowMs }: RoundParts, now: SignedCheckpoint): AlarmOf {
  const last = lastSeen(memory);
  const seen = last && { text: last.text, signature: last.signature };
  const nothing = { log: null, market: null, firstBad: null, isExact: false };
  return (kind, about) => ({ ...nothing, kind, foundAtMs: nowMs, seen, now, ...about });
}

type Looked = RoundParts & {
  readonly newest: SignedCheckpoint;
  readonly now: Checkpoint;
  readonly alarmOf: AlarmOf;
};

/** Whether the key is one to believe, and the signature its. */
async function believe(looked: Looked): Promise<Found> {
  const { memory, ask, now, newest, alarmOf, isFirst, canCheckSignatures } = looked;
  let { keys } = memory;
  const isKnown = keys.some(({ keyId }) => keyId === now.keyId);
  const offered = isFirst || !isKnown ? await ask.keys() : null;
  if (offered && !("value" in offered) && !isKnown) return unanswered(offered);
  if (offered && "value" in offered) {
    const pinned = await pinKeys(keys, offered.value, canCheckSignatures);
    if ("fault" in pinned) {
      return { outcome: "bad", alarms: [alarmOf("key", { detail: pinned.fault })] };
    }
    keys = pinned.keys;
  }
  if (!canCheckSignatures) return { outcome: "good", keys };
  const opened = await openCheckpoint(newest, keys);
  if ("checkpoint" in opened) return { outcome: "good", keys };
  return { outcome: "bad", alarms: [alarmOf("signature", { detail: opened.fault })] };
}

async function compareWithLast(looked: Looked): Promise<Found> {
  const { memory, ask, now, newest, alarmOf } = looked;
  const last = lastSeen(memory);
  if (!last) return { outcome: "good", fresh: newest };
  if (last.text === newest.text) return { outcome: "good" };
  const seen = bodyOf(last);
  if (now.number < seen.number) {
    // An answer may be older than one that came before; then the later one is still there.
    const again = await ask.checkpoint(seen.number);
    if ("value" in again && again.value.text === last.text) return { outcome: "good" };
    if (!("value" in again) && again.isUnreachable) return { outcome: "unreachable" };
  }
  const { faults, unproved, isUnreachable } = await compareLogs(seen, now, ask.prove);
  const alarms = await Promise.all(faults.map((fault) => alarmOfFault(looked, fault)));
  if (faults.length === 0 && now.number <= seen.number) {
    const detail = `checkpoint ${seen.number} is not the one that was seen`;
    alarms.push(alarmOf("rewritten", { detail }));
  }
  if (alarms.length > 0) return { outcome: "bad", alarms };
  if (isUnreachable) return { outcome: "unreachable" };
  if (unproved.length > 0) return { outcome: "unproved", said: unproved.join("; ") };
  return { outcome: "good", fresh: newest };
}

async function alarmOfFault(looked: Looked, { kind, log, detail }: LogFault): Promise<Alarm> {
  const { memory, now, ask, alarmOf } = looked;
  const known = memory.alarms.find((alarm) => alarm.kind === kind && alarm.log === log);
  const history = memory.checkpoints.map(bodyOf);
  const firstBad = known
    ? known.firstBad
    : await findFirstBad({ log, history, now, prove: ask.prove });
  return alarmOf(kind, { log, detail, firstBad });
}

/** The platform's own word against itself: the first of all bad rows, then one of every log. */
async function askVerdict(ask: WitnessQuestions, alarmOf: AlarmOf): Promise<readonly Alarm[]> {
  const verdict = await ask.verdict();
  if (!("value" in verdict) || verdict.value.isWhole) return [];
  const { firstBad, allBad } = verdict.value;
  if (!firstBad) return [alarmOf("verdict", { detail: "the verifier names no row" })];
  // A rule that does not hold follows from a bad row, and has no row of its own.
  const rows = allBad.filter(({ what }) => what !== "invariant");
  return [firstBad, ...rows].map(({ log, market, seq, what, detail }) => {
    const place = { log, market, firstBad: seq, isExact: true };
    return alarmOf("verdict", { ...place, detail: `${what}: ${detail}` });
  });
}
