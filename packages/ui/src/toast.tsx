// Toasts: the results of what was done. The list of them is the app's; this draws it. Failures stay
// until dismissed and are announced at once, other results politely. What can be done about a
// result stands below it; doing it dismisses the toast.

import CircleCheck from "lucide-react/icons/circle-check";
import CircleX from "lucide-react/icons/circle-x";
import X from "lucide-react/icons/x";
import { classNames } from "./class-names.ts";
import styles from "./toast.module.css";

/** What can be done about a result, from where it is told. */
export type ToastAct = { readonly label: string; readonly run: () => void };

export type Toast = {
  readonly id: number;
  readonly tone: "done" | "failed";
  readonly title: string;
  readonly text?: string | undefined;
  readonly acts?: readonly ToastAct[] | undefined;
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
    <div className={styles.stack} data-toasts>
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
            {toast.acts && (
              <div className={styles.acts}>
                {toast.acts.map(({ label, run }) => (
                  <button
                    key={label}
                    type="button"
                    className={styles.act}
                    onClick={() => {
                      onDismiss(toast.id);
                      run();
                    }}
                  >
                    {label}
                  </button>
                ))}
              </div>
            )}
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
