// A question that must be answered before anything happens: close, cancel, log out, delete. One
// sentence, the way back, and the act by its own name; never "OK". Asked nowhere else.

import { type ReactNode, useId } from "react";
import { Button } from "./button.tsx";
import styles from "./dialog.module.css";
import { useModal } from "./use-modal.ts";

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
  const id = useId();
  const { dialog, closeOutside, noteClosed } = useModal(isOpen, onCancel);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog by itself
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClick={closeOutside}
      onClose={noteClosed}
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
