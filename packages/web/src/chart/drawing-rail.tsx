// The drawing tools beside the chart of a workspace: one press takes a tool in hand, another puts
// it away.

import { IconButton } from "@truetick/ui";
import MousePointer2 from "lucide-react/icons/mouse-pointer-2";
import Trash2 from "lucide-react/icons/trash-2";
import Undo2 from "lucide-react/icons/undo-2";
import { useTranslations } from "use-intl";
import { DRAWING_TOOLS } from "./drawing-book.ts";
import styles from "./drawing-rail.module.css";
import { type DrawingDesk, useDrawingState } from "./drawing-state.ts";
import { TOOL_ICONS } from "./tool-icons.ts";
import type { DrawingActs } from "./use-drawing-acts.tsx";

export function DrawingRail({
  desk,
  acts,
}: {
  readonly desk: DrawingDesk | null;
  readonly acts: DrawingActs;
}) {
  const t = useTranslations("trade.chart.draw");
  const { tool, count, canUndo } = useDrawingState(desk);
  return (
    <div className={styles.rail} role="toolbar" aria-label={t("title")} aria-orientation="vertical">
      <IconButton
        icon={MousePointer2}
        label={t("pointer")}
        className={styles.tool}
        aria-pressed={tool === null}
        onClick={() => desk?.cancel()}
      />
      {DRAWING_TOOLS.map((name) => (
        <IconButton
          key={name}
          icon={TOOL_ICONS[name]}
          label={t(`tools.${name}`)}
          className={styles.tool}
          aria-pressed={tool === name}
          disabled={!desk}
          onClick={() => (tool === name ? desk?.cancel() : acts.start(name))}
        />
      ))}
      <span className={styles.gap} />
      <IconButton
        icon={Undo2}
        label={t("undo")}
        className={styles.tool}
        disabled={!canUndo}
        onClick={() => desk?.undo()}
      />
      <IconButton
        icon={Trash2}
        label={t("clear")}
        className={styles.tool}
        disabled={count === 0}
        onClick={acts.askToClear}
      />
    </div>
  );
}
