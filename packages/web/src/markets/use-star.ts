// The star of one market: whether it is on the reader's watchlist, and the way to change that. The
// list is a preference, in the order of starring; account-settings.ts keeps it with the account.

import { type Market, WATCHED_MAX } from "@truetick/contract";
import { useCallback, useSyncExternalStore } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";

/** With the code at the end, or without it; null where there is no room for another. */
export function toggleStar(codes: readonly string[], code: string): readonly string[] | null {
  if (codes.includes(code)) return codes.filter((other) => other !== code);
  return codes.length < WATCHED_MAX ? [...codes, code] : null;
}

export function useStar({ code }: Pick<Market, "code">): {
  readonly isStarred: boolean;
  readonly toggle: () => void;
} {
  const { preferences, toasts } = useApp();
  const t = useTranslations("quotes");
  // Only this star is drawn again when another one changes.
  const isStarred = useSyncExternalStore(preferences.subscribe, () =>
    preferences.get().watchlist.includes(code),
  );
  const toggle = useCallback(() => {
    const codes = toggleStar(preferences.get().watchlist, code);
    if (codes) preferences.chooseWatchlist(codes);
    else toasts.show({ tone: "failed", title: t("starFull", { count: WATCHED_MAX }) });
  }, [preferences, toasts, t, code]);
  return { isStarred, toggle };
}
