// The first and the last day of the reader's own period; says so when they stand the wrong way
// round.

import { TextField } from "@truetick/ui/forms";
import { useTranslations } from "use-intl";
import { ownPeriod } from "../statements/period.ts";
import type { HistoryChoice } from "./history-choice.ts";
import styles from "./history-filters.module.css";

export function OwnDays({
  choice,
  onChange,
}: {
  readonly choice: HistoryChoice;
  readonly onChange: (choice: HistoryChoice) => void;
}) {
  const t = useTranslations("statement");
  const isWrong = ownPeriod(choice.firstDay, choice.lastDay) === null;
  return (
    <div className={styles.days}>
      <TextField
        label={t("from")}
        name="from"
        type="date"
        value={choice.firstDay}
        onValue={(firstDay) => onChange({ ...choice, firstDay })}
      />
      <TextField
        label={t("to")}
        name="to"
        type="date"
        value={choice.lastDay}
        error={isWrong ? t("periodWrong") : null}
        onValue={(lastDay) => onChange({ ...choice, lastDay })}
      />
    </div>
  );
}
