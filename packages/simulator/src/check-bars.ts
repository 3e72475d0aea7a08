// Checks bars: shaped as bars must be, one after the other, and each longer one made of exactly
// the minutes it covers (inv20).

import { type Bar, PERIODS, type PriceRoom, type TradedMarket } from "@truetick/server";
import { insist } from "./watch-quotes.ts";

const BARS_CHECKED = 40;
/** Each costs a day of prices to make, for every market. */
const DAYS_CHECKED = 3;
const MINUTE_MS = 60_000;

type Period = (typeof PERIODS)[number];

/** The newest bars of every period, all of them checked. */
export async function readBars(room: PriceRoom, market: TradedMarket): Promise<Bar[]> {
  const pages: Bar[][] = [];
  for (const period of PERIODS) {
    const count = period.id === "1day" ? DAYS_CHECKED : BARS_CHECKED;
    const bars = await room.book.bars(market, { period, beforeMs: null, count });
    const name = `${market.code} ${period.id}`;
    insist(bars.length === count, `${name} has ${count} bars, not ${bars.length}`);
    for (const bar of bars) checkShape(bar, name);
    checkRow(bars, period, name);
    pages.push(bars);
  }
  return pages.flat();
}

function checkShape({ atMs, open, high, low, close, ticks }: Bar, name: string): void {
  const isInside = low <= Math.min(open, close) && Math.max(open, close) <= high;
  insist(isInside && low > 0 && ticks >= 1, `${name} at ${atMs} is a bar`);
}

/** Days may have 23 or 25 hours; everything shorter has its own length. */
function checkRow(bars: readonly Bar[], period: Period, name: string): void {
  if (period.id === "1day") return;
  const startMs = bars[0]?.atMs ?? 0;
  const isRow = bars.every((bar, i) => bar.atMs === startMs + i * period.seconds * 1_000);
  insist(isRow, `${name} has no gap`);
}

/** Recomputes the newest finished bars of the longer periods, minute by minute. */
export async function checkMinutes(room: PriceRoom, market: TradedMarket): Promise<void> {
  const minute = PERIODS.find((period) => period.id === "1min");
  if (!minute) throw new Error("Invariant: there is a period of one minute");
  for (const period of PERIODS.filter(({ id }) => id !== "1min" && id !== "1day")) {
    const [bar] = await room.book.bars(market, { period, beforeMs: null, count: 2 });
    if (!bar) continue;
    const lengthMs = period.seconds * 1_000;
    const minutes = await room.book.bars(market, {
      period: minute,
      beforeMs: bar.atMs + lengthMs,
      count: lengthMs / MINUTE_MS,
    });
    const joined: Bar = {
      atMs: bar.atMs,
      open: minutes[0]?.open ?? 0,
      high: Math.max(...minutes.map((each) => each.high)),
      low: Math.min(...minutes.map((each) => each.low)),
      close: minutes.at(-1)?.close ?? 0,
      ticks: minutes.reduce((sum, each) => sum + each.ticks, 0),
      isGenerated: minutes.some((each) => each.isGenerated),
    };
    const isSame = JSON.stringify(joined) === JSON.stringify(bar);
    insist(isSame, `${market.code} ${period.id} at ${bar.atMs} is made of its minutes`);
  }
}
