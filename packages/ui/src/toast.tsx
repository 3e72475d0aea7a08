// Toasts: the results of what was done. The list of them is the app's; this draws it. Failures stay
// until dismissed and are announced at once, other results politely.

import CircleCheck from "lucide-react/icons/circle-check";
import CircleX from "lucide-react/icons/circle-x";
import X from "lucide-react/icons/x";
import { classNames } from "./class-names.ts";
import styles from "./toast.module.css";

export type Toast = {
  readonly id: number;
  readonly tone: "done" | "failed";
  readonly title: string;
  readonly text?: string | undefined;
};

export function ToastStack({
  toasts,
  dismissLabel,
  onDismiss,
}: {
  readonly toasts: readonly Toast[];
  readonly dismissLabel: string;
  readonly onDismiss: (id: number) => void;
}) {
  return (
    <div className={styles.stack}>
      {toasts.map((toast) => (
        <div
          key={toast.id}
          className={classNames(styles.toast, styles[toast.tone])}
          role={toast.tone === "failed" ? "alert" : "status"}
        >
          {toast.tone === "failed" ? <CircleX size={18} /> : <CircleCheck size={18} />}
          <div className={styles.words}>
            <p className={styles.title}>{toast.title}</p>
            {toast.text && <p className={styles.text}>{toast.text}</p>}
          </div>
          <button
            type="button"
            className={styles.dismiss}
            aria-label={dismissLabel}
            onClick={() => onDismiss(toast.id)}
          >
            <X size={16} />
          </button>
        </div>
      ))}
    </div>
  );
}
