// One article in the editor: languages as tabs, the words of the open one, how it stands in the
// list, and beside them what readers will see.

import { LANGUAGE_IDS, languageOf } from "@truetick/contract";
import {
  ARTICLE_SUMMARY_LENGTH_MAX,
  ARTICLE_TITLE_LENGTH_MAX,
  type ArticleFile,
  COUNTRIES_MARK,
  requestArticle,
} from "@truetick/contract/desk";
import { Button, Note, Tag } from "@truetick/ui";
import { TextField } from "@truetick/ui/forms";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useTranslations } from "use-intl";
import { useMay } from "../app/desk.ts";
import { writeMoment } from "../app/moment.ts";
import { useFailureText } from "../app/use-failure.ts";
import { useRead } from "../app/use-read.ts";
import type { CasePane } from "../frame/case-detail.tsx";
import { Detail, DetailBody, DetailHead } from "../frame/detail.tsx";
import { TextArea } from "../frame/text-area.tsx";
import { ArticleActs } from "./article-acts.tsx";
import { fallbackOf } from "./article-draft.ts";
import { ArticlePreview } from "./article-preview.tsx";
import { STATE_TONES } from "./article-state.ts";
import styles from "./articles.module.css";
import { BodyField } from "./body-field.tsx";
import { DressCard } from "./dress-card.tsx";
import { LanguageTabs } from "./language-tabs.tsx";
import { type ArticleWriting, useArticleDraft } from "./use-article-draft.ts";

function Head({ file }: { readonly file: ArticleFile }) {
  const t = useTranslations("articles");
  const { id, kind, title, state, publishedAt, updatedAt, updatedBy } = file;
  const told = { id, kind: t(`kinds.${kind}`), time: writeMoment(updatedAt), name: updatedBy };
  const isRegion = kind === "region";
  return (
    <DetailHead
      line={updatedBy === "" ? t("line", told) : t("lineBy", told)}
      tag={
        isRegion ? (
          <Tag tone="warn">{t("always")}</Tag>
        ) : (
          <>
            <Tag tone={STATE_TONES[state]}>{t(`states.${state}`)}</Tag>
            {publishedAt !== null && (
              <Tag>
                {t(state === "scheduled" ? "scheduledFor" : "publishedAt", {
                  time: writeMoment(publishedAt),
                })}
              </Tag>
            )}
          </>
        )
      }
    >
      <b className={styles.headTitle}>{isRegion ? t("kinds.region") : title || t("untitled")}</b>
    </DetailHead>
  );
}

/** What readers see whose language nobody has written in. */
function Fallback({ file }: { readonly file: ArticleFile }) {
  const t = useTranslations("articles.fallback");
  const count = LANGUAGE_IDS.length - file.texts.length;
  const fallback = fallbackOf(file);
  if (count === 0) return <p className={styles.fallback}>{t("none")}</p>;
  if (file.kind === "region") {
    return <p className={styles.fallback}>{t("region", { count, mark: COUNTRIES_MARK })}</p>;
  }
  if (fallback === null) return <p className={styles.fallback}>{t("empty")}</p>;
  const { name } = languageOf(fallback);
  return (
    <p className={styles.fallback}>
      {fallback === "en" ? t("english", { count }) : t("other", { count, name })}
    </p>
  );
}

function Refused({ writing }: { readonly writing: ArticleWriting }) {
  const t = useTranslations("articles.acts");
  const textOf = useFailureText();
  const { failure, drop } = writing;
  const text = failure && textOf(failure);
  if (!text) return null;
  const isBehind = failure?.kind === "refused" && failure.reason === "ARTICLE_CHANGED";
  return (
    <div role="alert" className={styles.refused}>
      <Note tone="warn" icon={TriangleAlert}>
        {text}
      </Note>
      {isBehind && (
        <div className={styles.acts}>
          <Button size="dense" onClick={drop} title={t("reloadText")}>
            {t("reload")}
          </Button>
        </div>
      )}
    </div>
  );
}

function Fields({
  file,
  writing,
  isReadOnly,
}: {
  readonly file: ArticleFile;
  readonly writing: ArticleWriting;
  readonly isReadOnly: boolean;
}) {
  const t = useTranslations("articles");
  const language = languageOf(writing.language);
  const { words, put } = writing;
  const own = { lang: language.tag, dir: language.direction };
  const builtIn = file.builtIn.find(({ language: id }) => id === language.id);
  return (
    <>
      <TextField
        name="title"
        label={file.kind === "region" ? t("titleOptional") : t("title")}
        maxLength={ARTICLE_TITLE_LENGTH_MAX}
        readOnly={isReadOnly}
        spellCheck
        {...own}
        value={words.title}
        onValue={(title) => put({ ...words, title })}
      />
      {file.kind === "news" && (
        <TextArea
          name="summary"
          label={t("summary")}
          lengthMax={ARTICLE_SUMMARY_LENGTH_MAX}
          value={words.summary}
          onValue={(summary) => put({ ...words, summary })}
        />
      )}
      <BodyField
        language={language}
        value={words.body}
        isReadOnly={isReadOnly}
        onValue={(body) => put({ ...words, body })}
      />
      {builtIn && words.body === "" && !isReadOnly && (
        <div className={styles.acts}>
          <Button size="dense" onClick={() => put({ ...words, body: builtIn.body })}>
            {t("builtIn")}
          </Button>
        </div>
      )}
    </>
  );
}

function Editor({
  file,
  onChanged,
  onBack,
}: {
  readonly file: ArticleFile;
  readonly onChanged: () => void;
  readonly onBack: () => void;
}) {
  const may = useMay();
  const writing = useArticleDraft(file, onChanged);
  const isReadOnly = !may("content.write");
  const language = languageOf(writing.language);
  const builtIn = file.builtIn.find(({ language: id }) => id === language.id)?.body ?? "";
  const shown =
    writing.words.body === "" && file.kind === "region"
      ? { ...writing.words, body: builtIn }
      : writing.words;
  return (
    <>
      <DetailBody>
        <Head file={file} />
        <div className={styles.editor}>
          <div className={styles.form}>
            <LanguageTabs writing={writing} canAdd={!isReadOnly} />
            <Fallback file={file} />
            <Refused writing={writing} />
            <Fields file={file} writing={writing} isReadOnly={isReadOnly} />
            {file.kind === "news" && (
              <DressCard file={file} isReadOnly={isReadOnly} onChanged={onChanged} />
            )}
          </div>
          <div className={styles.preview}>
            <ArticlePreview file={file} words={shown} language={language} />
          </div>
        </div>
      </DetailBody>
      {!isReadOnly && (
        <ArticleActs file={file} writing={writing} onChanged={onChanged} onRemoved={onBack} />
      )}
    </>
  );
}

export function ArticleDetail({ id, onChanged, onBack }: CasePane) {
  const reading = useRead(() => requestArticle(id), id);
  const changed = () => {
    reading.again();
    onChanged();
  };
  const left = () => {
    onChanged();
    onBack();
  };
  return (
    <Detail reading={reading} onBack={onBack}>
      {(file) => <Editor file={file} onChanged={changed} onBack={left} />}
    </Detail>
  );
}
