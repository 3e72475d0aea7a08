// One bar of a chart on the wire and in our own words. Prices are decimal strings of the bid, or of
// the ask or the mid where those were asked for.

export type Candle = {
  /** Bar open, Unix seconds. */
  readonly time: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  /** Number of ticks; never traded volume, which nobody here can know. */
  readonly ticks: number;
  /** Made from the simulator's seed: nothing was recorded then (H14). */
  readonly isGenerated?: true;
};

export type CandleWire = {
  Time: number;
  Open: string;
  High: string;
  Low: string;
  Close: string;
  Volume: number;
  /** 1 on bars that were generated; absent on those of the tape. */
  Generated?: number;
};

export function candleToWire(candle: Candle): CandleWire {
  return {
    Time: candle.time,
    Open: candle.open,
    High: candle.high,
    Low: candle.low,
    Close: candle.close,
    Volume: candle.ticks,
    ...(candle.isGenerated ? { Generated: 1 } : {}),
  };
}

export function candleFromWire(wire: CandleWire): Candle {
  return {
    time: wire.Time,
    open: wire.Open,
    high: wire.High,
    low: wire.Low,
    close: wire.Close,
    ticks: wire.Volume,
    ...(wire.Generated === 1 ? { isGenerated: true } : {}),
  };
}
