// The gallery's tokens: the colours in force, and the sizes of type.

import styles from "./gallery.module.css";
import { Sample } from "./sample.tsx";

const COLORS = [
  "bg",
  "pane",
  "surface-1",
  "surface-2",
  "surface-3",
  "border",
  "text",
  "text-2",
  "text-3",
  "accent",
  "up",
  "down",
  "warn",
] as const;
const SIZES = ["11", "12", "13", "14", "15", "17", "20", "24", "32"] as const;

export function TokenSamples() {
  return (
    <>
      <Sample name="Colours" use="Components name a role, never a hue.">
        {COLORS.map((color) => (
          <figure key={color} className={styles.state}>
            <span className={styles.swatch} data-color={color} />
            <figcaption>{color}</figcaption>
          </figure>
        ))}
      </Sample>
      <Sample name="Type" use="Inter, tabular figures, nine sizes.">
        {SIZES.map((size) => (
          <span key={size} className={styles.size} data-size={size}>
            {size} 1.15826
          </span>
        ))}
      </Sample>
    </>
  );
}
