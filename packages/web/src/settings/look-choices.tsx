// Theme, and the colours of up and down, as choices that act at once. Used by the settings of
// everybody (the header's button) and by those of whoever is logged in.

import { Segment } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import styles from "./look-choices.module.css";
import { THEMES, UP_DOWN, upDownOf } from "./preferences.ts";

function Choice({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <p className={styles.name} aria-hidden="true">
        {name}
      </p>
      {children}
    </div>
  );
}

export function LookChoices() {
  const { preferences } = useApp();
  const t = useTranslations("settings");
  const chosen = useStore(preferences);
  return (
    <>
      <Choice name={t("theme")}>
        <Segment
          label={t("theme")}
          choices={THEMES.map((id) => ({ id, label: t(`themes.${id}`) }))}
          chosen={chosen.theme}
          onChoose={preferences.chooseTheme}
        />
      </Choice>
      <Choice name={t("upDown")}>
        <Segment
          label={t("upDown")}
          choices={UP_DOWN.map((id) => ({ id, label: t(`upDowns.${id}`) }))}
          chosen={upDownOf(chosen)}
          onChoose={preferences.chooseUpDown}
        />
        <p className={styles.hint}>{t("upDownHint")}</p>
      </Choice>
    </>
  );
}
