// The chart's settings where there is no room for them in a row: kind, indicators and drawing
// tools, in one sheet. A tool closes it and is in hand.

import type { Market } from "@truetick/contract";
import { Button, Segment, Sheet } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import Trash2 from "lucide-react/icons/trash-2";
import Undo2 from "lucide-react/icons/undo-2";
import { useTranslations } from "use-intl";
import { CHART_KINDS, type ChartChoices } from "./chart-choice.ts";
import styles from "./chart-sheet.module.css";
import { DRAWING_TOOLS } from "./drawing-book.ts";
import { type DrawingDesk, useDrawingState } from "./drawing-state.ts";
import { IndicatorSwitches } from "./indicator-switches.tsx";
import { TOOL_ICONS } from "./tool-icons.ts";
import { useDrawingActs } from "./use-drawing-acts.tsx";

function DrawingSection({
  market,
  desk,
  onClose,
}: {
  readonly market: Market;
  readonly desk: DrawingDesk | null;
  readonly onClose: () => void;
}) {
  const t = useTranslations("trade.chart.draw");
  const { count, canUndo } = useDrawingState(desk);
  const acts = useDrawingActs(desk, market);
  return (
    <section className={styles.section}>
      <h3 className={styles.title}>{t("title")}</h3>
      <div className={styles.tools}>
        {DRAWING_TOOLS.map((tool) => (
          <Button
            key={tool}
            size="touch"
            icon={TOOL_ICONS[tool]}
            className={styles.tool}
            disabled={!desk}
            onClick={() => {
              onClose();
              acts.start(tool);
            }}
          >
            {t(`tools.${tool}`)}
          </Button>
        ))}
      </div>
      <div className={styles.acts}>
        <Button
          kind="ghost"
          size="touch"
          icon={Undo2}
          disabled={!canUndo}
          onClick={() => desk?.undo()}
        >
          {t("undo")}
        </Button>
        <Button
          kind="ghost"
          size="touch"
          icon={Trash2}
          disabled={count === 0}
          onClick={acts.askToClear}
        >
          {t("clear")}
        </Button>
      </div>
      {acts.question}
    </section>
  );
}

export function ChartSheet({
  market,
  choices,
  desk,
  isOpen,
  onClose,
}: {
  readonly market: Market;
  readonly choices: ChartChoices;
  readonly desk: DrawingDesk | null;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const t = useTranslations("trade");
  const { kind } = useStore(choices);
  return (
    <Sheet
      isOpen={isOpen}
      title={t("chart.options")}
      closeLabel={t("close")}
      place="centre"
      onClose={onClose}
    >
      <div className={styles.body}>
        <Segment
          label={t("chart.kind")}
          choices={CHART_KINDS.map((id) => ({ id, label: t(`chart.kinds.${id}`) }))}
          chosen={kind}
          onChoose={choices.chooseKind}
        />
        <DrawingSection market={market} desk={desk} onClose={onClose} />
        <section className={styles.section}>
          <h3 className={styles.title}>{t("chart.indicators")}</h3>
          <IndicatorSwitches choices={choices} />
        </section>
      </div>
    </Sheet>
  );
}
