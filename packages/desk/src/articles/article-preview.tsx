// The article as readers of a language see it, from the words that stand on the page: by the same
// piece that draws it for them (T33). Links say where they lead and lead nowhere from here.

import { articleOf, isArticleLink, type Language } from "@truetick/contract";
import type { ArticleFile } from "@truetick/contract/desk";
import { ArticleBody, ArticlePage, Picture, type RenderLink } from "@truetick/ui/article";
import { useTranslations } from "use-intl";
import { writeMoment } from "../app/moment.ts";
import type { Words } from "./article-draft.ts";
import styles from "./article-preview.module.css";

const renderLink: RenderLink = (link, words) =>
  isArticleLink(link) ? (
    <u className={styles.link} title={link}>
      {words}
    </u>
  ) : null;

export function ArticlePreview({
  file,
  words,
  language,
}: {
  readonly file: ArticleFile;
  readonly words: Words;
  readonly language: Language;
}) {
  const t = useTranslations("articles");
  const { kind, picture, publishedAt } = file;
  const own = { lang: language.tag, dir: language.direction };
  const parts = articleOf(words.body);
  const moment = publishedAt === null ? t("previewNow") : writeMoment(publishedAt);
  const isEmpty = words.title.trim() === "" && parts.length === 0;
  return (
    <aside className={styles.preview} aria-label={t("preview")}>
      <p className={styles.caption}>
        <b>{t("preview")}</b>
        <span>{t("previewText", { language: language.name })}</span>
      </p>
      {isEmpty ? (
        <p className={styles.empty}>{t("previewEmpty")}</p>
      ) : (
        <>
          {kind === "news" && (
            <section className={styles.paper} aria-label={t("previewRow")}>
              <div className={styles.row}>
                <div className={styles.rowWords}>
                  <p className={styles.rowTitle} {...own}>
                    {words.title}
                  </p>
                  {words.summary !== "" && (
                    <p className={styles.rowSummary} {...own}>
                      {words.summary}
                    </p>
                  )}
                  <p className={styles.rowMoment}>{moment}</p>
                </div>
                <Picture path={picture} words="" className={styles.rowPicture} />
              </div>
            </section>
          )}
          <section className={styles.paper} aria-label={t("previewPage")}>
            {kind === "news" ? (
              <ArticlePage title={words.title} moment={moment} picture={picture} {...own}>
                <ArticleBody parts={parts} renderLink={renderLink} {...own} />
              </ArticlePage>
            ) : (
              <div className={styles.rowWords}>
                {words.title !== "" && (
                  <h2 className={styles.rowTitle} {...own}>
                    {words.title}
                  </h2>
                )}
                {kind === "announcement" && <p className={styles.rowMoment}>{moment}</p>}
                <ArticleBody parts={parts} renderLink={renderLink} isSmall {...own} />
              </div>
            )}
          </section>
        </>
      )}
    </aside>
  );
}
