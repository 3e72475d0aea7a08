// The filters above the history: a bar of lists where there is room, on a phone a chip that opens
// them all in a sheet, with a chip beside it for each that is on. All are kept in the address.

import { Button, chipClass, Sheet } from "@truetick/ui";
import { SelectField } from "@truetick/ui/forms";
import ListFilter from "lucide-react/icons/list-filter";
import X from "lucide-react/icons/x";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useMedia, WIDE } from "../app/use-media.ts";
import { OwnDays } from "../statements/own-days.tsx";
import { ExportButton } from "./export-button.tsx";
import { FilterSelect } from "./filter-select.tsx";
import { ALL_CHOSEN, CHOICE_PARTS, chosenParts, withPeriod } from "./history-choice.ts";
import styles from "./history-filters.module.css";
import { ANY, useFilterWords, withPart } from "./use-filter-words.ts";
import type { ChosenHistory } from "./use-history-choice.ts";

function FilterBar({ chosen }: { readonly chosen: ChosenHistory }) {
  const t = useTranslations("orders");
  const words = useFilterWords();
  const { choice, filter, change } = chosen;
  const on = chosenParts(choice);
  return (
    <section className={styles.bar} aria-label={t("filters.title")}>
      <div className={styles.pills}>
        {CHOICE_PARTS.map((part) => (
          <FilterSelect
            key={part}
            name={words.nameOf(part)}
            options={words.optionsOf(part)}
            chosen={choice[part] ?? ANY}
            isOn={on.includes(part)}
            onChoose={(id) => change(withPart(choice, part, id))}
          />
        ))}
        {on.length > 0 && (
          <Button kind="ghost" icon={X} onClick={() => change(ALL_CHOSEN)}>
            {t("filters.clear")}
          </Button>
        )}
        <span className={styles.end}>
          <ExportButton filter={filter} />
        </span>
      </div>
      {choice.period === "own" && (
        <OwnDays choice={choice} className={styles.days} onChange={change} />
      )}
    </section>
  );
}

function FilterSheet({
  chosen,
  onClose,
}: {
  readonly chosen: ChosenHistory;
  readonly onClose: () => void;
}) {
  const t = useTranslations("orders");
  const words = useFilterWords();
  const { choice, change } = chosen;
  return (
    <Sheet
      isOpen
      title={t("filters.title")}
      closeLabel={t("close")}
      place="centre"
      onClose={onClose}
    >
      <div className={styles.sheet}>
        {CHOICE_PARTS.map((part) => (
          <div key={part} className={styles.part}>
            <SelectField
              label={words.nameOf(part)}
              name={part}
              choices={words.optionsOf(part)}
              chosen={choice[part] ?? ANY}
              onChoose={(id) => change(withPart(choice, part, id))}
            />
            {part === "period" && choice.period === "own" && (
              <OwnDays choice={choice} className={styles.days} onChange={change} />
            )}
          </div>
        ))}
      </div>
      <div className={styles.foot}>
        <Button
          size="touch"
          disabled={chosenParts(choice).length === 0}
          onClick={() => change(ALL_CHOSEN)}
        >
          {t("filters.clear")}
        </Button>
        <Button kind="primary" size="touch" onClick={onClose}>
          {t("filters.show")}
        </Button>
      </div>
    </Sheet>
  );
}

const QUICK_PERIODS = ["today", "week", "month"] as const;

function FilterChips({ chosen }: { readonly chosen: ChosenHistory }) {
  const t = useTranslations("orders");
  const words = useFilterWords();
  const [isOpen, setIsOpen] = useState(false);
  const { choice, filter, change } = chosen;
  const on = chosenParts(choice);
  return (
    <section className={styles.strip} aria-label={t("filters.title")}>
      <div className={styles.chips}>
        <button
          type="button"
          className={chipClass()}
          data-on={on.length > 0}
          aria-haspopup="dialog"
          onClick={() => setIsOpen(true)}
        >
          <ListFilter size={16} />
          {t("filters.title")}
          {on.length > 0 && <span className={styles.count}>{on.length}</span>}
        </button>
        {on.map((part) => {
          const name = words.chosenOf(part, choice);
          return (
            <button
              key={part}
              type="button"
              className={chipClass()}
              data-on="true"
              aria-label={t("filters.remove", { name })}
              onClick={() => change({ ...choice, [part]: ALL_CHOSEN[part] })}
            >
              {name}
              <X size={14} />
            </button>
          );
        })}
        {!on.includes("period") &&
          QUICK_PERIODS.map((period) => (
            <button
              key={period}
              type="button"
              className={chipClass()}
              onClick={() => change(withPeriod(choice, period, new Date()))}
            >
              {t(`filters.periods.${period}`)}
            </button>
          ))}
      </div>
      <ExportButton filter={filter} isIcon />
      {isOpen && <FilterSheet chosen={chosen} onClose={() => setIsOpen(false)} />}
    </section>
  );
}

export function HistoryFilters({ chosen }: { readonly chosen: ChosenHistory }) {
  const isWide = useMedia(WIDE);
  return isWide ? <FilterBar chosen={chosen} /> : <FilterChips chosen={chosen} />;
}
