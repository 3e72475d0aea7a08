// How often one address may ask: a bucket of tokens per address that refills steadily. Generous,
// because households, offices and mobile carriers share one; calls that are worth more to an
// attacker bring limits of their own. Invariant: memory is bounded, whoever asks.

import type { Clock } from "../../platform/clock.ts";
import { isLoopback } from "../../platform/loopback.ts";

const BURST_REQUESTS_MAX = 600;
const REQUESTS_PER_SECOND = 60;
const ADDRESSES_MAX = 100_000;

type Bucket = { tokens: number; filledAtMs: number };

export type AddressLimit = {
  /** False when this address has asked too often. */
  readonly allows: (address: string) => boolean;
};

export function createAddressLimit(clock: Pick<Clock, "monotonic">): AddressLimit {
  const buckets = new Map<string, Bucket>();
  return {
    allows(address) {
      if (isLoopback(address)) return true;
      const nowMs = clock.monotonic();
      const bucket = buckets.get(address) ?? { tokens: BURST_REQUESTS_MAX, filledAtMs: nowMs };
      const earned = ((nowMs - bucket.filledAtMs) / 1_000) * REQUESTS_PER_SECOND;
      bucket.tokens = Math.min(BURST_REQUESTS_MAX, bucket.tokens + earned);
      bucket.filledAtMs = nowMs;
      // Moved to the end, so that the first is always the one that was quiet the longest.
      buckets.delete(address);
      buckets.set(address, bucket);
      if (buckets.size > ADDRESSES_MAX) forgetQuietest(buckets);
      if (bucket.tokens < 1) return false;
      bucket.tokens -= 1;
      return true;
    },
  };
}

function forgetQuietest(buckets: Map<string, Bucket>): void {
  for (const address of buckets.keys()) {
    buckets.delete(address);
    return;
  }
}
