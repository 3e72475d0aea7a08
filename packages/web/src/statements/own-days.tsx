// The first and the last day of the reader's own period, for statements and for the history of
// orders; says so when they stand the wrong way round.

import { TextField } from "@truetick/ui/forms";
import { useTranslations } from "use-intl";
import { ownPeriod } from "./period.ts";

export type OwnDaysChoice = { readonly firstDay: string; readonly lastDay: string };

export function OwnDays<Choice extends OwnDaysChoice>({
  choice,
  className,
  onChange,
}: {
  /** What else is chosen with the days stays as it is. */
  readonly choice: Choice;
  /** Lays the two fields out. */
  readonly className: string | undefined;
  readonly onChange: (choice: Choice) => void;
}) {
  const t = useTranslations("statement");
  const isWrong = ownPeriod(choice.firstDay, choice.lastDay) === null;
  return (
    <div className={className}>
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
