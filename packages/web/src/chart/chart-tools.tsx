// The row of tools above the chart: periods always; kind and indicators beside them where there is
// room, else in a sheet; full screen at its end.

import { type Market, PERIODS, type PeriodId } from "@truetick/contract";
import { IconButton, Segment } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import ChartSpline from "lucide-react/icons/chart-spline";
import Maximize from "lucide-react/icons/maximize";
import Minimize from "lucide-react/icons/minimize";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { CHART_KINDS, type ChartChoices } from "./chart-choice.ts";
import { ChartSheet } from "./chart-sheet.tsx";
import styles from "./chart-tools.module.css";
import type { DrawingDesk } from "./drawing-state.ts";
import { IndicatorMenu } from "./indicator-menu.tsx";
import { KIND_ICONS } from "./tool-icons.ts";
import type { FullScreen } from "./use-full-screen.ts";

function KindButtons({ choices }: { readonly choices: ChartChoices }) {
  const t = useTranslations("trade.chart");
  const { kind: chosen } = useStore(choices);
  return (
    <fieldset className={styles.kinds} aria-label={t("kind")}>
      {CHART_KINDS.map((kind) => (
        <IconButton
          key={kind}
          icon={KIND_ICONS[kind]}
          label={t(`kinds.${kind}`)}
          className={styles.kind}
          aria-pressed={kind === chosen}
          onClick={() => choices.chooseKind(kind)}
        />
      ))}
    </fieldset>
  );
}

export function ChartTools({
  market,
  periodId,
  choices,
  desk,
  hasRoom,
  full,
  onPeriod,
}: {
  readonly market: Market;
  readonly periodId: PeriodId;
  readonly choices: ChartChoices;
  readonly desk: DrawingDesk | null;
  /** For more than periods, as in the workspace. */
  readonly hasRoom: boolean;
  readonly full: FullScreen;
  readonly onPeriod: (id: PeriodId) => void;
}) {
  const t = useTranslations("trade");
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  return (
    <>
      <div className={styles.tools}>
        {full.isFull && <b className={styles.market}>{market.displayCode}</b>}
        <div className={styles.periods} data-scrolls-sideways="">
          <Segment
            look="bare"
            label={t("period")}
            choices={PERIODS.map(({ id }) => ({ id, label: t(`periods.${id}`) }))}
            chosen={periodId}
            onChoose={onPeriod}
          />
        </div>
        {hasRoom && (
          <>
            <span className={styles.rule} />
            <KindButtons choices={choices} />
            <span className={styles.rule} />
            <IndicatorMenu choices={choices} />
          </>
        )}
        <span className={styles.gap} />
        {!hasRoom && (
          <IconButton
            icon={ChartSpline}
            label={t("chart.options")}
            aria-haspopup="dialog"
            onClick={() => setIsSheetOpen(true)}
          />
        )}
        <IconButton
          icon={full.isFull ? Minimize : Maximize}
          label={full.isFull ? t("chart.leaveFull") : t("chart.full")}
          className={styles.full}
          onClick={full.isFull ? full.leave : full.enter}
        />
      </div>
      {!hasRoom && (
        <ChartSheet
          market={market}
          choices={choices}
          desk={desk}
          isOpen={isSheetOpen}
          onClose={() => setIsSheetOpen(false)}
        />
      )}
    </>
  );
}
