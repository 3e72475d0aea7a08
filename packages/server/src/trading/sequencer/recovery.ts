// From the journal to a state that can trade: the newest snapshot that can be trusted and every
// row after it, at the start; the rows that a lost commit left behind, after a failure. Called by
// the sequencer while it takes nothing. Invariant: what is folded follows in number and in hash.

import type { Event } from "@truetick/engine";
import { CHAIN_GENESIS } from "@truetick/proof";
import type { Log } from "../../platform/log.ts";
import type { PackedEntry } from "../journal/batch.ts";
import { JournalBroken, type JournalPlace, type JournalSession } from "../journal/journal-store.ts";
import type { LiveState } from "./live-state.ts";
import type { Committed } from "./outcome.ts";

export const JOURNAL_START: JournalPlace = { seq: 0, atMs: 0, hash: CHAIN_GENESIS };

type Reading = { readonly session: JournalSession; readonly live: LiveState };

/** Builds the state from the database. Answers where the journal ends. */
export async function recoverState({
  session,
  live,
  log,
}: Reading & { readonly log: Log }): Promise<JournalPlace> {
  const snapshot = await session.readSnapshot();
  if (snapshot) live.begin(snapshot);
  const from = snapshot?.place ?? JOURNAL_START;
  let place = await foldTail({ session, live }, from);
  const differing = (await session.findDisagreement?.(live.state)) ?? null;
  if (differing !== null) {
    const what = { snapshotSeq: from.seq, seq: place.seq, differing };
    log.error(what, "the state is not what ledger and blotter say: folding the whole journal");
    live.beginEmpty();
    place = await foldTail({ session, live }, JOURNAL_START);
    await insistOnAgreement({ session, live });
  }
  log.info({ snapshotSeq: from.seq, seq: place.seq }, "recovered the state");
  return place;
}

function foldTail({ session, live }: Reading, from: JournalPlace): Promise<JournalPlace> {
  return session.readTail(from, (entry) => {
    foldRow(live, entry);
  });
}

/** The journal is what happened; tables that differ from it were changed by somebody. */
async function insistOnAgreement({ session, live }: Reading): Promise<void> {
  const differing = await session.findDisagreement?.(live.state);
  if (differing) throw new JournalBroken(`ledger or blotter are not the journal's: ${differing}`);
}

export type LostRows = {
  readonly shard: number;
  readonly from: JournalPlace;
  /** The links at the ends of the commits whose answers were lost. */
  readonly ends: readonly Uint8Array[];
};

/**
 * Folds what the journal has beyond `from`: commits of ours whose answers were lost, and no row
 * that anybody else wrote, however well it follows.
 */
export async function recoverLost({
  session,
  live,
  shard,
  from,
  ends,
}: Reading & LostRows): Promise<{
  readonly place: JournalPlace;
  readonly found: readonly Committed[];
}> {
  // Read to the end before anything is folded: a connection that breaks must not leave half.
  const entries: PackedEntry[] = [];
  const place = await session.readTail(from, (entry) => {
    entries.push(entry);
  });
  if (![from.hash, ...ends].some((hash) => Buffer.compare(hash, place.hash) === 0)) {
    throw new JournalBroken(`journal row ${place.seq} ends no commit of ours`);
  }
  const found = entries.map((entry) => ({
    shard,
    seq: entry.seq,
    atMs: entry.atMs,
    events: foldRow(live, entry),
  }));
  return { place, found };
}

function foldRow(live: LiveState, entry: PackedEntry): readonly Event[] {
  try {
    return live.fold(entry);
  } catch (error) {
    throw new JournalBroken(`journal row ${entry.seq} cannot be folded`, { cause: error });
  }
}
