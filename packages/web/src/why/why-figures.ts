// Figures of an explanation inside a sentence, in the reader's notation: every digit that counts,
// no idle zeros, and in their own order where lines run from right to left.

import type { Why } from "@truetick/contract/proof";
import { useNotation, writeDecimal, writeSigned } from "@truetick/ui";
import { useMemo } from "react";
import { ltrText } from "../app/ltr-text.ts";

/** Never parted from its figure by the end of a line. */
const CURRENCY = "\u00a0USD";
const IDLE_ZEROS = /(\.\d\d)(\d*?)0+$/;

/** At least two decimals, and as many as say something. */
export function shortDecimal(text: string): string {
  return text.replace(IDLE_ZEROS, "$1$2");
}

/** A ratio such as 0.44152000 as a percentage: 44.152; exact, and never rounded. */
export function percentOf(ratio: string): string {
  const [whole = "0", places = ""] = ratio.replace("-", "").split(".");
  const digits = `${whole}${places.padEnd(2, "0")}`;
  const cut = whole.length + 2;
  const moved = `${digits.slice(0, cut).replace(/^0+(?=\d)/, "")}.${digits.slice(cut) || "0"}`;
  const short = moved.replace(/\.?0+$/, "");
  return `${ratio.startsWith("-") ? "-" : ""}${short}`;
}

export type WhyWriter = {
  readonly money: (text: string) => string;
  readonly signed: (text: string) => string;
  readonly plain: (text: string) => string;
  readonly percent: (ratio: string) => string;
  readonly market: (id: string) => string;
  /** To the thousandth of a second: the tape is as exact. */
  readonly moment: (seconds: number) => string;
  readonly clock: (seconds: number) => string;
};

export function useWhyWriter({ markets }: Pick<Why, "markets">): WhyWriter {
  const notation = useNotation();
  return useMemo(() => {
    const write = (text: string) => ltrText(writeDecimal(text, notation));
    const hours = {
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      fractionalSecondDigits: 3,
    } as const;
    const moment = new Intl.DateTimeFormat(notation.tag, {
      day: "numeric",
      month: "short",
      ...hours,
    });
    const clock = new Intl.DateTimeFormat(notation.tag, hours);
    return {
      money: (text) => ltrText(writeDecimal(shortDecimal(text), notation) + CURRENCY),
      signed: (text) => ltrText(writeSigned(shortDecimal(text), notation) + CURRENCY),
      plain: write,
      percent: (ratio) => ltrText(`${writeDecimal(percentOf(ratio), notation)}%`),
      market: (id) => ltrText(markets.find((market) => market.id === id)?.name ?? id),
      moment: (seconds) => moment.format(seconds * 1_000),
      clock: (seconds) => clock.format(seconds * 1_000),
    };
  }, [markets, notation]);
}
