// Keeps notices on this device in step with the session, and shows them by the page itself where
// there is no push service: only while nobody looks at it. Draws nothing.

import type { Notice } from "@truetick/contract/notices";
import { useStore } from "@truetick/ui/state";
import { useEffect, useEffectEvent } from "react";
import { useApp } from "../app/app.ts";
import { useDevicePush } from "./use-device-push.ts";
import { useInbox } from "./use-inbox.ts";

function showByPage({ id, kind, title, text }: Notice): void {
  try {
    new Notification(title, { body: text, tag: `${kind}-${id}` });
  } catch {
    // Some browsers of phones let only a service worker speak; there is no notice then.
  }
}

export function DeviceNotices() {
  const push = useDevicePush();
  const inbox = useInbox();
  const userId = useStore(useApp().session)?.user.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person, another choice
  useEffect(() => {
    void push.renew();
    return () => void push.leave();
  }, [push, userId]);
  const tell = useEffectEvent((notice: Notice) => {
    const { isOn, way } = push.get();
    if (isOn && way === "page" && document.hidden) showByPage(notice);
  });
  useEffect(() => inbox.onNew((notice) => tell(notice)), [inbox]);
  return null;
}
