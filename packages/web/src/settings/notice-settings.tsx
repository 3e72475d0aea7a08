// How the reader is told outside of the app: on this device and by mail. A part of the settings.

import { Switch } from "@truetick/ui/forms";
import { useStore } from "@truetick/ui/state";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { Section } from "../app/sub-screen.tsx";
import { DeviceSwitch } from "./device-switch.tsx";
import { StatementSwitch } from "./statement-switch.tsx";

export function NoticeSettings() {
  const { preferences, session } = useApp();
  const t = useTranslations("settings");
  const titles = useTranslations("shell.titles");
  const { hasMail } = useStore(preferences);
  // A demo account has no address to write to.
  const user = useStore(session)?.user;
  const hasAddress = user?.email !== "";
  const isReal = user !== undefined && !user.isDemo;
  return (
    <Section title={titles("notices")}>
      <DeviceSwitch />
      {hasAddress && (
        <Switch
          isOn={hasMail}
          label={t("mailNotices")}
          hint={t("mailNoticesHint")}
          onChange={preferences.chooseMail}
        />
      )}
      {isReal && hasAddress && <StatementSwitch />}
    </Section>
  );
}
