// How the framed page looks and what its buttons say: the reader's language, direction and theme.

import { useStore } from "@truetick/ui/state";
import { useMemo } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import type { FrameLook, FrameTexts } from "./frame-talk.ts";

export function useFrameLook(): FrameLook {
  const t = useTranslations("chat");
  const { preferences } = useApp();
  const { lang, dir, theme } = useStore(preferences.look);
  return useMemo(() => {
    const texts: FrameTexts = {
      emptyTitle: t("emptyTitle"),
      emptyText: t("emptyText"),
      placeholder: t("placeholder"),
      send: t("send"),
      attach: t("attach"),
      remove: t("remove"),
      typing: t("typing"),
      older: t("older"),
      sending: t("sending"),
      failed: t("failed"),
      retry: t("retry"),
      sent: t("sent"),
      seen: t("seen"),
      closed: t("closed"),
      you: t("you"),
      picture: t("picture"),
      pictureFailed: t("pictureFailed"),
      frame: t("frame"),
      newBelow: t("newBelow"),
    };
    return { kind: "look", texts, lang, dir, theme };
  }, [t, lang, dir, theme]);
}
