// The shapes of the raw feed: each price stands until the next, so a line is a stair. Pure; prices
// become numbers here only, to be drawn.

import type { RawQuote } from "@truetick/contract/proof";

export const RAW_SERIES = ["ask", "rawAsk", "rawBid", "bid"] as const;
export type RawSeries = (typeof RAW_SERIES)[number];

/** The room to draw in, whatever its real size. */
export const ROOM = { width: 1_000, height: 100 } as const;

/** How much of the past is shown. */
const SHOWN_SEC = 180;

/** The newest of them. */
export function shownOf(quotes: readonly RawQuote[]): readonly RawQuote[] {
  const newest = quotes.at(-1)?.time ?? 0;
  return quotes.filter(({ time }) => time >= newest - SHOWN_SEC);
}

type Scale = { readonly from: number; readonly to: number };

function scaleOf(values: readonly number[]): Scale {
  const from = Math.min(...values);
  const to = Math.max(...values);
  // What does not move stands in the middle.
  return from === to ? { from: from - 1, to: to + 1 } : { from, to };
}

/** Where the stairs of each series run, in the units of the room. */
export function rawPaths(
  quotes: readonly RawQuote[],
): Readonly<Record<RawSeries | "markup", string>> {
  const times = scaleOf(quotes.map(({ time }) => time));
  const prices = scaleOf(
    quotes.flatMap((quote) => RAW_SERIES.map((series) => Number(quote[series]))),
  );
  const markups = scaleOf([0, ...quotes.map(({ markup }) => Number(markup) * 1.25)]);
  const stairs = (scale: Scale, textOf: (quote: RawQuote) => string) => {
    const xOf = (time: number) => ((time - times.from) / (times.to - times.from)) * ROOM.width;
    const yOf = (text: string) =>
      ((scale.to - Number(text)) / (scale.to - scale.from)) * ROOM.height;
    const steps = quotes.map((quote, place) => {
      const [x, y] = [xOf(quote.time).toFixed(1), yOf(textOf(quote)).toFixed(2)];
      return place === 0 ? `M${x} ${y}` : `H${x}V${y}`;
    });
    return `${steps.join("")}H${ROOM.width}`;
  };
  return {
    ask: stairs(prices, ({ ask }) => ask),
    rawAsk: stairs(prices, ({ rawAsk }) => rawAsk),
    rawBid: stairs(prices, ({ rawBid }) => rawBid),
    bid: stairs(prices, ({ bid }) => bid),
    markup: stairs(markups, ({ markup }) => markup),
  };
}
