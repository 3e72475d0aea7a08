// The settings of whoever is logged in: look, trading, notices, safety, and the way out. Every
// choice acts at once and is kept with the account (account-settings.ts).

import { Button } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import ChevronRight from "lucide-react/icons/chevron-right";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { Link } from "../app/link.tsx";
import { Section, SubScreen } from "../app/sub-screen.tsx";
import { LogOutButton } from "../session/log-out-button.tsx";
import { OneTapSwitch } from "../ticket/one-tap-switch.tsx";
import { DefaultLots } from "./default-lots.tsx";
import { InstallRow } from "./install-row.tsx";
import { LookChoices } from "./look-choices.tsx";
import { NoticeSettings } from "./notice-settings.tsx";
import styles from "./settings.screen.module.css";
import { ShortcutList } from "./shortcut-list.tsx";
import { ShortcutsSwitch } from "./shortcuts-switch.tsx";

function LinkRow({
  to,
  name,
  value,
}: {
  readonly to: string;
  readonly name: string;
  readonly value?: ReactNode;
}) {
  return (
    <Link to={to} className={styles.row}>
      <span className={styles.rowName}>{name}</span>
      <span className={styles.rowValue}>{value}</span>
      <ChevronRight size={18} className={styles.onward} />
    </Link>
  );
}

function Look() {
  const { preferences } = useApp();
  const t = useTranslations("settings");
  const chosen = useStore(preferences);
  return (
    <Section title={t("look")}>
      <LinkRow to="/language" name={t("language")} value={chosen.language.name} />
      <LookChoices />
    </Section>
  );
}

function Shortcuts() {
  const t = useTranslations("settings");
  const [isListed, setIsListed] = useState(false);
  return (
    <>
      <ShortcutsSwitch />
      <div>
        <Button onClick={() => setIsListed(true)}>{t("shortcutsShow")}</Button>
      </div>
      {isListed && <ShortcutList onClose={() => setIsListed(false)} />}
    </>
  );
}

export function SettingsScreen() {
  const t = useTranslations("settings");
  const tiles = useTranslations("user.tiles");
  const titles = useTranslations("shell.titles");
  return (
    <SubScreen title={titles("system")} parent="/mine">
      <Look />
      <Section title={t("trading")}>
        <DefaultLots />
        <OneTapSwitch />
        <Shortcuts />
      </Section>
      <NoticeSettings />
      <Section title={t("safety")}>
        <LinkRow to="/mine/security" name={tiles("security")} />
        <LinkRow to="/mine/limits" name={tiles("limits")} />
      </Section>
      <InstallRow />
      <p className={styles.kept}>{t("kept")}</p>
      <LogOutButton />
    </SubScreen>
  );
}
