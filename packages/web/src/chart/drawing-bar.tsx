// The bar at the foot of the chart that belongs to what is being drawn, or to the drawing that was
// chosen: what to do next, and the way out of it. Reached by finger, mouse and keys alike.

import { Button } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import Trash2 from "lucide-react/icons/trash-2";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import styles from "./drawing-bar.module.css";
import { type DrawingDesk, useDrawingState } from "./drawing-state.ts";

export function DrawingBar({ desk }: { readonly desk: DrawingDesk | null }) {
  const t = useTranslations("trade.chart");
  const { tool, pointsLeft, chosen } = useDrawingState(desk);
  const { dir } = useStore(useApp().preferences.look);
  if (!desk || (tool === null && chosen === null)) return null;
  return (
    <div className={styles.bar} dir={dir} role="status">
      {tool !== null ? (
        <>
          <span className={styles.words}>
            <b>{t(`draw.tools.${tool}`)}</b>
            <span>{t("draw.hint", { count: pointsLeft })}</span>
          </span>
          <Button className={styles.act} onClick={() => desk.cancel()}>
            {t("cancel")}
          </Button>
        </>
      ) : (
        <>
          <span className={styles.words}>
            <b>{chosen && t(`draw.tools.${chosen}`)}</b>
          </span>
          <Button className={styles.act} icon={Trash2} onClick={() => desk.removeChosen()}>
            {t("draw.remove")}
          </Button>
        </>
      )}
    </div>
  );
}
