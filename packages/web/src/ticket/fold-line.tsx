// A line of the ticket that unfolds what is under it. Folded, it says in short what is in there, so
// that nothing hidden is forgotten.

import ChevronDown from "lucide-react/icons/chevron-down";
import styles from "./fold-line.module.css";

export function FoldLine({
  name,
  words,
  isOpen,
  controls,
  onPress,
}: {
  readonly name: string;
  /** Said while it is folded. */
  readonly words: string | null;
  readonly isOpen: boolean;
  /** The id of what unfolds. */
  readonly controls: string;
  readonly onPress: () => void;
}) {
  return (
    <button
      type="button"
      className={styles.fold}
      aria-expanded={isOpen}
      aria-controls={controls}
      onClick={onPress}
    >
      <span>{name}</span>
      {!isOpen && <span className={styles.words}>{words}</span>}
      <ChevronDown size={16} className={styles.mark} />
    </button>
  );
}
