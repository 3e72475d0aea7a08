// The switch for notices on this device: says what will come before the browser asks, and why it
// stays off when the browser says no.

import { ConfirmDialog } from "@truetick/ui";
import { Switch } from "@truetick/ui/forms";
import { useStore } from "@truetick/ui/state";
import { useState } from "react";
import { useTranslations } from "use-intl";
import type { TurnedOn } from "../notices/device-push.ts";
import { useDevicePush } from "../notices/use-device-push.ts";

function isDenied(): boolean {
  return !("Notification" in window) || Notification.permission === "denied";
}

export function DeviceSwitch() {
  const t = useTranslations("settings");
  const words = useTranslations("words");
  const push = useDevicePush();
  const { isOn, way } = useStore(push);
  const [isAsking, setIsAsking] = useState(false);
  const [isWorking, setIsWorking] = useState(false);
  const [ended, setEnded] = useState<TurnedOn>("on");
  const turnOn = async () => {
    setIsAsking(false);
    setIsWorking(true);
    setEnded(await push.turnOn());
    setIsWorking(false);
  };
  const change = (isWanted: boolean) => {
    setEnded("on");
    if (!isWanted) void push.turnOff();
    else if (isDenied()) setEnded("denied");
    // A browser that was asked before does not ask again.
    else if (Notification.permission === "granted") void turnOn();
    else setIsAsking(true);
  };
  const says = way === "push" ? t("pushHint") : t("pageHint");
  const hint = { on: says, denied: t("noticesDenied"), failed: t("pushFailed") }[ended];
  return (
    <>
      <Switch isOn={isOn} disabled={isWorking} label={t("notices")} hint={hint} onChange={change} />
      <ConfirmDialog
        isOpen={isAsking}
        title={t("pushAsk.title")}
        confirmLabel={t("pushAsk.action")}
        cancelLabel={words("cancel")}
        onConfirm={() => void turnOn()}
        onCancel={() => setIsAsking(false)}
      >
        {t("pushAsk.text")}
      </ConfirmDialog>
    </>
  );
}
