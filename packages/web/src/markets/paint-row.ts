// Writes a quote into the cells of a market's row. Called for every visible row on every tick, so
// it touches only what changed and never reads the layout.

import type { Market, QuoteUpdate } from "@truetick/contract";
import {
  type Direction,
  type Notation,
  paintChange,
  paintPrice,
  paintRange,
  splitPrice,
  spreadInPips,
  writeDecimal,
  writeText,
} from "@truetick/ui";
import { flash } from "./flash.ts";

const CELLS = ["bid", "ask", "spread", "change", "day", "low", "high", "range"] as const;
type Cell = (typeof CELLS)[number];
export type RowCells = Partial<Record<Cell, HTMLElement>>;

/** Finds the cells once; which of them exist depends on the form of the table. */
export function cellsOf(row: HTMLElement): RowCells {
  const cells: RowCells = {};
  for (const cell of CELLS) {
    const element = row.querySelector<HTMLElement>(`[data-cell="${cell}"]`);
    if (element) cells[cell] = element;
  }
  return cells;
}

function directionFrom(before: string | undefined, now: string): Direction {
  if (before === undefined) return "flat";
  const difference = Number(now) - Number(before);
  return difference > 0 ? "up" : difference < 0 ? "down" : "flat";
}

function paintSide(
  cell: HTMLElement | undefined,
  market: Market,
  notation: Notation,
  { now, before }: { readonly now: string; readonly before: string | undefined },
): void {
  const frame = cell?.firstElementChild;
  if (!cell || now === before || !(frame instanceof HTMLElement)) return;
  paintPrice(frame, splitPrice(now, market, notation));
  flash(cell, directionFrom(before, now));
}

export function paintRow(
  cells: RowCells,
  market: Market,
  notation: Notation,
  { update, before }: { readonly update: QuoteUpdate; readonly before: QuoteUpdate | null },
): void {
  const { quote } = update;
  const old = before?.quote;
  paintSide(cells.bid, market, notation, { now: quote.bid, before: old?.bid });
  paintSide(cells.ask, market, notation, { now: quote.ask, before: old?.ask });
  if (cells.spread) writeText(cells.spread, spreadInPips(quote, market, notation));
  if (cells.change) paintChange(cells.change, quote.dayChange, notation);
  if (cells.day) paintChange(cells.day, quote.dayChange, notation);
  if (cells.low && quote.dayLow !== old?.dayLow) {
    writeText(cells.low, writeDecimal(quote.dayLow, notation));
  }
  if (cells.high && quote.dayHigh !== old?.dayHigh) {
    writeText(cells.high, writeDecimal(quote.dayHigh, notation));
  }
  if (cells.range) {
    paintRange(cells.range, {
      low: Number(quote.dayLow),
      high: Number(quote.dayHigh),
      open: Number(quote.dayOpen),
      now: Number(quote.bid),
    });
  }
}
