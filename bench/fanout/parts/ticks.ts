// The same stream of ticks for product and peers: so many a second for each market, evenly spread,
// each with the moment of its birth hidden in its price so that whoever reads it knows its age.
// Imports nothing, so that every runtime can use it.

/** Ticks come in slices of this long, as from a feed that is read far more often than we flush. */
const SLICE_MS = 10;
/** The moment is told modulo this many milliseconds, above a base that keeps all prices alike. */
const CYCLE_MS = 10_000_000;

export type Tick = { readonly at: number; readonly atMs: number; readonly points: number };

export type Ticker = { readonly setRate: (ticksPerMarketPerSecond: number) => void };

function pointsOf(atMs: number): number {
  return CYCLE_MS + (Math.floor(atMs) % CYCLE_MS);
}

/** Milliseconds since the tick with this price was born. */
export function ageOf(bid: string, nowMs: number): number {
  const points = Number(bid.replace(".", "")) - CYCLE_MS;
  const age = (Math.floor(nowMs) % CYCLE_MS) - points;
  return age < 0 ? age + CYCLE_MS : age;
}

/** Tells ticks to one listener, markets in turn; nothing until a rate is set. */
export function createTicker(markets: number, onTick: (tick: Tick) => void): Ticker {
  let rate = 0;
  let owed = 0;
  let next = 0;
  let lastMs = performance.now();
  setInterval(() => {
    const nowMs = performance.now();
    // A source that stalled does not make up for it: nobody wants old prices.
    owed += (Math.min(nowMs - lastMs, 10 * SLICE_MS) / 1_000) * rate * markets;
    lastMs = nowMs;
    const atMs = Date.now();
    for (; owed >= 1; owed -= 1) {
      onTick({ at: next, atMs, points: pointsOf(atMs) });
      next = (next + 1) % markets;
    }
  }, SLICE_MS);
  return {
    setRate(ticksPerMarketPerSecond) {
      rate = ticksPerMarketPerSecond;
      owed = 0;
    },
  };
}

/** One market's quote as the peers send it: the fields and the length of the product's. */
export function rowOf({ at, atMs, points }: Tick, seq: number): object {
  const bid = (points / 100_000).toFixed(5);
  return {
    Open: bid,
    Close: bid,
    Change: "0.12",
    Bid: bid,
    Ask: bid,
    High: bid,
    Low: bid,
    Time: atMs / 1_000,
    Seq: seq,
    Id: String(at + 1),
    Code: codeOf(at),
    MarketStatus: 1,
    Stale: 0,
  };
}

export function codeOf(at: number): string {
  return `MARK${String(at).padStart(2, "0")}`;
}
