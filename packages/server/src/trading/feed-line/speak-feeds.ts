// The feed role: opens the sources of prices and says on the bus what they say. Of several such
// processes one holds the lease and speaks; the others have their connections open and listen to
// their sources in silence, so that the next one speaks at once. Started by main.ts. Invariant: it
// knows markets and prices and nothing else (H01).

import type { Bus } from "../../platform/bus/bus.ts";
import { FEED_LEASE, type Lease, type LeaseKeeper } from "../../platform/lease/lease.ts";
import type { Log } from "../../platform/log.ts";
import type { FeedSink } from "../feed/feed.ts";
import { FEED_WORDS, type FeedWord, packFeedWord } from "./feed-words.ts";

type Gathered = Omit<FeedWord, "epoch" | "source" | "ticks" | "discards"> & {
  readonly ticks: FeedWord["ticks"][number][];
  readonly discards: FeedWord["discards"][number][];
};

type Needs = { readonly bus: Bus; readonly leases: LeaseKeeper; readonly log: Log };

export type FeedSpeaker = {
  readonly isSpeaking: () => boolean;
  readonly sinkOf: (source: string) => FeedSink;
  readonly skip: (source: string, untilMs: number) => void;
  readonly stop: () => Promise<void>;
};

const NOTHING = { isHeard: false, skippedToMs: null };

/** Waits for the lease by itself, again and again. */
export function createFeedSpeaker({ bus, leases, log }: Needs): FeedSpeaker {
  const gathered = new Map<string, Gathered>();
  const stopping = new AbortController();
  let lease: Lease | null = null;

  function say(): void {
    for (const [source, word] of gathered) {
      if (lease) bus.publish(FEED_WORDS, packFeedWord({ epoch: lease.epoch, source, ...word }));
    }
    gathered.clear();
  }

  /** All of one turn is one word of each source. */
  function gather(source: string, more: Partial<FeedWord>): void {
    if (lease === null) return;
    if (gathered.size === 0) setImmediate(say);
    const word = gathered.get(source) ?? { ...NOTHING, ticks: [], discards: [] };
    word.ticks.push(...(more.ticks ?? []));
    word.discards.push(...(more.discards ?? []));
    const isHeard = word.isHeard || more.isHeard === true;
    const skippedToMs = more.skippedToMs ?? word.skippedToMs;
    gathered.set(source, { ...word, isHeard, skippedToMs });
  }

  const speaking = keepLease({ leases, signal: stopping.signal }, (held) => {
    lease = held;
    if (held) log.info({ epoch: held.epoch }, "this feed speaks now");
    else log.warn("another feed speaks now");
  });

  return {
    isSpeaking: () => lease !== null,
    sinkOf: (source) => ({
      take: (tick) => gather(source, { ticks: [tick] }),
      hear: () => gather(source, { isHeard: true }),
      discard: (reason) => gather(source, { discards: [reason] }),
    }),
    skip: (source, skippedToMs) => gather(source, { skippedToMs }),
    async stop() {
      stopping.abort();
      const held = lease;
      lease = null;
      await speaking;
      if (held) await leases.release(held);
    },
  };
}

async function keepLease(
  { leases, signal }: { readonly leases: LeaseKeeper; readonly signal: AbortSignal },
  tell: (lease: Lease | null) => void,
): Promise<void> {
  try {
    while (!signal.aborted) {
      const lease = await leases.waitFor(FEED_LEASE, signal);
      tell(lease);
      await new Promise<void>((resolve) => {
        leases.onLost(lease, resolve);
        signal.addEventListener("abort", () => resolve());
      });
      if (!signal.aborted) tell(null);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
