// The results of what was done, as the shared list of toasts.

export { createToasts, type Toasts } from "@truetick/ui/state";
