// The way to the settings, from every header: language, theme, the colours of up and down, and what
// everybody may read. A sheet on phones, a panel under the button on desktop. Choices act at once.

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

/** What everybody may read, logged in or not. */
const PAGES = [
  { id: "news", to: "/news" },
  { id: "announcement", to: "/mine/announcement" },
  { id: "chat", to: "/mine/chat" },
] as const;

function SettingsPanel({ onLeave }: { readonly onLeave: () => void }) {
  const { preferences } = useApp();
  const t = useTranslations("settings");
  const titles = useTranslations("shell.titles");
  const chosen = useStore(preferences);
  return (
    <div className={styles.panel}>
      <Link to="/language" className={styles.language} onClick={onLeave}>
        <span>{t("language")}</span>
        <span className={styles.chosen}>{chosen.language.name}</span>
        <ChevronRight size={18} className={styles.onward} />
      </Link>
      <LookChoices />
      <nav className={styles.pages} aria-label={t("title")}>
        {PAGES.map(({ id, to }) => (
          <Link key={id} to={to} className={styles.language} onClick={onLeave}>
            <span className={styles.page}>{titles(id)}</span>
            <ChevronRight size={18} className={styles.onward} />
          </Link>
        ))}
      </nav>
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
