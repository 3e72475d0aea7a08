// What we have announced, newest first, each read whole; before it where the service is not
// provided. Nothing is drawn where nothing was announced: the changes of terms follow anyway.

import { languageOf } from "@truetick/contract";
import {
  type Announcement,
  type AnnouncementPage,
  requestAnnouncements,
} from "@truetick/contract/content";
import { Button } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { ReadBody } from "../app/read-body.tsx";
import { useTellFailure } from "../app/use-failure.ts";
import { useMoment } from "../app/use-moment.ts";
import { useRead } from "../app/use-read.ts";
import { ArticleWords } from "../news/article-words.tsx";
import { wordsOf } from "../news/words-of.ts";
import styles from "./announcements.module.css";
import { RegionNotice } from "./region-notice.tsx";

function AnnouncementCard({ announcement }: { readonly announcement: Announcement }) {
  const news = useTranslations("news");
  const { preferences } = useApp();
  const { language: own } = useStore(preferences);
  const moment = useMoment();
  const { title, language, publishedAt, parts } = announcement;
  return (
    <article className={styles.card}>
      <header className={styles.head}>
        <h3 className={styles.title} {...wordsOf(language)}>
          {title}
        </h3>
        <p className={styles.moment}>
          <time dateTime={new Date(publishedAt * 1_000).toISOString()}>{moment(publishedAt)}</time>
          {language !== own.id && (
            <span>{news("writtenIn", { language: languageOf(language).name })}</span>
          )}
        </p>
      </header>
      <ArticleWords parts={parts} language={language} isSmall />
    </article>
  );
}

/** What comes after the pages that are shown is put behind them. */
function useOlder(page: AnnouncementPage, put: (page: AnnouncementPage) => void) {
  const { server } = useApp();
  const tellFailure = useTellFailure();
  const [pages, setPages] = useState(1);
  const [isBusy, setIsBusy] = useState(false);
  const load = async () => {
    setIsBusy(true);
    const answer = await server.read(requestAnnouncements(pages + 1));
    setIsBusy(false);
    if (!answer.isOk) {
      tellFailure(answer.failure);
      return;
    }
    setPages(pages + 1);
    const known = new Set(page.rows.map(({ id }) => id));
    const fresh = answer.value.rows.filter(({ id }) => !known.has(id));
    put({ ...answer.value, rows: [...page.rows, ...fresh] });
  };
  return { isBusy, load };
}

function Announced({
  page,
  put,
}: {
  readonly page: AnnouncementPage;
  readonly put: (page: AnnouncementPage) => void;
}) {
  const t = useTranslations("announcement");
  const words = useTranslations("words");
  const older = useOlder(page, put);
  return (
    <>
      {page.region && <RegionNotice region={page.region} />}
      {page.rows.length > 0 && (
        <section className={styles.list} aria-label={t("latest")}>
          <h2 className={styles.heading}>{t("latest")}</h2>
          {page.rows.map((announcement) => (
            <AnnouncementCard key={announcement.id} announcement={announcement} />
          ))}
          {page.rows.length < page.total && (
            <div className={styles.more}>
              <Button isWorking={older.isBusy} onClick={() => void older.load()}>
                {words("more")}
              </Button>
            </div>
          )}
        </section>
      )}
    </>
  );
}

export function AnnouncementList() {
  const { preferences } = useApp();
  const { language } = useStore(preferences);
  const reading = useRead(() => requestAnnouncements(1), language.id);
  return (
    <ReadBody reading={reading}>{(page) => <Announced page={page} put={reading.put} />}</ReadBody>
  );
}
