// The chart of one market with its tools: kind, period, indicators, drawings, full screen. The
// library that draws is fetched when it is first needed; the tools are there at once.

import { type Market, PERIODS, type PeriodId } from "@truetick/contract";
import { Segment, Skeleton } from "@truetick/ui";
import { lazy, Suspense, useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import styles from "./chart-pane.module.css";

const MarketChart = lazy(async () => ({ default: (await import("./chart.tsx")).MarketChart }));

const FIRST_PERIOD: PeriodId = "15min";
const PERIOD_CHOICE = "period";

function usePeriod(): [PeriodId, (id: PeriodId) => void] {
  const { storage } = useApp();
  const [periodId, setPeriodId] = useState<PeriodId>(() => {
    const remembered = storage.read(PERIOD_CHOICE);
    return PERIODS.find(({ id }) => id === remembered)?.id ?? FIRST_PERIOD;
  });
  const choose = (id: PeriodId) => {
    storage.write(PERIOD_CHOICE, id);
    setPeriodId(id);
  };
  return [periodId, choose];
}

export function ChartPane({ market }: { readonly market: Market }) {
  const t = useTranslations("trade");
  const [periodId, choosePeriod] = usePeriod();
  return (
    <div className={styles.pane}>
      <div className={styles.tools}>
        <Segment
          look="bare"
          label={t("period")}
          choices={PERIODS.map(({ id }) => ({ id, label: t(`periods.${id}`) }))}
          chosen={periodId}
          onChoose={choosePeriod}
        />
      </div>
      <div className={styles.chart}>
        <Suspense fallback={<Skeleton width="full" className={styles.waiting} />}>
          <MarketChart market={market} periodId={periodId} />
        </Suspense>
      </div>
    </div>
  );
}
