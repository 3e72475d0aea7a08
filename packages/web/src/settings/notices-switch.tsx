// The switch for notices on the device: turning it on asks the browser first. A browser that says
// no keeps it off, and the switch says why.

import { Switch } from "@truetick/ui/forms";
import { useStore } from "@truetick/ui/state";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { askForNotices, canShowNotices } from "./device-notices.ts";

export function NoticesSwitch() {
  const { preferences } = useApp();
  const t = useTranslations("settings");
  const { hasNotices } = useStore(preferences);
  const [isDenied, setIsDenied] = useState(false);
  const change = async (isOn: boolean) => {
    const isAllowed = !isOn || (await askForNotices());
    setIsDenied(!isAllowed);
    preferences.chooseNotices(isOn && isAllowed);
  };
  return (
    <Switch
      // Chosen on another device, it still takes this browser's word to be on here.
      isOn={hasNotices && canShowNotices()}
      label={t("notices")}
      hint={isDenied ? t("noticesDenied") : t("noticesHint")}
      onChange={(isOn) => void change(isOn)}
    />
  );
}
