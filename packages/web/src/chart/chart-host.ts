// One chart of one market, drawn by the library into an element: gives it bars, the page's look and
// the reader's notation. Rests while its screen is hidden and goes on where it was. Invariant: a
// closed chart leaves nothing behind, neither canvases nor listeners.

import type { Market, Period } from "@truetick/contract";
import { type Notation, writeDecimal } from "@truetick/ui";
import { type Chart, dispose, init, type KLineData } from "klinecharts";
import type { App } from "../app/app.ts";
import { CandleFeed, chartPeriodOf, type FeedState } from "./candle-feed.ts";
import { paintLegend } from "./chart-legend.ts";
import { chartStyles } from "./chart-styles.ts";
import { yieldVerticalSwipes } from "./yield-vertical-swipes.ts";

const BAR_SPACE_PX = 8;
const RIGHT_MARGIN_PX = 48;
/** The library shortens 0.0000123 to 0.0{4}123 from this many zeros on: never. */
const NO_FOLDING = 100;

/** A figure of the axis this close to the tag of the last price would lie under it. */
const TAG_ROOM_PX = 16;
/** A time this close to the edge would be cut. */
const EDGE_ROOM_PX = 22;

export type ChartSubject = { readonly market: Market; readonly notation: Notation };

type Places = { readonly canvas: HTMLElement; readonly legend: HTMLElement };

function createChart(element: HTMLElement, { market, notation }: ChartSubject): Chart {
  const chart = init(element, {
    styles: chartStyles(element),
    decimalFold: { threshold: NO_FOLDING },
    thousandsSeparator: { format: (value) => writeDecimal(String(value), notation) },
    layout: { yAxis: { gap: { top: 0.12, bottom: 0.08 } } },
  });
  if (!chart) throw new Error("Invariant: the chart has an element to draw in");
  const drawing = chart.getDom();
  if (drawing) {
    // Reached by Tab in the order of the page, and no wall for a finger that scrolls it.
    drawing.tabIndex = 0;
    drawing.style.touchAction = "pan-y";
    drawing.style.overscrollBehavior = "auto";
  }
  chart.overrideYAxis({
    paneId: "candle_pane",
    createTicks: ({ range, bounding, defaultTicks }) => {
      const last = chart.getDataList().at(-1)?.close;
      if (last === undefined || range.range === 0) return defaultTicks;
      const tagAt = ((range.to - last) / range.range) * bounding.height;
      return defaultTicks.filter(({ coord }) => Math.abs(coord - tagAt) > TAG_ROOM_PX);
    },
  });
  chart.overrideXAxis({
    createTicks: ({ bounding, defaultTicks }) =>
      defaultTicks.filter(
        ({ coord }) => coord > EDGE_ROOM_PX && coord < bounding.width - EDGE_ROOM_PX,
      ),
  });
  chart.setBarSpace(BAR_SPACE_PX);
  chart.setOffsetRightDistance(RIGHT_MARGIN_PX);
  chart.setSymbol({
    ticker: market.displayCode,
    pricePrecision: market.pricePrecision,
    volumePrecision: 0,
  });
  return chart;
}

export class ChartHost {
  readonly #subject: ChartSubject;
  readonly #places: Places;
  readonly #app: App;
  readonly #chart: Chart;
  readonly #feed: CandleFeed;
  #period: Period | null = null;
  #crossed: KLineData | undefined;

  constructor(options: {
    readonly subject: ChartSubject;
    readonly places: Places;
    readonly app: App;
    readonly onState: (state: FeedState) => void;
  }) {
    this.#subject = options.subject;
    this.#places = options.places;
    this.#app = options.app;
    this.#chart = createChart(options.places.canvas, options.subject);
    const { server, live } = options.app;
    const { market } = options.subject;
    this.#feed = new CandleFeed({ market, server, board: live.board, onState: options.onState });
    this.#chart.setDataLoader(this.#feed);
    this.#chart.subscribeAction("onCrosshairChange", (cross) => {
      // The library types what it tells its listeners as unknown; this is the action's own shape.
      this.#crossed = (cross as { readonly kLineData?: KLineData } | undefined)?.kLineData;
      this.#paintLegend();
    });
    this.#chart.subscribeAction("onVisibleRangeChange", () => this.#paintLegend());
  }

  shows({ market, notation }: ChartSubject): boolean {
    return this.#subject.market === market && this.#subject.notation === notation;
  }

  showPeriod(period: Period): void {
    if (period === this.#period) return;
    this.#period = period;
    this.#chart.setPeriod(chartPeriodOf(period));
  }

  reload(): void {
    this.#chart.resetData();
  }

  /** Follows quotes, look and size until the answer is called. */
  resume(): () => void {
    const { live, preferences } = this.#app;
    const { canvas } = this.#places;
    this.#chart.setStyles(chartStyles(canvas));
    this.#feed.resume();
    const unlook = preferences.look.subscribe(() => this.#chart.setStyles(chartStyles(canvas)));
    const unwatch = live.socket.connection.subscribe(() => {
      const { phase, attempt } = live.socket.connection.get();
      if (phase === "live" && attempt > 0) void this.#feed.catchUp();
    });
    const room = new ResizeObserver(() => this.#chart.resize());
    room.observe(canvas);
    const keepSwipes = yieldVerticalSwipes(canvas);
    return () => {
      room.disconnect();
      keepSwipes();
      unlook();
      unwatch();
      this.#feed.pause();
    };
  }

  close(): void {
    this.#feed.stop();
    dispose(this.#places.canvas);
  }

  /** The bar under the cross, or the newest one while there is no cross. */
  #paintLegend(): void {
    const bar = this.#crossed ?? this.#chart.getDataList().at(-1);
    const { market, notation } = this.#subject;
    paintLegend(this.#places.legend, bar, market.pricePrecision, notation);
  }
}
