// How wide the axis of prices is: as its widest figure could be, and not as the one that happens to
// stand there. The digits of a canvas are not equally wide, so an axis as wide as its text would
// change with the price, and with it every canvas of the chart, several times a second.

import { type Notation, writeDecimal } from "@truetick/ui";

const DIGITS = [..."0123456789"];
/** Indicators below the candles may fall below zero. */
const SIGN = "−";
/** What the library leaves around a figure of the axis. */
const ROOM_PX = 10;

/** Digits before the point: when there is one more, the axis grows. */
export function wholeDigits(price: number): number {
  return String(Math.trunc(Math.abs(price))).length;
}

/** How wide the axis is for a price, in pixels; "auto" where nothing can be measured. */
export type AxisRuler = (price: number) => number | "auto";

/** Measures the digits of the font once: the first text of a canvas takes a phone a while. */
export function createAxisRuler({
  pricePrecision,
  font,
  notation,
}: {
  readonly pricePrecision: number;
  /** As a style sheet writes it: size and family. */
  readonly font: string;
  readonly notation: Notation;
}): AxisRuler {
  const context = document.createElement("canvas").getContext("2d");
  if (!context) return () => "auto";
  context.font = font;
  const widthOf = (text: string) => context.measureText(text).width;
  const widest = DIGITS.reduce((most, digit) => (widthOf(digit) > widthOf(most) ? digit : most));
  return (price) => {
    const figure = writeDecimal(price.toFixed(pricePrecision), notation);
    return Math.ceil(widthOf(SIGN + figure.replaceAll(/\d/g, widest))) + ROOM_PX;
  };
}
