// One filter of the bar above the history: its name and what is chosen in one pill, opened with the
// device's own list. Stands out while it leaves something out.

import ChevronDown from "lucide-react/icons/chevron-down";
import { useId } from "react";
import styles from "./filter-select.module.css";

export type FilterOption = { readonly id: string; readonly label: string };

export function FilterSelect({
  name,
  options,
  chosen,
  isOn,
  onChoose,
}: {
  readonly name: string;
  readonly options: readonly FilterOption[];
  readonly chosen: string;
  /** It leaves something out. */
  readonly isOn: boolean;
  readonly onChoose: (id: string) => void;
}) {
  const id = useId();
  const shown = options.find((option) => option.id === chosen)?.label ?? "";
  return (
    <span className={styles.pill} data-on={isOn}>
      <label htmlFor={id} className={styles.name}>
        {name}
      </label>
      <span className={styles.chosen} aria-hidden="true">
        {shown}
      </span>
      <ChevronDown size={14} className={styles.open} />
      <select
        id={id}
        className={styles.select}
        value={chosen}
        onChange={(event) => onChoose(event.currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  );
}
