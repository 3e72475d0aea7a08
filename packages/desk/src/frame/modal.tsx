// A question of the desk in the middle of the screen: what it is about, what has to be said, and
// the acts at its foot. A form underneath, so that Enter answers and a field that is empty is told.

import { useModal } from "@truetick/ui";
import { type ReactNode, type SyntheticEvent, useEffect, useId } from "react";
import styles from "./modal.module.css";

export function Modal({
  isOpen,
  title,
  children,
  actions,
  onSubmit,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly title: string;
  readonly children: ReactNode;
  readonly actions: ReactNode;
  readonly onSubmit: (event: SyntheticEvent<HTMLFormElement>) => void;
  readonly onClose: () => void;
}) {
  const heading = useId();
  const { dialog } = useModal(isOpen, onClose);
  useEffect(() => {
    // After the browser has put the focus on whatever comes first: Enter must mean the act.
    if (isOpen) dialog.current?.querySelector<HTMLElement>("[data-first]")?.focus();
  }, [isOpen, dialog]);
  return (
    <dialog ref={dialog} className={styles.modal} aria-labelledby={heading} onClose={onClose}>
      {isOpen && (
        <form className={styles.body} noValidate onSubmit={onSubmit}>
          <h2 id={heading} className={styles.title}>
            {title}
          </h2>
          {children}
          <div className={styles.actions}>{actions}</div>
        </form>
      )}
    </dialog>
  );
}
