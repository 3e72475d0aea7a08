// What went wrong, in the reader's words: the server's own text for a refusal, the error's code for
// a line that is down, nothing for what was cancelled. Screens that cannot say it beside a field
// tell it as a toast.

import { useCallback } from "react";
import { useTranslations } from "use-intl";
import type { Failure } from "../api/server.ts";
import { useApp } from "./app.ts";

/** Null when nobody needs to know. */
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

/** An ended session is told where it is noticed, once, and not by everybody who asked. */
function isToldAlready(failure: Failure): boolean {
  return failure.kind === "refused" && failure.reason === "SESSION_EXPIRED";
}

/** Shows it as a toast. */
export function useTellFailure(): (failure: Failure) => void {
  const { toasts } = useApp();
  const textOf = useFailureText();
  const codeOf = useFailureCode();
  return useCallback(
    (failure) => {
      const title = textOf(failure);
      if (title === null || isToldAlready(failure)) return;
      // A refusal's text says it all; a line that is down has only its code.
      const text = failure.kind === "unreachable" ? codeOf(failure) : undefined;
      toasts.show({ tone: "failed", title, text });
    },
    [toasts, textOf, codeOf],
  );
}
