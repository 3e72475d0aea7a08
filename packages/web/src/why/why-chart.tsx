// The chart around the moment that an explanation is about: the bars before and after it, the open
// price, the stop that was reached, and the quotes that were used, each marked with its name. One
// market at a time; the others of the account are a tap away. Stands still: that moment is over.

import { PERIODS, type Period, requestCandles } from "@truetick/contract";
import type { Why, WhyTick } from "@truetick/contract/proof";
import { ChipRow, type Notation, useNotation, writeDecimal } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import { dispose } from "klinecharts";
import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { type App, useApp } from "../app/app.ts";
import { createAxisRuler } from "../chart/axis-width.ts";
import { chartPeriodOf } from "../chart/candle-feed.ts";
import { axisFontOf, chartStyles, tokensOf } from "../chart/chart-styles.ts";
import { createChart } from "../chart/create-chart.ts";
import { barOf } from "../chart/live-bar.ts";
import { yieldVerticalSwipes } from "../chart/yield-vertical-swipes.ts";
import { tickMarks } from "./tick-marks.ts";
import styles from "./why-chart.module.css";
import { drawLevel, drawTick } from "./why-marks.ts";

/** So many bars follow the moment, as far as there are any. */
const BARS_AFTER = 12;
/** From opening to closing, on a phone. */
const BARS_SHOWN = 40;

/** The shortest period in which opening and closing are in sight together. */
function periodFor(why: Why): Period {
  const opened = why.steps.find((step) => step.kind === "opened")?.at ?? why.at;
  const seconds = why.at - opened;
  const [first] = PERIODS;
  const found = PERIODS.find((period) => period.seconds * BARS_SHOWN >= seconds) ?? PERIODS.at(-1);
  const period = found ?? first;
  if (!period) throw new Error("Invariant: there are periods");
  return period;
}

type Names = {
  readonly nameOf: (use: WhyTick["uses"][number]) => string;
  readonly triggerName: string;
};

type Drawing = {
  readonly app: App;
  readonly why: Why;
  readonly marketId: string;
  readonly notation: Notation;
  readonly names: Names;
};

function drawMarks(chart: ReturnType<typeof createChart>, element: HTMLElement, drawing: Drawing) {
  const { why, marketId, names, notation } = drawing;
  const token = tokensOf(element);
  const ticks = why.ticks.filter(({ market }) => market === marketId);
  const ground = token("surface-1");
  const rows = { above: 0, below: 0 };
  for (const tick of ticks) {
    for (const { use, price } of tickMarks(why, tick)) {
      const colour = token(use === "close" ? "text" : use === "open" ? "accent" : "text-2");
      const label = `${names.nameOf(use)} ${writeDecimal(price, notation)}`;
      const at = { timestamp: tick.at * 1_000, value: Number(price) };
      const edge = use === "open" ? "above" : "below";
      drawTick(chart, at, { label, colour, ground, edge, row: rows[edge] });
      rows[edge] += 1;
    }
  }
  if (marketId !== why.order.market) return;
  const fired = why.steps.find((step) => step.kind === "fired");
  if (fired) {
    const label = `${names.triggerName} ${writeDecimal(fired.trigger, notation)}`;
    const mark = { label, colour: token("warn"), ground };
    drawLevel(chart, Number(fired.trigger), mark);
  }
  if (why.order.opened !== null) {
    // Its quote carries the name.
    const mark = { label: "", colour: token("accent"), ground };
    drawLevel(chart, Number(why.order.opened), mark);
  }
}

/** Draws it into the element; answers how to take it away. */
function showChart(element: HTMLElement, drawing: Drawing): () => void {
  const { app, why, marketId, notation } = drawing;
  const market = why.markets.find(({ id }) => id === marketId);
  if (!market) return () => undefined;
  const period = periodFor(why);
  const own = why.ticks.filter((tick) => tick.market === marketId);
  const prices = own.flatMap((tick) => tickMarks(why, tick)).map((mark) => Number(mark.price));
  const price = prices[0] ?? 1;
  const pricePrecision = market.digits;
  const ruler = createAxisRuler({ pricePrecision, font: axisFontOf(element), notation });
  const chart = createChart(element, {
    market: { displayCode: market.name, pricePrecision },
    notation,
    styles: chartStyles(element, {
      kind: "candles",
      axisWidth: ruler(price),
      onBar: () => [],
    }),
    levels: () => prices,
    hasTags: false,
    onScale: () => undefined,
  });
  // Marks of our own say what matters here.
  const none = { show: false };
  chart.setStyles({ candle: { priceMark: { high: none, low: none, last: none } } });
  const leaving = new AbortController();
  chart.setDataLoader({
    getBars: ({ callback }) => {
      const before = Math.floor(why.at) + BARS_AFTER * period.seconds;
      const request = requestCandles({ marketId, periodId: period.id, before });
      void app.server.read(request, { signal: leaving.signal }).then((answer) => {
        if (leaving.signal.aborted) return;
        callback(answer.isOk ? answer.value.map(barOf) : [], false);
        drawMarks(chart, element, drawing);
      });
    },
  });
  chart.setPeriod(chartPeriodOf(period));
  const keepSwipes = yieldVerticalSwipes(element);
  return () => {
    leaving.abort();
    keepSwipes();
    dispose(element);
  };
}

/** Drawn once: in another look it is another one. */
function WhyCanvas({ why, marketId }: { readonly why: Why; readonly marketId: string }) {
  const app = useApp();
  const t = useTranslations("why");
  const reasons = useTranslations("closeReasons");
  const notation = useNotation();
  const canvas = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const fired = why.steps.find((step) => step.kind === "fired");
    const names = {
      nameOf: (use: WhyTick["uses"][number]) => t(`uses.${use}`),
      triggerName: fired ? reasons(fired.rule) : "",
    };
    return showChart(element, { app, why, marketId, notation, names });
  }, [app, why, marketId, notation, t, reasons]);
  return <div ref={canvas} className={styles.canvas} role="img" aria-label={t("chart")} />;
}

export function WhyChart({
  why,
  className,
}: {
  readonly why: Why;
  readonly className: string | undefined;
}) {
  const t = useTranslations("why");
  const { theme, updown } = useStore(useApp().preferences.look);
  const [marketId, setMarketId] = useState(why.order.market);
  const shown = why.markets.filter(({ id }) => why.ticks.some(({ market }) => market === id));
  return (
    <div className={styles.whole}>
      {shown.length > 1 && (
        <ChipRow
          label={t("chart")}
          chips={shown.map(({ id, name }) => ({ id, label: name }))}
          chosen={marketId}
          className={styles.chips}
          onChoose={setMarketId}
        />
      )}
      <div className={className} dir="ltr">
        <WhyCanvas key={`${theme} ${updown}`} why={why} marketId={marketId} />
      </div>
    </div>
  );
}
