// The quotes a decision sees: the state's own, and over them the tick that is being decided, which
// is not in the state yet. Everything that needs a price or a conversion asks here.
import {
  invertRatio,
  midRatio,
  multiplyRatios,
  PAR,
  type Price,
  price,
  type Ratio,
} from "@truetick/money";
import type { ConversionLeg, ConversionPath } from "../fill.ts";
import { isDealt } from "../market.ts";
import type { ConversionStep, MarketSlot } from "../state/market-slot.ts";
import { stepMark } from "./conversion.ts";

export type Tick = {
  readonly market: MarketSlot;
  readonly seq: number;
  readonly bid: number;
  readonly ask: number;
  readonly quotedAtMs: number;
};

/** An exact conversion with the tape rows it was made from. */
export type Conversion = { readonly ratio: Ratio; readonly path: ConversionPath };

const AT_PAR: Conversion = { ratio: PAR, path: [] };

export class Prices {
  readonly atMs: number;
  readonly tick: Tick | null;
  private conversions: Map<readonly ConversionStep[], Conversion | null> | null = null;

  constructor(atMs: number, tick: Tick | null = null) {
    this.atMs = atMs;
    this.tick = tick;
  }

  seqOf(market: MarketSlot): number {
    return this.tick?.market === market ? this.tick.seq : market.seq;
  }

  bidOf(market: MarketSlot): number {
    return this.tick?.market === market ? this.tick.bid : market.bid;
  }

  askOf(market: MarketSlot): number {
    return this.tick?.market === market ? this.tick.ask : market.ask;
  }

  /** The price that closes: the bid for a long, the ask for a short. */
  closingOf(market: MarketSlot, isSell: boolean): Price {
    return price(isSell ? this.askOf(market) : this.bidOf(market));
  }

  /** The price that opens: the ask for a buy, the bid for a sell. */
  openingOf(market: MarketSlot, isSell: boolean): Price {
    return price(isSell ? this.bidOf(market) : this.askOf(market));
  }

  isQuoted(market: MarketSlot): boolean {
    return this.seqOf(market) > 0;
  }

  /** Not older than the market allows, and its source not silent. */
  isFresh(market: MarketSlot): boolean {
    const { priceAgeMaxMs } = market.terms;
    if (this.tick?.market === market) return this.atMs - this.tick.quotedAtMs <= priceAgeMaxMs;
    return market.seq > 0 && !market.isStale && this.atMs - market.quotedAtMs <= priceAgeMaxMs;
  }

  /** Dealt in, quoted and fresh: the only condition under which anything fills. */
  isTradable(market: MarketSlot): boolean {
    return isDealt(market.session) && this.isFresh(market);
  }

  /** Exact conversion along a path; null when it does not lead there or lacks a quote. */
  convert(path: readonly ConversionStep[] | null): Conversion | null {
    if (path === null) return null;
    if (path.length === 0) return AT_PAR;
    this.conversions ??= new Map();
    const known = this.conversions.get(path);
    if (known !== undefined) return known;
    const conversion = this.follow(path);
    this.conversions.set(path, conversion);
    return conversion;
  }

  /** The quote currency's value as a mark. */
  markOf(market: MarketSlot): number {
    const { tick } = this;
    if (tick === null || !tick.market.convertedHere.includes(market)) return market.quoteMark;
    let mark = 1;
    for (const step of market.quotePath ?? []) {
      if (!this.isQuoted(step.market)) return Number.NaN;
      const sum = this.bidOf(step.market) + this.askOf(step.market);
      mark *= stepMark(sum, step.market.terms.pricePrecision, step.isInverse);
    }
    return mark;
  }

  private follow(path: readonly ConversionStep[]): Conversion | null {
    let ratio: Ratio = PAR;
    const legs: ConversionLeg[] = [];
    for (const { market, isInverse } of path) {
      if (!this.isQuoted(market)) return null;
      const quote = { bid: price(this.bidOf(market)), ask: price(this.askOf(market)) };
      const mid = midRatio({ ...quote, pricePrecision: market.terms.pricePrecision });
      ratio = multiplyRatios(ratio, isInverse ? invertRatio(mid) : mid);
      legs.push({ marketId: market.terms.marketId, seq: this.seqOf(market), ...quote, isInverse });
    }
    return { ratio, path: legs };
  }
}
