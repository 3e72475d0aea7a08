// The figures of one bar above the chart, written straight into the page: the cross moves faster
// than anyone should render. Places are found by what they say of themselves (`data-figure`).

import { type Notation, writeDecimal, writeSigned, writeText } from "@truetick/ui";
import type { KLineData } from "klinecharts";

const PRICES = ["open", "high", "low", "close"] as const;
const PERCENT_DECIMALS = 2;

export type BarPair = { readonly bar: KLineData | null; readonly before: KLineData | null };

/** How far the bar closed from where the one before it closed, in percent. */
export function changeOf({ bar, before }: BarPair): string | null {
  const from = before?.close ?? bar?.open;
  if (!bar || !from) return null;
  const percent = ((bar.close - from) / from) * 100;
  // Minus nothing is nothing.
  return percent.toFixed(PERCENT_DECIMALS).replace(/^-(0\.?0*)$/, "$1");
}

export class Legend {
  readonly #element: HTMLElement;
  readonly #pricePrecision: number;
  readonly #notation: Notation;

  constructor(element: HTMLElement, pricePrecision: number, notation: Notation) {
    this.#element = element;
    this.#pricePrecision = pricePrecision;
    this.#notation = notation;
  }

  paintBar(pair: BarPair): void {
    const { bar } = pair;
    this.#element.dataset.direction = !bar || bar.close >= bar.open ? "up" : "down";
    this.#element.toggleAttribute("data-generated", bar?.isGenerated === true);
    for (const name of PRICES) this.#write(name, bar ? this.#price(bar[name]) : "");
    const change = changeOf(pair);
    this.#write("change", change === null ? "" : `${writeSigned(change, this.#notation)}%`);
  }

  paintIndicator(name: string, figures: readonly (number | null)[]): void {
    figures.forEach((figure, index) => {
      this.#write(`${name}-${index}`, figure === null ? "" : this.#price(figure));
    });
  }

  #price(value: number): string {
    return writeDecimal(value.toFixed(this.#pricePrecision), this.#notation);
  }

  #write(figure: string, text: string): void {
    const place = this.#element.querySelector(`[data-figure="${figure}"]`);
    if (place) writeText(place, text);
  }
}
