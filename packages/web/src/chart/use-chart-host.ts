// Keeps the host of a chart for its component: made when its places are there, kept while its
// screen is hidden, made anew for another market or language, closed when it leaves the page.

import { type Market, PERIODS, type PeriodId } from "@truetick/contract";
import { useNotation } from "@truetick/ui";
import { type RefObject, startTransition, useEffect, useMemo, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { nextTask } from "../app/later.ts";
import { createAxisRuler } from "./axis-width.ts";
import type { FeedState } from "./candle-feed.ts";
import type { ChartChoices } from "./chart-choice.ts";
import { ChartHost, type ChartSubject } from "./chart-host.ts";
import { axisFontOf } from "./chart-styles.ts";
import type { DrawingDesk } from "./drawing-state.ts";

export type ChartPlaces = {
  readonly canvas: RefObject<HTMLElement | null>;
  readonly legend: RefObject<HTMLElement | null>;
};

type ChartOrder = {
  readonly market: Market;
  readonly periodId: PeriodId;
  readonly choices: ChartChoices;
  /** Told of the drawings of the chart that stands now; null when there is none. */
  readonly onDrawings: (drawings: DrawingDesk | null) => void;
};

export function useChartHost(places: ChartPlaces, order: ChartOrder) {
  const app = useApp();
  const notation = useNotation();
  const t = useTranslations("trade.chart");
  const { market, periodId, choices, onDrawings } = order;
  const subject = useMemo<ChartSubject>(
    () => ({
      market,
      notation,
      nameOf: (name) => (name === "VOL" ? t("indicatorNames.VOL") : name),
    }),
    [market, notation, t],
  );
  const kept = useRef<ChartHost | null>(null);
  const [host, setHost] = useState<ChartHost | null>(null);
  const [state, setState] = useState<FeedState>({ phase: "loading" });
  const { canvas, legend } = places;
  useEffect(() => {
    const period = PERIODS.find(({ id }) => id === periodId);
    if (!canvas.current || !legend.current || !period) return;
    const elements = { canvas: canvas.current, legend: legend.current };
    const leaving = new AbortController();
    let pause: (() => void) | null = null;
    const begin = (shown: ChartHost) => {
      startTransition(() => {
        setHost(shown);
        onDrawings(shown.drawings);
      });
      pause = shown.resume();
      shown.showPeriod(period);
    };
    // Making one takes longer than anything else here: in tasks of their own, and the page lives.
    const make = async () => {
      await nextTask();
      if (leaving.signal.aborted) return;
      const { pricePrecision } = subject.market;
      const font = axisFontOf(elements.canvas);
      const ruler = createAxisRuler({ pricePrecision, font, notation: subject.notation });
      await nextTask();
      if (leaving.signal.aborted) return;
      kept.current?.close();
      setHost(null);
      const made = new ChartHost({
        ...{ subject, places: elements, ruler, app, choices },
        onState: setState,
      });
      kept.current = made;
      await nextTask();
      made.dress();
      await nextTask();
      if (!leaving.signal.aborted) begin(made);
    };
    if (kept.current?.shows(subject)) begin(kept.current);
    else void make();
    return () => {
      leaving.abort();
      pause?.();
      const shown = kept.current;
      // Hidden screens stay in the page; only one that has left it gives its chart back.
      setTimeout(() => {
        if (elements.canvas.isConnected || kept.current !== shown) return;
        shown?.close();
        kept.current = null;
        onDrawings(null);
      });
    };
  }, [app, canvas, legend, subject, periodId, choices, onDrawings]);
  return { host, state, reload: () => kept.current?.reload() };
}
