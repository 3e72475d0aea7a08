// The name of what caused a line of the book; an unknown one is shown as the server calls it.

import { useTranslations } from "use-intl";

export function useCauseName(): (cause: string) => string {
  const t = useTranslations("ledger.causes");
  return (cause) => {
    // The server's names grow by themselves: what has no text yet stands for itself.
    const key = cause as Parameters<typeof t>[0];
    return t.has(key) ? t(key) : cause.replaceAll("_", " ");
  };
}
