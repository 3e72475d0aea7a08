// The way to the settings, from every header: language, theme, and the colours of up and down. A
// sheet on phones, a panel under the button on desktop. Choices act at once.

import { IconButton, Sheet } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import ChevronRight from "lucide-react/icons/chevron-right";
import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { Link } from "../app/link.tsx";
import { LogOutButton } from "../session/log-out-button.tsx";
import { LookChoices } from "./look-choices.tsx";
import styles from "./settings-button.module.css";

function SettingsPanel({ onLeave }: { readonly onLeave: () => void }) {
  const { preferences } = useApp();
  const t = useTranslations("settings");
  const chosen = useStore(preferences);
  return (
    <div className={styles.panel}>
      <Link to="/language" className={styles.language} onClick={onLeave}>
        <span>{t("language")}</span>
        <span className={styles.chosen}>{chosen.language.name}</span>
        <ChevronRight size={18} className={styles.onward} />
      </Link>
      <LookChoices />
      <LogOutButton onLeave={onLeave} />
    </div>
  );
}

export function SettingsButton() {
  const t = useTranslations("settings");
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <IconButton icon={SlidersHorizontal} label={t("title")} onClick={() => setIsOpen(true)} />
      <Sheet isOpen={isOpen} title={t("title")} closeLabel={t("close")} onClose={close}>
        <SettingsPanel onLeave={close} />
      </Sheet>
    </>
  );
}
