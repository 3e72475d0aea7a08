// The languages of an article as tabs: those that are written, which of them is not saved, and one
// more to be added.

import { LANGUAGES, type LanguageId, languageOf } from "@truetick/contract";
import { useTranslations } from "use-intl";
import styles from "./articles.module.css";
import type { ArticleWriting } from "./use-article-draft.ts";

const NONE = "";

export function LanguageTabs({
  writing,
  canAdd,
}: {
  readonly writing: Pick<ArticleWriting, "language" | "languages" | "unsaved" | "choose">;
  readonly canAdd: boolean;
}) {
  const t = useTranslations("articles");
  const { language, languages, unsaved, choose } = writing;
  const others = LANGUAGES.filter(({ id }) => !languages.includes(id));
  return (
    <div className={styles.tabs}>
      <div className={styles.tabList} role="tablist" aria-label={t("languages")}>
        {languages.map((id: LanguageId) => {
          const { name, tag } = languageOf(id);
          const isUnsaved = unsaved.includes(id);
          return (
            <button
              key={id}
              type="button"
              role="tab"
              className={styles.tab}
              aria-selected={id === language}
              lang={tag}
              onClick={() => choose(id)}
            >
              {name}
              {isUnsaved && (
                <span className={styles.dot} title={t("unsaved")}>
                  <span className={styles.unseen}>{t("unsaved")}</span>
                </span>
              )}
            </button>
          );
        })}
      </div>
      {canAdd && others.length > 0 && (
        <select
          className={styles.add}
          name="add-language"
          aria-label={t("addLanguage")}
          value={NONE}
          onChange={(event) => {
            const found = others.find(({ id }) => id === event.currentTarget.value);
            if (found) choose(found.id);
          }}
        >
          <option value={NONE}>{t("addLanguage")}</option>
          {others.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}
