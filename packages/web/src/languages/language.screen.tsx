// The choice of a language: all 18, each by its own name. Choosing acts at once and goes back to
// where one came from.

import { LANGUAGES, type LanguageId } from "@truetick/contract";
import { useStore } from "@truetick/ui/state";
import Check from "lucide-react/icons/check";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { SubScreen } from "../app/sub-screen.tsx";
import { useLeave } from "../app/use-leave.ts";
import styles from "./language.screen.module.css";

export function LanguageScreen() {
  const { preferences } = useApp();
  const t = useTranslations("languages");
  const { language } = useStore(preferences);
  const leave = useLeave();
  const choose = (id: LanguageId) => {
    preferences.chooseLanguage(id);
    leave();
  };
  return (
    <SubScreen title={t("title")} parent="/" width="wide">
      <ul className={styles.list} aria-label={t("title")}>
        {LANGUAGES.map(({ id, name, tag }) => (
          <li key={id}>
            <button
              type="button"
              className={styles.language}
              aria-pressed={id === language.id}
              onClick={() => choose(id)}
            >
              <span lang={tag}>{name}</span>
              {id === language.id && <Check size={18} className={styles.check} />}
            </button>
          </li>
        ))}
      </ul>
    </SubScreen>
  );
}
