// Seeded prices and their way in: a walk with gaps per market, through the real gate, onto the
// tape. Broken ticks are planted after good ones and must be refused for the right reason (F13,
// F15). Remembers every quote that was taken, so that the stored tape can be held against it.

import type { MarketId } from "@truetick/engine";
import { price } from "@truetick/money";
import { createQuoteGate, type Sequencer, type Tick } from "@truetick/server";
import { plantAfter } from "../bad-ticks.ts";
import type { Chance } from "../chance.ts";
import { insist } from "../watch-quotes.ts";
import { WARES, type Ware } from "./floor.ts";
import type { SimulatedTime } from "./simulated-time.ts";

export type GivenQuote = { readonly bid: number; readonly ask: number };

const BAD_ONE_IN_TICKS = 8;
const PRICE_MIN = 50;

export class PriceSource {
  readonly #chance: Chance;
  readonly #time: SimulatedTime;
  readonly #mids = WARES.map(({ startPrice }) => startPrice);
  readonly #given = new Map<MarketId, GivenQuote[]>();
  #gate = createQuoteGate(WARES);
  #sourceSeq = 0;
  planted = 0;

  constructor(chance: Chance, time: SimulatedTime) {
    this.#chance = chance;
    this.#time = time;
  }

  /** The quote that was taken under a number; the newest life counts. */
  quoteOf(marketId: MarketId, seq: number): GivenQuote | undefined {
    return this.#given.get(marketId)?.[seq - 1];
  }

  priceOf(index: number): number {
    return this.#mids[index] ?? PRICE_MIN;
  }

  /** A process began: its gate knows nothing, and the tape ends where it was stored. */
  beginLife(sequencer: Sequencer): void {
    this.#gate = createQuoteGate(WARES);
    for (const { code, terms } of WARES) {
      const given = this.#given.get(terms.marketId) ?? [];
      const head = sequencer.newestQuote(terms.marketId)?.seq ?? 0;
      insist(head <= given.length, `the tape of ${code} ends with a quote that was given`);
      given.length = head;
    }
  }

  /** Moves one market; answers it when the quote was taken. */
  tick(sequencer: Sequencer, index = this.#chance.below(WARES.length)): MarketId | null {
    const ware = WARES[index];
    if (!ware) throw new Error("Invariant: only markets that exist move");
    const mid = Math.max(PRICE_MIN, this.priceOf(index) + this.#move(ware));
    this.#mids[index] = mid;
    const tick = this.#tickAt(ware, mid);
    const isTaken = this.#offer(sequencer, ware, tick);
    // While our clock has jumped, what is from the future is another question.
    const isSteady = this.#time.clock.now() === tick.atMs;
    if (isTaken && isSteady && this.#chance.oneIn(BAD_ONE_IN_TICKS)) this.#plant(tick);
    return isTaken ? ware.terms.marketId : null;
  }

  #tickAt({ code }: Ware, mid: number): Tick {
    this.#sourceSeq += 1;
    const spread = this.#chance.oneIn(6) ? this.#chance.below(400) : this.#chance.below(20);
    // The source has a clock of its own, which does not jump with ours.
    const atMs = START_MS + this.#time.clock.monotonic();
    return { code, bid: mid, ask: mid + spread, atMs, sourceSeq: this.#sourceSeq };
  }

  /** Mostly small steps; now and then a gap, which needs a second tick to be believed. */
  #move({ startPrice }: Ware): number {
    const sign = this.#chance.oneIn(2) ? 1 : -1;
    const [part, times] = this.#chance.pick(MOVES);
    return sign * this.#chance.below(Math.ceil(startPrice / part) * times);
  }

  #offer(sequencer: Sequencer, { terms, code }: Ware, tick: Tick): boolean {
    if (this.#gate.judge(tick, this.#time.clock.now()) !== null) return false;
    const { marketId } = terms;
    const seq = (sequencer.newestQuote(marketId)?.seq ?? 0) + 1;
    const { bid, ask, atMs } = tick;
    const quote = { marketId, seq, bid: price(bid), ask: price(ask), atMs };
    insist(sequencer.takeQuote(quote), `quote ${seq} of ${code} is taken`);
    const given = this.#given.get(marketId) ?? [];
    this.#given.set(marketId, given);
    insist(given.length === seq - 1, `quote ${seq} of ${code} follows the one before`);
    given.push({ bid, ask });
    return true;
  }

  #plant(near: Tick): void {
    const { tick, expected } = plantAfter(near, this.#chance);
    const reason = this.#gate.judge(tick, this.#time.clock.now());
    insist(reason === expected, `a bad tick is refused as ${expected}, not ${reason}`);
    this.planted += 1;
  }
}

/** A part of the price, and how many of them a step has at most. */
const MOVES: readonly (readonly [number, number])[] = [
  [20_000, 1],
  [20_000, 8],
  [20_000, 8],
  [2_000, 3],
  [2_000, 12],
  [100, 12],
];

export const START_MS = Date.UTC(2026, 0, 5, 12);
