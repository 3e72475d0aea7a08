// The look of the chart, read from the design tokens, so that it follows theme and colours like
// everything else on the page.

import type { CandleTooltipLegendsCustomCallback, DeepPartial, Styles } from "klinecharts";
import type { ChartKind } from "./chart-choice.ts";

export type Token = (name: string) => string;

/** Reads tokens as they are in force on an element; aliases come resolved. */
export function tokensOf(element: HTMLElement): Token {
  const style = getComputedStyle(element);
  return (name) => style.getPropertyValue(`--${name}`).trim();
}

const TEXT_SIZE = 11;

/** The font of the axes, as a style sheet writes it. */
export function axisFontOf(element: HTMLElement): string {
  return `${TEXT_SIZE}px ${tokensOf(element)("font")}`;
}

/** Tokens of colours are written with six digits; two more make them transparent. */
const FAINT = "59";
const SHADE = "1f";

/** A line is an area without its shade. */
function areaStyles(token: Token, kind: ChartKind): DeepPartial<Styles["candle"]["area"]> {
  const line = token("accent");
  return {
    lineSize: 1.5,
    lineColor: line,
    backgroundColor: kind === "area" ? line + SHADE : "transparent",
    point: { show: true, color: line, radius: 3, rippleRadius: 0, animation: false },
  };
}

function candleStyles(token: Token, { kind, onBar }: ChartManner): DeepPartial<Styles["candle"]> {
  const [up, down, quiet] = [token("up"), token("down"), token("text-3")];
  // The highest and the lowest price belong to candles; a line shows where bars closed.
  const mark = {
    show: kind === "candles",
    color: quiet,
    textFamily: token("font"),
    textSize: TEXT_SIZE,
  };
  const last = token("text");
  return {
    type: kind === "candles" ? "candle_solid" : "area",
    area: areaStyles(token, kind),
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
    // The library asks what to write above the chart, each time it draws; the page writes it.
    tooltip: { showRule: "always", title: { show: false }, legend: { template: onBar } },
  };
}

function indicatorStyles(token: Token): DeepPartial<Styles["indicator"]> {
  const text = { size: TEXT_SIZE, family: token("font"), weight: "normal", color: token("text-3") };
  const margins = { marginLeft: 0, marginRight: 8, marginTop: 2, marginBottom: 2 };
  const bars = { upColor: token("up") + FAINT, downColor: token("down") + FAINT };
  return {
    bars: [{ style: "fill", ...bars, noChangeColor: token("text-3") + FAINT }],
    tooltip: {
      offsetLeft: 12,
      offsetTop: 4,
      title: { ...text, ...margins },
      legend: { ...text, ...margins, defaultValue: "" },
    },
  };
}

function overlayStyles(token: Token): DeepPartial<Styles["overlay"]> {
  const accent = token("accent");
  const text = {
    color: token("on-accent"),
    backgroundColor: token("accent-solid"),
    borderColor: token("accent-solid"),
    family: token("font"),
    size: TEXT_SIZE,
  };
  return {
    line: { color: accent, size: 1.5 },
    rect: { color: accent + SHADE, borderColor: accent },
    point: {
      color: token("pane"),
      borderColor: accent,
      borderSize: 2,
      radius: 4,
      activeColor: accent,
      activeBorderColor: accent,
      activeBorderSize: 2,
      activeRadius: 5,
    },
    text,
  };
}

/** How the chart is to be drawn, besides its colours. */
export type ChartManner = {
  readonly kind: ChartKind;
  /** Told of the bar under the cross, or of the newest one. */
  readonly onBar: CandleTooltipLegendsCustomCallback;
  /** The width of the axis of prices. */
  readonly axisWidth: number | "auto";
};

export function chartStyles(element: HTMLElement, manner: ChartManner): DeepPartial<Styles> {
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
    candle: candleStyles(token, manner),
    indicator: indicatorStyles(token),
    overlay: overlayStyles(token),
    xAxis: {
      axisLine: { color: token("border") },
      tickLine: { show: false },
      tickText: text,
    },
    yAxis: {
      axisLine: { show: false },
      tickLine: { show: false },
      tickText: text,
      size: manner.axisWidth,
    },
    separator: { color: token("border"), size: 1, activeBackgroundColor: token("surface-3") },
    crosshair: { horizontal: cross, vertical: cross },
  };
}
