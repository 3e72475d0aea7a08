// The columns of a recorded file, found by its header: ticks with bid and ask, minutes with bid and
// ask, or minutes of one price. A line becomes the ticks it stands for. A minute is four: its open,
// its two extremes in the order that a bar of its direction suggests, and its close.

import { pointsOf } from "../points.ts";

/** Prices in points; the file's own time. */
export type ReplayRow = { readonly atMs: number; readonly bid: number; readonly ask: number };

export type ReplayScale = {
  readonly pricePrecision: number;
  /** Points between bid and ask where the file has one price only. */
  readonly spread: number;
};

export type ReadLine = (line: string) => readonly ReplayRow[];

const CORNERS = ["open", "high", "low", "close"] as const;
/** Where in its minute each of a bar's four ticks lies. */
const OFFSETS_MS = [0, 20_000, 40_000, 59_999] as const;

type Corner = { readonly bid: number; readonly ask: number };

/** Null when the header is of no kind that is known. */
export function columnsOf(header: string, scale: ReplayScale): ReadLine | null {
  const names = header.replace(/^\uFEFF/, "").split(",");
  const time = names.indexOf("ts_ms");
  const find = (...wanted: string[]) => {
    const places = wanted.map((name) => names.indexOf(name));
    return time < 0 || places.includes(-1) ? null : places;
  };
  const points = (cells: readonly string[], place: number | undefined) =>
    pointsOf(cells[place ?? -1], scale.pricePrecision);
  const ticks = find("bid", "ask");
  if (ticks) {
    return readCells(time, (atMs, cells) => [
      { atMs, bid: points(cells, ticks[0]), ask: points(cells, ticks[1]) },
    ]);
  }
  const bids = find(...CORNERS.map((corner) => `bid_${corner}`));
  const asks = find(...CORNERS.map((corner) => `ask_${corner}`));
  if (bids && asks) {
    return readCells(time, (atMs, cells) =>
      barTicks(
        atMs,
        bids.map((place, i) => ({ bid: points(cells, place), ask: points(cells, asks[i]) })),
      ),
    );
  }
  const prices = find(...CORNERS);
  if (!prices) return null;
  return readCells(time, (atMs, cells) =>
    barTicks(
      atMs,
      prices.map((place) => aroundMid(points(cells, place), scale.spread)),
    ),
  );
}

function readCells(
  time: number,
  read: (atMs: number, cells: readonly string[]) => readonly ReplayRow[],
): ReadLine {
  return (line) => {
    if (line === "") return [];
    const cells = line.split(",");
    return read(pointsOf(cells[time], 0), cells);
  };
}

function aroundMid(mid: number, spread: number): Corner {
  const bid = mid - Math.floor(spread / 2);
  return { bid, ask: bid + spread };
}

/** A rising bar dips first, a falling one peaks first. */
function barTicks(atMs: number, corners: readonly Corner[]): readonly ReplayRow[] {
  const [open, high, low, close] = corners;
  if (!open || !high || !low || !close) return [];
  const path = close.bid >= open.bid ? [open, low, high, close] : [open, high, low, close];
  return path.map(({ bid, ask }, i) => ({ atMs: atMs + (OFFSETS_MS[i] ?? 0), bid, ask }));
}
