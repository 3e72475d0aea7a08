// A choice of one among tiles of two lines each: networks, bank accounts. Native radios underneath.

import { useId } from "react";
import styles from "./choice-tiles.module.css";

export type TileChoice = {
  readonly id: string;
  readonly name: string;
  readonly detail: string;
};

export function ChoiceTiles({
  label,
  choices,
  chosen,
  onChoose,
}: {
  readonly label: string;
  readonly choices: readonly TileChoice[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}) {
  const group = useId();
  return (
    <fieldset className={styles.set}>
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.tiles} data-pairs={choices.length % 3 === 1}>
        {choices.map(({ id, name, detail }) => (
          <label key={id} className={styles.tile}>
            <input
              type="radio"
              className={styles.radio}
              name={group}
              value={id}
              checked={id === chosen}
              onChange={() => onChoose(id)}
            />
            <span className={styles.face}>
              <b>{name}</b>
              <span>{detail}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
