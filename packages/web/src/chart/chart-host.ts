// One chart of one market, drawn by the library into an element: gives it bars, the page's look,
// the reader's notation and choices, and says where prices lie, for the lines of orders. Rests
// while its screen is hidden and goes on where it was. Invariant: a closed chart leaves nothing
// behind, neither canvases nor listeners.

import type { Market, Period } from "@truetick/contract";
import { type Notation, writeDecimal } from "@truetick/ui";
import { type Chart, dispose } from "klinecharts";
import type { App } from "../app/app.ts";
import { type AxisRuler, wholeDigits } from "./axis-width.ts";
import { CandleFeed, chartPeriodOf, type FeedState } from "./candle-feed.ts";
import type { ChartChoice, ChartChoices, IndicatorName } from "./chart-choice.ts";
import { type IndicatorLook, showIndicators } from "./chart-indicators.ts";
import { Legend } from "./chart-legend.ts";
import { chartStyles, tokensOf } from "./chart-styles.ts";
import { createChart } from "./create-chart.ts";
import { Drawings } from "./drawings.ts";
import type { AxisView } from "./place-levels.ts";
import type { PriceScale } from "./price-scale.ts";
import { yieldVerticalSwipes } from "./yield-vertical-swipes.ts";

export type ChartSubject = {
  readonly market: Market;
  readonly notation: Notation;
  readonly nameOf: (name: IndicatorName) => string;
};

type Places = { readonly canvas: HTMLElement; readonly legend: HTMLElement };

type HostOptions = {
  readonly subject: ChartSubject;
  readonly places: Places;
  /** Made ahead, in a task of its own. */
  readonly ruler: AxisRuler;
  readonly app: App;
  readonly choices: ChartChoices;
  readonly onState: (state: FeedState) => void;
};

export class ChartHost {
  readonly drawings: Drawings;
  readonly #options: HostOptions;
  /** In the page with the first bars: every step before would be laid out and drawn. */
  readonly #box = document.createElement("div");
  readonly #chart: Chart;
  readonly #feed: CandleFeed;
  readonly #legend: Legend;
  readonly #onDrawn = new Set<() => void>();
  #scale: PriceScale | null = null;
  #period: Period | null = null;
  #levels: readonly number[] = [];
  #shown: ChartChoice;
  #wholeDigits = 0;
  #isDressed = false;

  constructor(options: HostOptions) {
    const { subject, places, app, choices } = options;
    const { market, notation } = subject;
    this.#options = options;
    this.#shown = choices.get();
    this.#legend = new Legend(places.legend, market.pricePrecision, notation);
    this.#box.style.height = "100%";
    this.#chart = createChart(this.#box, {
      market,
      notation,
      styles: this.#stylesOf(this.#shown, this.#quotedPrice()),
      levels: () => this.#levels,
      hasTags: true,
      onScale: (scale) => {
        this.#scale = scale;
      },
    });
    this.#feed = new CandleFeed({
      market,
      server: app.server,
      board: app.live.board,
      onState: (state) => this.#tell(state),
      onHole: () => this.reload(),
    });
    this.#chart.setDataLoader(this.#feed);
    this.drawings = new Drawings({ chart: this.#chart, storage: app.storage, market });
  }

  shows({ market, notation }: ChartSubject): boolean {
    const { subject } = this.#options;
    // The list of markets is fetched again and again; the chart of one of them stays.
    return subject.market.id === market.id && subject.notation === notation;
  }

  showPeriod(period: Period): void {
    if (period === this.#period) return;
    this.#period = period;
    this.#chart.setPeriod(chartPeriodOf(period));
  }

  reload(): void {
    this.#chart.resetData();
  }

  /** Makes room on the axis for these prices, as far as they are near. */
  keepInView(levels: readonly number[]): void {
    if (levels.join() === this.#levels.join()) return;
    this.#levels = levels;
    this.#chart.resize();
  }

  /** Where prices lie now; null before the first bars. */
  axis(): AxisView | null {
    const lastPrice = this.#chart.getDataList().at(-1)?.close;
    if (!this.#scale || lastPrice === undefined) return null;
    const axisPx = this.#chart.getSize("candle_pane", "yAxis")?.width ?? 0;
    return { scale: this.#scale, axisPx, lastPrice };
  }

  /** Calls the listener each time the chart has been drawn, until the answer is called. */
  onDrawn(listener: () => void): () => void {
    this.#onDrawn.add(listener);
    return () => {
      this.#onDrawn.delete(listener);
    };
  }

  /** Puts the indicators on a new chart, ahead of `resume`: a task less at once. */
  dress(): void {
    this.#show({ isNewLook: false });
    this.#isDressed = true;
  }

  /** Follows quotes, look and choices until the answer is called. */
  resume(): () => void {
    const { app, choices, places } = this.#options;
    const { live, preferences } = app;
    if (!this.#isDressed) this.#show({ isNewLook: true });
    this.#isDressed = false;
    this.#feed.resume();
    const unlook = preferences.look.subscribe(() => this.#show({ isNewLook: true }));
    const unchoose = choices.subscribe(() => this.#show({ isNewLook: false }));
    const unwatch = live.socket.connection.subscribe(() => {
      const { phase, attempt } = live.socket.connection.get();
      if (phase === "live" && attempt > 0) void this.#feed.catchUp();
    });
    const keepSwipes = yieldVerticalSwipes(places.canvas);
    return () => {
      keepSwipes();
      unlook();
      unchoose();
      unwatch();
      this.#feed.pause();
    };
  }

  close(): void {
    this.#feed.stop();
    dispose(this.#box);
    this.#box.remove();
  }

  #tell(state: FeedState): void {
    const { places, onState } = this.#options;
    if (state.phase !== "loading" && !this.#box.isConnected) {
      places.canvas.append(this.#box);
      this.#chart.resize();
    }
    onState(state);
  }

  #show({ isNewLook }: { readonly isNewLook: boolean }): void {
    const choice = this.#options.choices.get();
    if (isNewLook || choice.kind !== this.#shown.kind) {
      this.#chart.setStyles(this.#stylesOf(choice, this.#newestPrice()));
    }
    this.#shown = choice;
    showIndicators(this.#chart, choice.indicators, { look: this.#indicatorLook(), isNewLook });
  }

  readonly #redress = (): void => {
    if (wholeDigits(this.#newestPrice()) !== this.#wholeDigits) this.#show({ isNewLook: true });
  };

  #quotedPrice(): number {
    const { subject, app } = this.#options;
    return Number(app.live.board.get(subject.market.id)?.quote.bid ?? 0);
  }

  #newestPrice(): number {
    return this.#chart.getDataList().at(-1)?.close ?? this.#quotedPrice();
  }

  #stylesOf({ kind }: ChartChoice, price: number) {
    const { places, ruler } = this.#options;
    this.#wholeDigits = wholeDigits(price);
    return chartStyles(places.canvas, {
      kind,
      axisWidth: ruler(price),
      onBar: ({ current, prev }) => {
        this.#legend.paintBar({ bar: current, before: prev });
        // Not while it is being drawn.
        if (wholeDigits(this.#newestPrice()) !== this.#wholeDigits) queueMicrotask(this.#redress);
        for (const listener of this.#onDrawn) listener();
        return [];
      },
    });
  }

  #indicatorLook(): IndicatorLook {
    const { market, notation, nameOf } = this.#options.subject;
    return {
      pricePrecision: market.pricePrecision,
      nameOf,
      colourOf: tokensOf(this.#options.places.canvas),
      write: (value, decimals) => writeDecimal(value.toFixed(decimals), notation),
      onFigures: (name, figures) => this.#legend.paintIndicator(name, figures),
    };
  }
}
