// The candle chart of one market: the host draws, this component gives it its place and says what
// it cannot say itself: loading, failure, no history. Fetched with /trade, never with the list.

import { type Market, PERIODS, type Period } from "@truetick/contract";
import { Button, EmptyState, Spinner, useNotation } from "@truetick/ui";
import ChartCandlestick from "lucide-react/icons/chart-candlestick";
import CloudOff from "lucide-react/icons/cloud-off";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { useFailureCode, useFailureText } from "../app/use-failure.ts";
import type { FeedState } from "./candle-feed.ts";
import styles from "./chart.module.css";
import { ChartHost } from "./chart-host.ts";

const FIGURES = ["open", "high", "low", "close"] as const;

type ChartPlaces = {
  readonly canvas: RefObject<HTMLElement | null>;
  readonly legend: RefObject<HTMLElement | null>;
};

/** Keeps the chart while its screen is hidden; a new market or language gets a new one. */
function useChartHost(places: ChartPlaces, market: Market, periodId: Period["id"]) {
  const app = useApp();
  const notation = useNotation();
  const host = useRef<ChartHost | null>(null);
  const [state, setState] = useState<FeedState>({ phase: "loading" });
  const { canvas, legend } = places;
  useEffect(() => {
    const period = PERIODS.find(({ id }) => id === periodId);
    if (!canvas.current || !legend.current || !period) return;
    const elements = { canvas: canvas.current, legend: legend.current };
    const subject = { market, notation };
    if (!host.current?.shows(subject)) {
      host.current?.close();
      host.current = new ChartHost({ subject, places: elements, app, onState: setState });
    }
    const shown = host.current;
    const pause = shown.resume();
    shown.showPeriod(period);
    return () => {
      pause();
      // Hidden screens stay in the page; only one that has left it gives its chart back.
      setTimeout(() => {
        if (elements.canvas.isConnected || host.current !== shown) return;
        shown.close();
        host.current = null;
      });
    };
  }, [app, canvas, legend, market, notation, periodId]);
  return { state, reload: () => host.current?.reload() };
}

function ChartState({
  state,
  onRetry,
}: {
  readonly state: FeedState;
  readonly onRetry: () => void;
}) {
  const t = useTranslations("trade.chart");
  const textOf = useFailureText();
  const codeOf = useFailureCode();
  if (state.phase === "loading") {
    return (
      <div className={styles.over} role="status">
        <Spinner />
        <span>{t("loading")}</span>
      </div>
    );
  }
  if (state.phase === "failed") {
    return (
      <div className={styles.over}>
        <EmptyState
          icon={CloudOff}
          tone="warn"
          title={t("failed")}
          text={textOf(state.failure) ?? ""}
          note={codeOf(state.failure)}
          actions={<Button onClick={onRetry}>{t("retry")}</Button>}
        />
      </div>
    );
  }
  if (!state.isEmpty) return null;
  return (
    <div className={styles.over}>
      <EmptyState icon={ChartCandlestick} title={t("empty")} text={t("emptyText")} />
    </div>
  );
}

export function MarketChart({
  market,
  periodId,
}: {
  readonly market: Market;
  readonly periodId: Period["id"];
}) {
  const t = useTranslations("trade.chart");
  const canvas = useRef<HTMLDivElement>(null);
  const legend = useRef<HTMLDListElement>(null);
  const { state, reload } = useChartHost({ canvas, legend }, market, periodId);
  return (
    <div className={styles.chart} dir="ltr">
      <dl ref={legend} className={styles.legend}>
        {FIGURES.map((figure) => (
          <div key={figure}>
            <dt>{t(figure)}</dt>
            <dd />
          </div>
        ))}
      </dl>
      <div ref={canvas} className={styles.canvas} role="img" aria-label={t("label")} />
      <ChartState state={state} onRetry={reload} />
    </div>
  );
}
