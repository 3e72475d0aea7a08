// The ticks of one slot: irregular in time, wandering from the slot's first bid to its last and
// never beyond either, so that bars need only those two. Called by the live feed for the slot
// that is running and by whoever wants the price at a moment.

import { CHANCE_PER_SLOT, firstBid, type MarketDay, spreadJitter } from "./market-day.ts";
import { DAY_MS, SLOT_MS, SLOTS_PER_DAY, SLOTS_PER_MINUTE } from "./time-grid.ts";

export type SlotTick = {
  readonly atMs: number;
  /** Whole points. */
  readonly bid: number;
  readonly ask: number;
  /** Numbers every tick a market could ever have, in order, with gaps. */
  readonly sourceSeq: number;
};

const SEQ_PER_SLOT = 128;
/** How far a tick strays from the straight line, of the slot's whole way. */
const STRAY = 0.8;
/** Spreads of fewer points than this do not flicker: a point would be too much of them. */
const FLICKER_FROM_POINTS = 4;

export function slotTicks(marketDay: MarketDay, slot: number): SlotTick[] {
  const { day, bids, counts, chance } = marketDay;
  const count = counts[slot] ?? 1;
  const first = firstBid(marketDay, slot);
  const last = bids[slot + 1] ?? 0;
  const key = slotKey(chance, slot);
  const startMs = day * DAY_MS + slot * SLOT_MS;
  const seq = (day * SLOTS_PER_DAY + slot) * SEQ_PER_SLOT;
  const part = SLOT_MS / count;
  const spread = Math.max(1, Math.round(spreadAt(marketDay, slot)));
  return Array.from({ length: count }, (_, i) => {
    const bits = mix(key + i);
    const bid = i === count - 1 ? last : wander(bits, { first, last, way: i / (count - 1) });
    const flicker = spread < FLICKER_FROM_POINTS ? 0 : (bits % 3) - 1;
    return {
      // One tick in each of `count` equal parts of the slot, anywhere in its part.
      atMs:
        startMs + Math.floor(i * part) + Math.floor((bits >>> 16) * (Math.floor(part) / 65_536)),
      bid,
      ask: bid + spread + flicker,
      sourceSeq: seq + i,
    };
  });
}

function spreadAt({ spread, breath, chance }: MarketDay, slot: number): number {
  const wide = breath[Math.floor(slot / SLOTS_PER_MINUTE)] ?? 1;
  return spread * wide * spreadJitter(chance[CHANCE_PER_SLOT * (slot + 1)] ?? 0);
}

function wander(
  bits: number,
  { first, last, way }: { first: number; last: number; way: number },
): number {
  if (way === 0) return first;
  const stray = STRAY * ((bits & 0xffff) / 65_536 - 0.5);
  const bounded = Math.max(0, Math.min(1, way + stray));
  return first + Math.round((last - first) * bounded);
}

function slotKey(chance: Uint8Array, slot: number): number {
  const at = CHANCE_PER_SLOT * slot;
  const [a = 0, b = 0, c = 0] = [chance[at], chance[at + 1], chance[at + 2]];
  return Math.imul(slot + 1, 0x9e3779b1) ^ ((a << 16) | (b << 8) | c);
}

/** Scatters an integer over 32 bits (the finalizer of MurmurHash3, public domain). */
function mix(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
