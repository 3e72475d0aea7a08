// A sheet from the bottom on phones, a panel in the upper corner or the middle on desktop: one
// native modal <dialog>, so that focus is trapped and returned and Escape closes by the browser's
// own rules.

import X from "lucide-react/icons/x";
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { classNames } from "./class-names.ts";
import { IconButton } from "./icon-button.tsx";
import styles from "./sheet.module.css";

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
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const element = dialog.current;
    if (!element || !isOpen) return;
    element.showModal();
    return () => element.close();
  }, [isOpen]);
  // The dialog's own box fills nothing but its content: a click that lands on it came from outside.
  const closeOutside = (event: MouseEvent<HTMLDialogElement>) => {
    if (event.target === event.currentTarget) onClose();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog by itself
    <dialog
      ref={dialog}
      className={classNames(styles.sheet, styles[height], styles[place])}
      aria-labelledby={heading}
      onClick={closeOutside}
      onClose={onClose}
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
