// News at /news: what was published, newest first, by category where there is more than one. Page
// by page, pulled down to ask again; every row leads to its article.

import { type NewsCategory, type NewsHead, requestNewsList } from "@truetick/contract";
import { buttonClass, ChipRow, EmptyState, Skeleton } from "@truetick/ui";
import { Picture } from "@truetick/ui/article";
import Newspaper from "lucide-react/icons/newspaper";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Link } from "../app/link.tsx";
import { PageBody } from "../app/page-body.tsx";
import { PullScroller } from "../app/pull-scroller.tsx";
import { ScreenHeader } from "../app/screen-header.tsx";
import { useTellFailure } from "../app/use-failure.ts";
import { useMoment } from "../app/use-moment.ts";
import { usePages } from "../app/use-pages.ts";
import styles from "./news.module.css";
import { wordsOf } from "./words-of.ts";

/** The chip of every category together. */
const ALL = "";
const ROWS_EXPECTED = [1, 2, 3, 4, 5];

function Waiting() {
  const words = useTranslations("words");
  return (
    <div role="status" aria-label={words("loading")}>
      {ROWS_EXPECTED.map((row) => (
        <div key={row} className={styles.row}>
          <div className={styles.words}>
            <Skeleton width="long" />
            <Skeleton width="full" />
            <Skeleton width="short" />
          </div>
          <Skeleton width="full" className={styles.picture} />
        </div>
      ))}
    </div>
  );
}

function NewsRow({ news }: { readonly news: NewsHead }) {
  const moment = useMoment();
  return (
    <Link to={`/news/detail?id=${news.id}`} className={styles.row}>
      <div className={styles.words}>
        <div className={styles.written} {...wordsOf(news.language)}>
          <h2 className={styles.title}>{news.title}</h2>
          {news.summary !== "" && <p className={styles.summary}>{news.summary}</p>}
        </div>
        <time className={styles.moment} dateTime={new Date(news.publishedAt * 1_000).toISOString()}>
          {moment(news.publishedAt)}
        </time>
      </div>
      <Picture path={news.picture} words="" className={styles.picture} />
    </Link>
  );
}

function NoNews() {
  const t = useTranslations("news");
  const titles = useTranslations("shell.titles");
  return (
    <EmptyState
      icon={Newspaper}
      title={t("none")}
      text={t("noneText")}
      actions={
        <Link to="/mine/announcement" className={buttonClass("primary", "touch")}>
          {titles("announcement")}
        </Link>
      }
    />
  );
}

export function NewsScreen() {
  const t = useTranslations("news");
  const titles = useTranslations("shell.titles");
  const tellFailure = useTellFailure();
  const [categories, setCategories] = useState<readonly NewsCategory[]>([]);
  const [chosen, setChosen] = useState(ALL);
  const pages = usePages((page) => {
    const request = requestNewsList(chosen, page);
    return {
      ...request,
      read: (wire) => {
        const answer = request.read(wire);
        setCategories(answer.categories);
        return answer;
      },
    };
  }, chosen);
  const refresh = async () => {
    const failure = await pages.refresh();
    if (failure && pages.list.phase === "ready") tellFailure(failure);
  };
  const chips = [
    { id: ALL, label: t("all") },
    ...categories.map(({ id, name }) => ({ id, label: name })),
  ];
  return (
    <div className={styles.screen}>
      <ScreenHeader title={titles("news")} />
      {categories.length > 1 && (
        <ChipRow
          chips={chips}
          chosen={chosen}
          label={t("categories")}
          className={styles.chips}
          onChoose={setChosen}
        />
      )}
      <PullScroller name="news" className={styles.list} refresh={refresh}>
        <p className={styles.heading} aria-hidden="true">
          {titles("news")}
        </p>
        <PageBody pages={pages} label={titles("news")} waiting={<Waiting />} nothing={<NoNews />}>
          {(news) => <NewsRow news={news} />}
        </PageBody>
      </PullScroller>
    </div>
  );
}
