// How often one address may ask: a bucket of tokens per address that refills steadily. Generous,
// because households, offices and mobile carriers share one; calls that are worth more to an
// attacker bring limits of their own. Several gateways count together, in handfuls: what one of
// them has let through of an address, the others take from its bucket too. Invariants: memory is
// bounded, whoever asks; an address is forgotten once its bucket is full again.

import type { Clock } from "../../platform/clock.ts";
import { isLoopback } from "../../platform/loopback.ts";
import type { News } from "../../platform/news/news.ts";

const BURST_REQUESTS_MAX = 600;
const REQUESTS_PER_SECOND = 60;
const ADDRESSES_MAX = 100_000;
const FORGOTTEN_EVERY_MS = 1_000;

/** Told at once: a second gateway may add so many to a burst, and a request costs no message. */
const TOLD_AT_ONCE = 10;

type Bucket = { tokens: number; filledAtMs: number; untold: number };

export type AddressLimit = {
  /** False when this address has asked too often. */
  readonly allows: (address: string) => boolean;
  /** How many addresses are remembered. */
  readonly remembered: () => number;
};

type Taken = readonly [address: string, tokens: number];

export function createAddressLimit(
  clock: Pick<Clock, "monotonic">,
  news: News | null = null,
): AddressLimit {
  const buckets = new Map<string, Bucket>();
  let forgottenAtMs = clock.monotonic();

  function bucketOf(address: string): Bucket {
    const nowMs = clock.monotonic();
    if (nowMs - forgottenAtMs >= FORGOTTEN_EVERY_MS) {
      forgottenAtMs = nowMs;
      forgetFull(buckets, nowMs);
    }
    const full = { tokens: BURST_REQUESTS_MAX, filledAtMs: nowMs, untold: 0 };
    const bucket = buckets.get(address) ?? full;
    bucket.tokens = tokensAt(bucket, nowMs);
    bucket.filledAtMs = nowMs;
    // Moved to the end, so that the first is always the one that was quiet the longest.
    buckets.delete(address);
    buckets.set(address, bucket);
    if (buckets.size > ADDRESSES_MAX) forgetQuietest(buckets);
    return bucket;
  }

  const channel = news?.channel("addresses", parseTaken) ?? null;
  channel?.follow(([address, tokens]) => {
    bucketOf(address).tokens -= tokens;
  });

  function tell(address: string, bucket: Bucket): void {
    bucket.untold += 1;
    if (channel === null || bucket.untold < TOLD_AT_ONCE) return;
    channel.tellOthers([address, bucket.untold]);
    bucket.untold = 0;
  }

  return {
    allows(address) {
      if (isLoopback(address)) return true;
      const bucket = bucketOf(address);
      if (bucket.tokens < 1) return false;
      bucket.tokens -= 1;
      tell(address, bucket);
      return true;
    },
    remembered: () => buckets.size,
  };
}

function parseTaken(said: unknown): Taken | null {
  const [address, tokens] = Array.isArray(said) ? said : [];
  const isTaken = typeof address === "string" && typeof tokens === "number" && tokens > 0;
  return isTaken ? [address, tokens] : null;
}

function tokensAt({ tokens, filledAtMs }: Bucket, nowMs: number): number {
  const earned = ((nowMs - filledAtMs) / 1_000) * REQUESTS_PER_SECOND;
  return Math.min(BURST_REQUESTS_MAX, tokens + earned);
}

/** A full bucket says no more than none. */
function forgetFull(buckets: Map<string, Bucket>, nowMs: number): void {
  for (const [address, bucket] of buckets) {
    if (tokensAt(bucket, nowMs) < BURST_REQUESTS_MAX) return;
    buckets.delete(address);
  }
}

function forgetQuietest(buckets: Map<string, Bucket>): void {
  for (const address of buckets.keys()) {
    buckets.delete(address);
    return;
  }
}
