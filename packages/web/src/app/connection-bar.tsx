// The thin bar that says when prices are not being refreshed: since when, what the app is doing
// about it, and a way not to wait for it.

import { Button, NoticeBar, Spinner, useNotation } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import WifiOff from "lucide-react/icons/wifi-off";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "./app.ts";
import { useIsCut, useIsOnline } from "./connection-state.ts";

function useSecondsUntil(atMs: number | null): number {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    if (atMs === null) return;
    setNowMs(Date.now());
    const timer = setInterval(() => setNowMs(Date.now()), 500);
    return () => clearInterval(timer);
  }, [atMs]);
  return atMs === null ? 0 : Math.max(0, Math.ceil((atMs - nowMs) / 1000));
}

/** The time of the last price on the screen, in the reader's own clock. */
function useQuotedAt(): string | null {
  const { live } = useApp();
  const { tag } = useNotation();
  const quotedAtMs = live.quotedAtMs();
  if (quotedAtMs === null) return null;
  return new Intl.DateTimeFormat(tag, { timeStyle: "medium" }).format(quotedAtMs);
}

export function ConnectionBar() {
  return useIsCut() ? <CutBar /> : null;
}

function CutBar() {
  const { live } = useApp();
  const t = useTranslations("shell.connection");
  const isOnline = useIsOnline();
  const { retryAtMs, attempt, phase } = useStore(live.socket.connection);
  const seconds = useSecondsUntil(retryAtMs);
  const quotedAt = useQuotedAt();
  const trying = attempt === 0 && phase === "connecting" ? t("connecting") : t("reconnecting");
  const since = quotedAt === null ? "" : t("pricesFrom", { time: quotedAt });
  if (!isOnline) {
    return (
      <NoticeBar tone="warn" lead={<WifiOff size={14} />}>
        {t("offline")} {since}
      </NoticeBar>
    );
  }
  return (
    <NoticeBar
      tone="accent"
      lead={<Spinner />}
      actions={
        <Button kind="ghost" size="dense" onClick={() => live.socket.ensure()}>
          {t("tryNow")}
        </Button>
      }
    >
      {retryAtMs === null ? trying : t("reconnectingIn", { seconds })} {since}
    </NoticeBar>
  );
}
