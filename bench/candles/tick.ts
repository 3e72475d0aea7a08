// What a tick costs on its way into the candles, against bars kept as objects; and what a page of
// a chart costs, against folding the ticks themselves. Six periods of bid, ask and mid on both
// sides, one trading day of 36 markets; the bars that come out are compared.
import { createCandleBook, sandboxMarkets, type TradedMarket } from "@truetick/server";
import { finish, judge, must, race } from "../engine/measure/race.ts";
import { foldRows, type NaiveTick, ObjectCandles } from "./peers/naive-candles.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const START_MS = Date.UTC(2026, 6, 15);
const TICKS_PER_MARKET = 2_400;
const STEP_MS = 36_000;
const ROUNDS = 5;
const TICK_FLOOR = 20;
const PAGE_FLOOR = 50;
/** Charts are read of markets that tick every other second. */
const READ_MARKETS = 2;
const READ_TICKS = 43_200;
const READ_STEP_MS = 2_000;
/** A page of five-minute bars. */
const PAGE_LENGTH_MS = 300_000;
const PAGE_BARS = 250;

const markets = sandboxMarkets();

/** A walk that every run repeats. */
function walkOf(
  index: number,
  length: number,
  stepMs: number,
): (NaiveTick & { readonly seq: number })[] {
  let bits = index + 1;
  let bid = 100_000 + 1_000 * index;
  return Array.from({ length }, (_, tick) => {
    bits = (Math.imul(bits, 1_664_525) + 1_013_904_223) >>> 0;
    bid += (bits % 7) - 3;
    return { atMs: START_MS + tick * stepMs, bid, ask: bid + 5 + (bits % 3), seq: tick + 1 };
  });
}

type Walk = ReturnType<typeof walkOf>;
const walks = markets.map((_, index) => walkOf(index, TICKS_PER_MARKET, STEP_MS));
const endMs = START_MS + TICKS_PER_MARKET * STEP_MS;

function newBook() {
  const history = {
    firstMs: endMs,
    join: () => null,
    ticksOfMinute: () => [],
    lastTick: () => null,
  };
  const clock = { now: () => START_MS, monotonic: () => 0 };
  return createCandleBook({ history, clock, markets });
}

let book = newBook();
let objects = markets.map(() => new ObjectCandles());

/** Market by market in turn, as ticks come. */
function feed(take: (market: number, tick: Walk[number]) => void): number {
  for (let tick = 0; tick < TICKS_PER_MARKET; tick += 1) {
    for (let market = 0; market < markets.length; market += 1) {
      const row = walks[market]?.[tick];
      if (row) take(market, row);
    }
  }
  return TICKS_PER_MARKET * markets.length;
}

const [ring, naive] = race(
  [
    {
      name: "candle book",
      run: () => {
        book = newBook();
        return feed((market, tick) => {
          // There are as many walks as markets.
          book.record(markets[market] as TradedMarket, tick);
        });
      },
    },
    {
      name: "objects",
      run: () => {
        objects = markets.map(() => new ObjectCandles());
        return feed((market, tick) => objects[market]?.record(tick));
      },
    },
  ],
  ROUNDS,
);
if (!ring || !naive) throw new Error("both have run");
const areHoursSame = markets.every((market, index) => {
  const atMs = Math.floor(endMs / HOUR_MS - 1) * HOUR_MS;
  const peer = objects[index]?.bar("bid", HOUR_MS, atMs);
  const own = book.join(market, { fromMs: atMs, toMs: atMs + HOUR_MS });
  return (
    own !== null && JSON.stringify({ ...own, isGenerated: undefined }) === JSON.stringify(peer)
  );
});
must(areHoursSame, "both have kept the same bars");
judge("a tick into the candles, six periods of three sides", ring, naive, TICK_FLOOR);

function pageOf(market: TradedMarket) {
  const bars = [];
  for (let bar = 0; bar < PAGE_BARS; bar += 1) {
    const fromMs = endMs - (bar + 1) * PAGE_LENGTH_MS;
    bars.unshift(book.join(market, { fromMs, toMs: fromMs + PAGE_LENGTH_MS }));
  }
  return bars;
}

book = newBook();
const readMarkets = markets.slice(0, READ_MARKETS);
const dense = readMarkets.map((market, index) => {
  const walk = walkOf(index, READ_TICKS, READ_STEP_MS);
  for (const tick of walk) book.record(market, tick);
  return walk;
});

const page = { fromMs: endMs - PAGE_BARS * PAGE_LENGTH_MS, toMs: endMs, lengthMs: PAGE_LENGTH_MS };
const [read, folded] = race(
  [
    {
      name: "candle book",
      run: () => {
        for (const market of readMarkets) pageOf(market);
        return READ_MARKETS;
      },
    },
    {
      name: "rows",
      run: () => {
        for (const walk of dense) foldRows(walk, page);
        return READ_MARKETS;
      },
    },
  ],
  ROUNDS,
);
if (!read || !folded) throw new Error("both have run");
judge("a page of 250 bars", read, folded, PAGE_FLOOR);

const isPageSame = readMarkets.every((market, index) => {
  const own = pageOf(market).map((bar) => bar && { ...bar, isGenerated: undefined });
  const rows = foldRows(dense[index] ?? [], page).map((bar) => ({
    ...bar,
    isGenerated: undefined,
  }));
  return JSON.stringify(own) === JSON.stringify(rows);
});
must(isPageSame && endMs - START_MS <= DAY_MS, "the bars of a page are those of its rows");
finish();
