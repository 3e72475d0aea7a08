// The chart of one market: the host draws, this component gives it its places, lays the lines of
// orders over it, and says what it cannot say itself: loading, failure, no history. Fetched with
// /trade, never with the list.

import type { Market, PeriodId } from "@truetick/contract";
import { Button, EmptyState, Spinner, Tag } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import ChartCandlestick from "lucide-react/icons/chart-candlestick";
import CloudOff from "lucide-react/icons/cloud-off";
import { type RefObject, useRef } from "react";
import { useTranslations } from "use-intl";
import { useFailureCode, useFailureText } from "../app/use-failure.ts";
import type { FeedState } from "./candle-feed.ts";
import styles from "./chart.module.css";
import type { ChartChoices } from "./chart-choice.ts";
import { INDICATOR_PLANS } from "./chart-indicators.ts";
import type { DrawingDesk } from "./drawing-state.ts";
import { LevelLayer } from "./level-layer.tsx";
import { useChartHost } from "./use-chart-host.ts";

const PRICES = ["open", "high", "low", "close"] as const;

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

/** The places of the figures; the host fills them. */
function ChartLegend({
  place,
  market,
  choices,
}: {
  readonly place: RefObject<HTMLDivElement | null>;
  readonly market: Market;
  readonly choices: ChartChoices;
}) {
  const t = useTranslations("trade.chart");
  const { indicators } = useStore(choices);
  const overCandles = indicators.filter((name) => INDICATOR_PLANS[name].place === "candles");
  return (
    <div ref={place} className={styles.legend}>
      <b className={styles.market}>{market.displayCode}</b>
      <dl className={styles.bar}>
        {PRICES.map((price) => (
          <div key={price}>
            <dt>{t(price)}</dt>
            <dd data-figure={price} />
          </div>
        ))}
        <div>
          <dt className={styles.unseen}>{t("change")}</dt>
          <dd data-figure="change" />
        </div>
      </dl>
      <span className={styles.generated} title={t("generatedText")}>
        <Tag>{t("generated")}</Tag>
      </span>
      {overCandles.map((name) => {
        const { lines, params } = INDICATOR_PLANS[name];
        const isLabelled = lines.some(({ label }) => label !== "");
        return (
          <dl key={name} className={styles.indicator}>
            <dt title={t(`indicatorNames.${name}`)}>
              {isLabelled ? name : `${name} ${params.join(", ")}`}
            </dt>
            {lines.map(({ key, label, token }, index) => (
              <dd key={key} style={{ color: `var(--${token})` }}>
                {label !== "" && <span>{label} </span>}
                <b data-figure={`${name}-${index}`} />
              </dd>
            ))}
          </dl>
        );
      })}
    </div>
  );
}

export function MarketChart({
  market,
  periodId,
  choices,
  isDrawing,
  onDrawings,
}: {
  readonly market: Market;
  readonly periodId: PeriodId;
  readonly choices: ChartChoices;
  /** A tool is in hand: clicks belong to it, also where lines of orders lie. */
  readonly isDrawing: boolean;
  readonly onDrawings: (drawings: DrawingDesk | null) => void;
}) {
  const t = useTranslations("trade.chart");
  const canvas = useRef<HTMLDivElement>(null);
  const legend = useRef<HTMLDivElement>(null);
  const { host, state, reload } = useChartHost(
    { canvas, legend },
    { market, periodId, choices, onDrawings },
  );
  return (
    <div className={styles.chart} dir="ltr">
      <ChartLegend place={legend} market={market} choices={choices} />
      <div ref={canvas} className={styles.canvas} role="img" aria-label={t("label")} />
      {host && <LevelLayer host={host} market={market} isLocked={isDrawing} />}
      <ChartState state={state} onRetry={reload} />
    </div>
  );
}
