// A choice of a few, side by side, of which one is on: theme, colours, chart period. Native radios
// underneath, so that arrows, names and states come from the browser.

import { useId } from "react";
import { classNames } from "./class-names.ts";
import styles from "./segment.module.css";

export type SegmentChoice<Id extends string> = { readonly id: Id; readonly label: string };

export function Segment<Id extends string>({
  choices,
  chosen,
  label,
  look = "boxed",
  className,
  onChoose,
}: {
  readonly choices: readonly SegmentChoice<Id>[];
  readonly chosen: Id;
  /** Names the group for screen readers. */
  readonly label: string;
  /** Boxed for settings; bare for bars above a chart. */
  readonly look?: "boxed" | "bare";
  readonly className?: string | undefined;
  readonly onChoose: (id: Id) => void;
}) {
  const group = useId();
  return (
    <fieldset className={classNames(styles.segment, styles[look], className)}>
      <legend className={styles.legend}>{label}</legend>
      {choices.map((choice) => (
        <label key={choice.id} className={styles.choice}>
          <input
            type="radio"
            className={styles.radio}
            name={group}
            value={choice.id}
            checked={choice.id === chosen}
            onChange={() => onChoose(choice.id)}
          />
          <span>{choice.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
