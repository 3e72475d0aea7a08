// The look of the chart, read from the design tokens, so that it follows theme and colours like
// everything else on the page.

import type { DeepPartial, Styles } from "klinecharts";

type Token = (name: string) => string;

/** Reads tokens as they are in force on an element; aliases come resolved. */
function tokensOf(element: HTMLElement): Token {
  const style = getComputedStyle(element);
  return (name) => style.getPropertyValue(`--${name}`).trim();
}

const TEXT_SIZE = 11;

function candleStyles(token: Token): DeepPartial<Styles["candle"]> {
  const [up, down, quiet] = [token("up"), token("down"), token("text-3")];
  const mark = { show: true, color: quiet, textFamily: token("font"), textSize: TEXT_SIZE };
  const last = token("text");
  return {
    bar: {
      upColor: up,
      upBorderColor: up,
      upWickColor: up,
      downColor: down,
      downBorderColor: down,
      downWickColor: down,
      noChangeColor: quiet,
      noChangeBorderColor: quiet,
      noChangeWickColor: quiet,
    },
    priceMark: {
      high: mark,
      low: mark,
      last: {
        upColor: last,
        downColor: last,
        noChangeColor: last,
        line: { style: "dashed", dashedValue: [2, 3], size: 1 },
        text: {
          size: TEXT_SIZE,
          family: token("font"),
          weight: "600",
          color: token("bg"),
          paddingLeft: 5,
          paddingRight: 5,
          paddingTop: 3,
          paddingBottom: 3,
          borderRadius: 3,
        },
      },
    },
    // The legend above the chart says the same, in the page's own type.
    tooltip: { showRule: "none" },
  };
}

export function chartStyles(element: HTMLElement): DeepPartial<Styles> {
  const token = tokensOf(element);
  const text = {
    color: token("text-3"),
    size: TEXT_SIZE,
    family: token("font"),
    weight: "normal",
  };
  const cross = {
    line: { color: token("border-strong"), dashedValue: [3, 3] },
    text: {
      color: token("text"),
      backgroundColor: token("surface-3"),
      borderColor: token("border-strong"),
      family: token("font"),
      size: TEXT_SIZE,
    },
  };
  return {
    grid: {
      horizontal: { color: token("border"), style: "solid", size: 1 },
      vertical: { show: false },
    },
    candle: candleStyles(token),
    xAxis: {
      axisLine: { color: token("border") },
      tickLine: { show: false },
      tickText: text,
    },
    yAxis: { axisLine: { show: false }, tickLine: { show: false }, tickText: text },
    separator: { color: token("border"), size: 1 },
    crosshair: { horizontal: cross, vertical: cross },
  };
}
