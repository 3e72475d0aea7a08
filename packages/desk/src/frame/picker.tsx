// One of a few, too long for a row of segments: the browser's own list in our clothes. Bare in the
// head of a list, as a field with its name above inside of a form.

import ChevronDown from "lucide-react/icons/chevron-down";
import { useId } from "react";
import styles from "./picker.module.css";

export function Picker<Id extends string>({
  label,
  choices,
  chosen,
  isField = false,
  onChoose,
}: {
  readonly label: string;
  readonly choices: readonly { readonly id: Id; readonly label: string }[];
  readonly chosen: Id;
  readonly isField?: boolean;
  readonly onChoose: (id: Id) => void;
}) {
  const id = useId();
  return (
    <div className={isField ? styles.field : styles.bare}>
      {isField && (
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
      )}
      <div className={styles.well}>
        <select
          id={id}
          className={styles.select}
          aria-label={isField ? undefined : label}
          title={label}
          value={chosen}
          onChange={(event) => {
            const picked = choices.find((choice) => choice.id === event.currentTarget.value);
            if (picked) onChoose(picked.id);
          }}
        >
          {choices.map((choice) => (
            <option key={choice.id} value={choice.id}>
              {choice.label}
            </option>
          ))}
        </select>
        <ChevronDown size={14} className={styles.arrow} />
      </div>
    </div>
  );
}
