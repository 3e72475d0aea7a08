// One article at /news/detail?id=…: its words as elements of ours, never as HTML of somebody's
// (T33). An address that names no article says so and leads to the list.

import { languageOf, type NewsArticle, requestNews } from "@truetick/contract";
import { buttonClass, EmptyState, Skeleton } from "@truetick/ui";
import { ArticlePage } from "@truetick/ui/article";
import { useStore } from "@truetick/ui/state";
import FileQuestionMark from "lucide-react/icons/file-question-mark";
import { useTranslations } from "use-intl";
import type { Failure } from "../api/server.ts";
import { useApp } from "../app/app.ts";
import { Link } from "../app/link.tsx";
import { ReadBody } from "../app/read-body.tsx";
import { SubScreen } from "../app/sub-screen.tsx";
import { useMoment } from "../app/use-moment.ts";
import { useRead } from "../app/use-read.ts";
import styles from "./article.module.css";
import { ArticleWords } from "./article-words.tsx";
import { wordsOf } from "./words-of.ts";

const ID = /^[1-9]\d{0,14}$/;

function NoArticle() {
  const t = useTranslations("news");
  return (
    <EmptyState
      icon={FileQuestionMark}
      title={t("unknown")}
      text={t("unknownText")}
      actions={
        <Link to="/news" className={buttonClass("primary", "touch")}>
          {t("toList")}
        </Link>
      }
    />
  );
}

function Written({ article }: { readonly article: NewsArticle }) {
  const t = useTranslations("news");
  const { preferences } = useApp();
  const { language } = useStore(preferences);
  const moment = useMoment();
  const isForeign = article.language !== language.id;
  const { name } = languageOf(article.language);
  return (
    <ArticlePage
      title={article.title}
      moment={
        <>
          <time dateTime={new Date(article.publishedAt * 1_000).toISOString()}>
            {moment(article.publishedAt)}
          </time>
          {isForeign && <span>{t("writtenIn", { language: name })}</span>}
        </>
      }
      picture={article.picture}
      {...wordsOf(article.language)}
    >
      <ArticleWords parts={article.parts} language={article.language} />
    </ArticlePage>
  );
}

function Waiting() {
  const words = useTranslations("words");
  return (
    <div className={styles.waiting} role="status" aria-label={words("loading")}>
      <Skeleton width="full" height="tall" />
      <Skeleton width="short" />
      <Skeleton width="full" className={styles.expected} />
      <Skeleton width="full" />
      <Skeleton width="full" />
      <Skeleton width="long" />
    </div>
  );
}

const isUnknown = (failure: Failure) =>
  failure.kind === "refused" && failure.reason === "NEWS_UNKNOWN";

function KnownArticle({ id }: { readonly id: string }) {
  const reading = useRead(() => requestNews(id), id);
  const { state } = reading;
  if (state.phase === "loading") return <Waiting />;
  if (state.phase === "failed" && isUnknown(state.failure)) return <NoArticle />;
  return <ReadBody reading={reading}>{(article) => <Written article={article} />}</ReadBody>;
}

export function ArticleScreen() {
  const { router } = useApp();
  const titles = useTranslations("shell.titles");
  const id = useStore(router.location).query.get("id") ?? "";
  return (
    <SubScreen title={titles("news")} parent="/news">
      {ID.test(id) ? <KnownArticle id={id} /> : <NoArticle />}
    </SubScreen>
  );
}
