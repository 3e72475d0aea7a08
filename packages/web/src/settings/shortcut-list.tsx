// The list of all keys that act, as `?` and the settings show it, and the switch that turns them
// off.

import { Sheet } from "@truetick/ui";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import styles from "./shortcut-list.module.css";
import { ShortcutsSwitch } from "./shortcuts-switch.tsx";

function Keys({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.row}>
      <dt>{name}</dt>
      <dd className={styles.keys} dir="ltr">
        {children}
      </dd>
    </div>
  );
}

export function ShortcutList({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations("shortcuts");
  const settings = useTranslations("settings");
  return (
    <Sheet
      isOpen
      title={settings("shortcuts")}
      closeLabel={settings("close")}
      place="centre"
      onClose={onClose}
    >
      <dl className={styles.list}>
        <Keys name={t("search")}>
          <kbd>/</kbd>
        </Keys>
        <Keys name={t("walk")}>
          <kbd>↑</kbd> <kbd>↓</kbd>
        </Keys>
        <Keys name={t("open")}>
          <kbd>↵</kbd>
        </Keys>
        <Keys name={t("buy")}>
          <kbd>B</kbd>
        </Keys>
        <Keys name={t("sell")}>
          <kbd>S</kbd>
        </Keys>
        <Keys name={t("star")}>
          <kbd>W</kbd>
        </Keys>
        <Keys name={t("period")}>
          <kbd>1</kbd> – <kbd>6</kbd>
        </Keys>
        <Keys name={t("divider")}>
          <kbd>←</kbd> <kbd>→</kbd>
        </Keys>
        <Keys name={t("leave")}>
          <kbd>Esc</kbd>
        </Keys>
        <Keys name={t("help")}>
          <kbd>?</kbd>
        </Keys>
      </dl>
      <div className={styles.foot}>
        <p className={styles.hint}>{t("reset")}</p>
        <ShortcutsSwitch />
      </div>
    </Sheet>
  );
}
