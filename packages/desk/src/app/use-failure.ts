// What went wrong, in words: the server's own text for a refusal, ours for a line that is down,
// nothing for what was cancelled.

import { useCallback } from "react";
import { useTranslations } from "use-intl";
import type { Failure } from "../api/server.ts";

/** Null when nobody needs to know. */
export function useFailureText(): (failure: Failure) => string | null {
  const t = useTranslations("shell.failure");
  return useCallback(
    (failure) => {
      if (failure.kind === "cancelled") return null;
      if (failure.kind === "refused" && failure.text !== "") return failure.text;
      return t("unreachable", { code: failure.code });
    },
    [t],
  );
}
