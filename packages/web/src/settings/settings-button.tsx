// The way to the settings, from every header: language, theme, the colours of up and down, and what
// everybody may read. A sheet on phones, a panel under the button on desktop. Choices act at once.

import { IconButton, Sheet } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import ChevronRight from "lucide-react/icons/chevron-right";
import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import { Suspense, useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { lazyPart } from "../app/lazy-part.ts";
import { Link } from "../app/link.tsx";
import { useMedia } from "../app/use-media.ts";
import { LogOutButton } from "../session/log-out-button.tsx";
import { LookChoices } from "./look-choices.tsx";
import styles from "./settings-button.module.css";

/** Where there is a mouse there are keys. */
const KEYBOARD = "(pointer: fine)";

/** What everybody may read, logged in or not. */
const PAGES = [
  { id: "news", to: "/news" },
  { id: "announcement", to: "/mine/announcement" },
  { id: "chat", to: "/mine/chat" },
] as const;

const ShortcutList = lazyPart(async () => (await import("./shortcut-list.tsx")).ShortcutList);

function SettingsPanel({
  onLeave,
  onShortcuts,
}: {
  readonly onLeave: () => void;
  readonly onShortcuts: () => void;
}) {
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
      {useMedia(KEYBOARD) && (
        <button type="button" className={styles.language} onClick={onShortcuts}>
          <span className={styles.rowName}>{t("shortcuts")}</span>
          <ChevronRight size={18} className={styles.onward} />
        </button>
      )}
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
  const { texts } = useApp();
  const [isOpen, setIsOpen] = useState(false);
  const [hasShortcuts, setHasShortcuts] = useState(false);
  const close = () => setIsOpen(false);
  const listShortcuts = async () => {
    // The texts of the first screen alone do not name the keys.
    await texts.complete();
    close();
    setHasShortcuts(true);
  };
  return (
    <>
      <IconButton icon={SlidersHorizontal} label={t("title")} onClick={() => setIsOpen(true)} />
      <Sheet isOpen={isOpen} title={t("title")} closeLabel={t("close")} onClose={close}>
        <SettingsPanel onLeave={close} onShortcuts={() => void listShortcuts()} />
      </Sheet>
      {hasShortcuts && (
        <Suspense>
          <ShortcutList onClose={() => setHasShortcuts(false)} />
        </Suspense>
      )}
    </>
  );
}
