// Asks for the list of markets again and tells the reader when that failed. With rows on the screen
// a toast says it; without any, the screen itself does.

import { useCallback } from "react";
import { useTranslations } from "use-intl";
import type { Failure } from "../api/server.ts";
import { useApp } from "../app/app.ts";

/** What went wrong, in the reader's words; null when nobody needs to know. */
export function useFailureText(): (failure: Failure) => string | null {
  const t = useTranslations("shell.failure");
  return useCallback(
    (failure) => {
      if (failure.kind === "cancelled") return null;
      return failure.kind === "refused" && failure.text !== "" ? failure.text : t("unreachable");
    },
    [t],
  );
}

export function useFailureCode(): (failure: Failure) => string | undefined {
  const t = useTranslations("shell.failure");
  return useCallback(
    (failure) => (failure.kind === "cancelled" ? undefined : t("code", { code: failure.code })),
    [t],
  );
}

export function useRefreshMarkets(): () => Promise<void> {
  const { markets, toasts } = useApp();
  const textOf = useFailureText();
  const codeOf = useFailureCode();
  return useCallback(async () => {
    const failure = await markets.refresh();
    const title = failure && textOf(failure);
    if (!failure || !title || markets.get().phase !== "ready") return;
    toasts.show({ tone: "failed", title, text: codeOf(failure) });
  }, [markets, toasts, textOf, codeOf]);
}
