// A field with a few usual answers under it, one touch each. What is typed counts; the chips only
// type for the reader.

import { chipClass } from "@truetick/ui";
import { TextField } from "@truetick/ui/forms";
import type { ComponentProps } from "react";
import styles from "./quick-field.module.css";

export type QuickChoice = { readonly value: string; readonly label: string };

export function QuickField({
  choices,
  ...field
}: ComponentProps<typeof TextField> & { readonly choices: readonly QuickChoice[] }) {
  return (
    <TextField
      {...field}
      below={
        <span className={styles.choices}>
          {choices.map(({ value, label }) => (
            <button
              key={value}
              type="button"
              className={chipClass()}
              data-on={value === field.value.trim()}
              aria-pressed={value === field.value.trim()}
              onClick={() => field.onValue(value)}
            >
              {label}
            </button>
          ))}
        </span>
      }
    />
  );
}
