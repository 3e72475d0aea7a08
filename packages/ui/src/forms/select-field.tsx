// One of a few things, chosen with the device's own picker, in a well like the other fields. Where
// there is nothing to choose, it says so.

import ChevronDown from "lucide-react/icons/chevron-down";
import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";
import fieldStyles from "./field.module.css";
import { Field } from "./field.tsx";
import styles from "./select-field.module.css";

type SelectChoice = { readonly id: string; readonly label: string };

export function SelectField({
  label,
  name,
  aside,
  choices,
  chosen,
  noneLabel,
  error,
  hint,
  onChoose,
}: {
  readonly label: string;
  readonly name: string;
  /** At the end of the line of the name, as far as it fits there. */
  readonly aside?: ReactNode;
  readonly choices: readonly SelectChoice[];
  readonly chosen: string;
  /** Said where there is nothing to choose. */
  readonly noneLabel?: string;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  readonly onChoose: (id: string) => void;
}) {
  return (
    <Field
      label={label}
      error={error}
      hint={hint}
      aside={aside && <span className={styles.bound}>{aside}</span>}
      isOneLine
    >
      {(control) => (
        <span className={classNames(fieldStyles.well, styles.well)} data-wrong={Boolean(error)}>
          <select
            {...control}
            name={name}
            className={styles.select}
            value={chosen}
            disabled={choices.length === 0}
            onChange={(event) => onChoose(event.currentTarget.value)}
          >
            {choices.length === 0 && <option value="">{noneLabel}</option>}
            {choices.map((choice) => (
              <option key={choice.id} value={choice.id}>
                {choice.label}
              </option>
            ))}
          </select>
          <ChevronDown size={16} className={styles.open} />
        </span>
      )}
    </Field>
  );
}
