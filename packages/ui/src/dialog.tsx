// A question that must be answered before anything happens: close, cancel, log out, delete. One
// sentence, the way back, and the act by its own name; never "OK". Asked nowhere else.

import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { Button } from "./button.tsx";
import styles from "./dialog.module.css";

export function ConfirmDialog({
  isOpen,
  title,
  children,
  confirmLabel,
  cancelLabel,
  kind = "primary",
  isWorking = false,
  onConfirm,
  onCancel,
}: {
  readonly isOpen: boolean;
  readonly title: string;
  readonly children?: ReactNode;
  /** The act itself: "Log out", "Delete address". */
  readonly confirmLabel: string;
  readonly cancelLabel: string;
  readonly kind?: "primary" | "danger";
  readonly isWorking?: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    if (!element || !isOpen) return;
    element.showModal();
    return () => element.close();
  }, [isOpen]);
  const cancelOutside = (event: MouseEvent<HTMLDialogElement>) => {
    if (event.target === event.currentTarget) onCancel();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog by itself
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClick={cancelOutside}
      onClose={onCancel}
    >
      {isOpen && (
        <div className={styles.body}>
          <h2 id={`${id}-title`} className={styles.title}>
            {title}
          </h2>
          <div id={`${id}-text`} className={styles.text}>
            {children}
          </div>
          <div className={styles.actions}>
            <Button size="touch" onClick={onCancel}>
              {cancelLabel}
            </Button>
            <Button size="touch" kind={kind} isWorking={isWorking} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </div>
      )}
    </dialog>
  );
}
