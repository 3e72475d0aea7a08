// Single live figures for headers and panes: a side of the quote, the change, the spread, the day's
// range. Each paints itself on every tick without a render.

import type { Market, QuoteUpdate } from "@truetick/contract";
import {
  ChangeFrame,
  classNames,
  type Direction,
  directionOf,
  distanceOf,
  type Notation,
  PriceFrame,
  paintChange,
  paintDirection,
  paintPrice,
  paintRange,
  RangeBar,
  splitPrice,
  spreadInPips,
  useNotation,
  writeDecimal,
  writeSigned,
  writeText,
} from "@truetick/ui";
import { useRef } from "react";
import { flash, flashClass } from "./flash.ts";
import styles from "./live-figures.module.css";
import { useQuotePaint } from "./use-quote.ts";

function tickDirection(before: string | undefined, now: string): Direction {
  return before === undefined ? "flat" : directionOf(String(Number(now) - Number(before)));
}

export function LivePrice({
  market,
  side,
  isTinted = false,
}: {
  readonly market: Market;
  readonly side: "bid" | "ask";
  /** In the colour of the day's direction. */
  readonly isTinted?: boolean;
}) {
  const cell = useRef<HTMLSpanElement>(null);
  const frame = useRef<HTMLSpanElement>(null);
  const notation = useNotation();
  useQuotePaint(market.id, ({ quote }, before) => {
    if (!frame.current || !cell.current) return;
    paintDirection(cell.current, directionOf(quote.dayChange));
    if (before?.quote[side] === quote[side]) return;
    paintPrice(frame.current, splitPrice(quote[side], market, notation));
    flash(cell.current, tickDirection(before?.quote[side], quote[side]));
  });
  return (
    <span ref={cell} className={classNames(styles.price, flashClass, isTinted && styles.tinted)}>
      <PriceFrame ref={frame} isTinted={isTinted} />
    </span>
  );
}

export function LiveChange({ market }: { readonly market: Market }) {
  const frame = useRef<HTMLSpanElement>(null);
  const notation = useNotation();
  useQuotePaint(market.id, ({ quote }) => {
    if (frame.current) paintChange(frame.current, quote.dayChange, notation);
  });
  return <ChangeFrame ref={frame} />;
}

export type FigureReader = (update: QuoteUpdate, market: Market, notation: Notation) => string;

/** The figures that a quote can tell, each written in the reader's notation. */
export const FIGURES = {
  spread: ({ quote }, market, notation) => spreadInPips(quote, market, notation),
  high: ({ quote }, _market, notation) => writeDecimal(quote.dayHigh, notation),
  low: ({ quote }, _market, notation) => writeDecimal(quote.dayLow, notation),
  open: ({ quote }, _market, notation) => writeDecimal(quote.dayOpen, notation),
  moved: ({ quote }, market, notation) =>
    writeSigned(distanceOf(quote.dayOpen, quote.bid, market.pricePrecision), notation),
} as const satisfies Record<string, FigureReader>;

export function LiveFigure({
  market,
  figure,
}: {
  readonly market: Market;
  readonly figure: keyof typeof FIGURES;
}) {
  const element = useRef<HTMLSpanElement>(null);
  const notation = useNotation();
  useQuotePaint(market.id, (update) => {
    if (element.current) writeText(element.current, FIGURES[figure](update, market, notation));
  });
  return <span ref={element} dir="ltr" className={styles.figure} />;
}

export function LiveRange({ market }: { readonly market: Market }) {
  const frame = useRef<HTMLSpanElement>(null);
  useQuotePaint(market.id, ({ quote }) => {
    if (!frame.current) return;
    paintRange(frame.current, {
      low: Number(quote.dayLow),
      high: Number(quote.dayHigh),
      open: Number(quote.dayOpen),
      now: Number(quote.bid),
    });
  });
  return <RangeBar ref={frame} />;
}
