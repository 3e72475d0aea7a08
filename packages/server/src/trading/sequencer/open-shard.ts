// Everything a shard's sequencer starts with: the connection, the state, the tape and the keys, as
// the database has them. Called once per start. Rejects when the database cannot be reached, when
// the shard has another owner, or when the journal is broken.

import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import type { JournalStore } from "../journal/journal-store.ts";
import type { SessionPlan } from "../sessions/session-plan.ts";
import { type ShardTape, Tape, type TapeHead } from "../tape/tape.ts";
import { JournalLink } from "./journal-link.ts";
import { KnownKeys } from "./known-keys.ts";
import { LiveState } from "./live-state.ts";
import type { Pace } from "./pace.ts";
import { recoverState } from "./recovery.ts";
import { SteadyTime } from "./steady-time.ts";

export type ShardOptions = {
  readonly shard: number;
  readonly store: JournalStore;
  readonly clock: Clock;
  readonly pace: Pace;
  readonly log: Log;
  /** Which markets open and close when; without, sessions are set by command only. */
  readonly sessions?: SessionPlan | undefined;
  /** Calls back when the shard is somebody else's. */
  readonly watchLease?: ((onLost: () => void) => void) | undefined;
  /** Called once, when this one has stopped for good because the shard has another owner. */
  readonly onFenced?: (() => void) | undefined;
  /** The tape that goes on from these ends; without, the shard keeps it itself. */
  readonly tape?: OpenTape | undefined;
  /** See SequencerOptions.isGathering. */
  readonly isGathering?: boolean | undefined;
  /** See CommitQueueOptions.aheadRows. */
  readonly aheadRows?: number | undefined;
};

export type OpenTape = (heads: readonly TapeHead[]) => ShardTape | Promise<ShardTape>;

export type RecoveredShard = {
  readonly live: LiveState;
  readonly time: SteadyTime;
  readonly keys: KnownKeys;
  readonly tape: ShardTape;
  readonly link: JournalLink;
};

export async function openShard(options: ShardOptions): Promise<RecoveredShard> {
  const { shard, log } = options;
  const live = new LiveState(shard);
  const time = new SteadyTime(options.clock);
  const keys = new KnownKeys(options);
  const link = new JournalLink(options);
  try {
    const session = await link.connect();
    const place = await recoverState({ session, live, log });
    const heads = await session.readTapeHeads();
    await keys.prepare();
    link.begin(place);
    time.reach(place.atMs);
    for (const { marketId, newest } of heads) {
      live.mark({ type: "TakeQuote", marketId, ...newest });
      time.reach(newest.atMs);
    }
    const tape = (await options.tape?.(heads)) ?? new Tape(heads);
    return { live, time, keys, tape, link };
  } catch (error) {
    link.close();
    throw error;
  }
}
