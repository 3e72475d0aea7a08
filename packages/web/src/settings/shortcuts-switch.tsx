// The switch for single keys. Kept by the device: on another one the same person may use another
// screen reader, or none.

import { Switch } from "@truetick/ui/forms";
import { useStore } from "@truetick/ui/state";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";

export function ShortcutsSwitch() {
  const { preferences } = useApp();
  const t = useTranslations("settings");
  const { hasShortcuts } = useStore(preferences);
  return (
    <Switch
      isOn={hasShortcuts}
      label={t("shortcuts")}
      hint={t("shortcutsHint")}
      onChange={preferences.chooseShortcuts}
    />
  );
}
