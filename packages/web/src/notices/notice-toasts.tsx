// Tells at once what was left for the reader while the app is open. What the app tells by itself is
// left out: orders that end (ended-notices.tsx), a margin call (margin-call-bar.tsx), and what he
// has just done himself, where he did it.

import type { Notice, NoticeKind } from "@truetick/contract/notices";
import { useEffect, useEffectEvent } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { useInbox } from "./use-inbox.ts";

const TOLD_ELSEWHERE: ReadonlySet<NoticeKind> = new Set([
  "marginCall",
  "stopOut",
  "orderClosed",
  "orderEnded",
  "methodBound",
  "securityChanged",
]);

/** The list of them, where every one can be seen anyway. */
const LIST = "/mine/notices";

export function NoticeToasts() {
  const { router, toasts } = useApp();
  const inbox = useInbox();
  const t = useTranslations("shell.bell");
  const tell = useEffectEvent(({ id, kind, title, text, link }: Notice) => {
    if (TOLD_ELSEWHERE.has(kind) || router.location.get().path === LIST) return;
    const open = () => {
      void inbox.markRead(id);
      router.navigate(link);
    };
    toasts.show({ tone: "done", title, text, acts: [{ label: t("open"), run: open }] });
  });
  useEffect(() => inbox.onNew((notice) => tell(notice)), [inbox]);
  return null;
}
