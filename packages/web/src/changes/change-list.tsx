// The public list of changes: what is announced, soonest first, then what was made, newest first;
// for everyone alike (H09, H20).

import { type MarketChange, type MarketChangePage, requestMarketChanges } from "@truetick/contract";
import { Button, EmptyState } from "@truetick/ui";
import History from "lucide-react/icons/history";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { ReadBody } from "../app/read-body.tsx";
import { useRead } from "../app/use-read.ts";
import styles from "./announced-changes.module.css";
import { ChangeCard } from "./change-card.tsx";

function Part({
  title,
  changes,
}: {
  readonly title: string;
  readonly changes: readonly MarketChange[];
}) {
  if (changes.length === 0) return null;
  return (
    <section className={styles.section} aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      {changes.map((change) => (
        <ChangeCard key={change.id} change={change} hasSubject />
      ))}
    </section>
  );
}

/** What comes after a page is put behind it. */
function useOlder(page: MarketChangePage, put: (page: MarketChangePage) => void) {
  const { server } = useApp();
  const [isBusy, setIsBusy] = useState(false);
  const load = async () => {
    setIsBusy(true);
    const answer = await server.read(requestMarketChanges({ cursor: page.next }));
    setIsBusy(false);
    if (!answer.isOk) return;
    put({ changes: [...page.changes, ...answer.value.changes], next: answer.value.next });
  };
  return { isBusy, load };
}

function Changes({
  page,
  put,
}: {
  readonly page: MarketChangePage;
  readonly put: (page: MarketChangePage) => void;
}) {
  const t = useTranslations("changes");
  const older = useOlder(page, put);
  if (page.changes.length === 0) {
    return <EmptyState icon={History} title={t("noneTitle")} text={t("noneText")} />;
  }
  const of = (status: MarketChange["status"]) =>
    page.changes.filter((change) => change.status === status);
  return (
    <>
      <Part title={t("title")} changes={of("announced")} />
      <Part title={t("past")} changes={of("applied")} />
      {page.next !== "" && (
        <div className={styles.more}>
          <Button isWorking={older.isBusy} onClick={() => void older.load()}>
            {t("more")}
          </Button>
        </div>
      )}
    </>
  );
}

export function ChangeList() {
  const reading = useRead(() => requestMarketChanges({}));
  return (
    <ReadBody reading={reading}>{(page) => <Changes page={page} put={reading.put} />}</ReadBody>
  );
}
