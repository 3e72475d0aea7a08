// A sheet from the bottom on phones, a panel in the upper corner or the middle on desktop: one
// native modal <dialog>, so that focus is trapped and returned and Escape closes by the browser's
// own rules.

import X from "lucide-react/icons/x";
import { type ReactNode, useId } from "react";
import { classNames } from "./class-names.ts";
import { IconButton } from "./icon-button.tsx";
import styles from "./sheet.module.css";
import { useModal } from "./use-modal.ts";

export function Sheet({
  isOpen,
  title,
  closeLabel,
  height = "content",
  place = "corner",
  children,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly title: string;
  readonly closeLabel: string;
  /** As tall as its content, or most of the screen for lists. */
  readonly height?: "content" | "tall";
  /** Where it stands on desktop: under the button in the upper corner, or in the middle. */
  readonly place?: "corner" | "centre";
  readonly children: ReactNode;
  readonly onClose: () => void;
}) {
  const heading = useId();
  const { dialog, closeOutside, noteClosed } = useModal(isOpen, onClose);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog by itself
    <dialog
      ref={dialog}
      className={classNames(styles.sheet, styles[height], styles[place])}
      aria-labelledby={heading}
      onClick={closeOutside}
      onClose={noteClosed}
    >
      {isOpen && (
        <div className={styles.body}>
          {/* No <header>: inside of the page's own it would be a second banner. */}
          <div className={styles.header}>
            <h2 id={heading} className={styles.title}>
              {title}
            </h2>
            <IconButton icon={X} label={closeLabel} onClick={onClose} />
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
}
