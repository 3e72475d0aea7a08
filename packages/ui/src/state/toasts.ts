// The results that are on show right now. Successes leave by themselves, failures stay until they
// are dismissed; the same failure twice is shown once.

import type { Toast } from "../toast.tsx";
import { createStore, type ReadableStore } from "./store.ts";

export const TOAST_MS = 4_000;
/** Something can be done about it: time to read, decide and reach it. */
export const TOAST_WITH_ACTS_MS = 10_000;
export const TOASTS_MAX = 3;

export type Toasts = {
  readonly shown: ReadableStore<readonly Toast[]>;
  readonly show: (toast: Omit<Toast, "id">) => void;
  readonly dismiss: (id: number) => void;
  readonly clear: () => void;
};

export function createToasts(): Toasts {
  const shown = createStore<readonly Toast[]>([]);
  let lastId = 0;
  const dismiss = (id: number) => shown.set(shown.get().filter((toast) => toast.id !== id));
  return {
    shown,
    dismiss,
    clear: () => shown.set([]),
    show(toast) {
      lastId += 1;
      const id = lastId;
      const others = shown
        .get()
        .filter((other) => other.title !== toast.title || other.text !== toast.text);
      shown.set([...others, { ...toast, id }].slice(-TOASTS_MAX));
      const shownMs = toast.acts ? TOAST_WITH_ACTS_MS : TOAST_MS;
      if (toast.tone === "done") setTimeout(() => dismiss(id), shownMs);
    },
  };
}
