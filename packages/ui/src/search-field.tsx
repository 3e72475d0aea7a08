// A search field with its icon, a way to clear it, and the key that reaches it. Filtering is the
// caller's; the field only says what was typed.

import Search from "lucide-react/icons/search";
import X from "lucide-react/icons/x";
import type { KeyboardEvent, Ref } from "react";
import { classNames } from "./class-names.ts";
import styles from "./search-field.module.css";

export function SearchField({
  ref,
  text,
  label,
  clearLabel,
  shortcut,
  lengthMax = 32,
  className,
  onText,
  onKeyDown,
}: {
  readonly ref?: Ref<HTMLInputElement>;
  readonly text: string;
  /** Placeholder and name for screen readers. */
  readonly label: string;
  readonly clearLabel: string;
  /** The key that focuses the field, shown at its end while it is empty. */
  readonly shortcut?: string;
  readonly lengthMax?: number;
  readonly className?: string | undefined;
  readonly onText: (text: string) => void;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
}) {
  return (
    <div className={classNames(styles.field, className)}>
      <Search size={18} strokeWidth={1.75} className={styles.icon} />
      <input
        ref={ref}
        type="search"
        className={styles.input}
        value={text}
        placeholder={label}
        aria-label={label}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={lengthMax}
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {text !== "" && (
        <button
          type="button"
          className={styles.clear}
          aria-label={clearLabel}
          onClick={() => onText("")}
        >
          <X size={16} />
        </button>
      )}
      {text === "" && shortcut && (
        <span className={styles.shortcut} aria-hidden="true">
          {shortcut}
        </span>
      )}
    </div>
  );
}
