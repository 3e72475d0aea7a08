// What stands beside a line that is being dragged: the money at that price and how far it is; after
// letting go, the question whether to set it, and what became of that.

import { Button, useNotation, writeDecimal } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { MoneyText } from "../account/money-text.tsx";
import { useApp } from "../app/app.ts";
import { ActNote } from "../orders/act-note.tsx";
import styles from "./level-tip.module.css";
import type { LevelDrag, MovedLevel } from "./use-level-drag.ts";
import type { OutcomeAt } from "./use-level-outcome.ts";

export function LevelTip({
  drag,
  asked,
  outcomeAt,
}: {
  readonly drag: LevelDrag;
  readonly asked: MovedLevel;
  readonly outcomeAt: OutcomeAt;
}) {
  const t = useTranslations();
  const notation = useNotation();
  const { dir } = useStore(useApp().preferences.look);
  const tip = useRef<HTMLDivElement>(null);
  const { phase, act } = drag;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each question has its own first answer
  useEffect(() => {
    tip.current?.querySelector("button")?.focus({ preventScroll: true });
  }, [phase]);
  const price = writeDecimal(asked.price, notation);
  const outcome = asked.role === "target" ? null : outcomeAt(asked.order, asked.price);
  const question = t(`trade.chart.lines.set.${asked.role}`, { price });
  const isWorking = act.phase === "working" || act.phase === "unsure";
  const words = (
    <p className={styles.words}>
      <span>{question}</span>
      {outcome && outcome.profit !== null && (
        <span className={styles.money}>
          <MoneyText text={outcome.profit} isSigned /> USD
        </span>
      )}
      {outcome && phase === "dragging" && (
        <span className={styles.quiet}>
          {t("orders.away", { pips: writeDecimal(outcome.pips, notation) })}
        </span>
      )}
    </p>
  );
  return (
    <div ref={tip} className={styles.place} data-tip={asked.price}>
      {phase === "dragging" ? (
        <div className={styles.tip} dir={dir}>
          {words}
        </div>
      ) : (
        <dialog open dir={dir} className={styles.tip} aria-label={question}>
          {words}
          <ActNote act={act} />
          <div className={styles.acts}>
            {phase === "asking" && (
              <Button
                kind="primary"
                size="dense"
                isWorking={isWorking}
                disabled={act.phase === "unknown"}
                onClick={drag.send}
              >
                {t("orders.set")}
              </Button>
            )}
            <Button size="dense" disabled={isWorking} onClick={drag.cancel}>
              {phase === "asking" ? t("trade.chart.cancel") : t("trade.close")}
            </Button>
          </div>
        </dialog>
      )}
    </div>
  );
}
