// The notices by day, in whichever state the inbox is: grey rows, what went wrong, nothing yet, or
// the rows with the way to older ones.

import type { Notice } from "@truetick/contract/notices";
import { Button, EmptyState, useNotation } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import BellIcon from "lucide-react/icons/bell";
import { useId } from "react";
import { useTranslations } from "use-intl";
import { ExpectedRows, FailedList } from "../app/list-states.tsx";
import { useTellFailure } from "../app/use-failure.ts";
import { useNow } from "../waits/use-now.ts";
import type { Inbox } from "./inbox.ts";
import { type NoticeDay, noticesByDay } from "./notice-days.ts";
import styles from "./notice-list.module.css";
import { NoticeRow } from "./notice-row.tsx";

const ROWS_EXPECTED = 5;

function Day({
  day,
  nowSec,
  onFollow,
}: {
  readonly day: NoticeDay;
  readonly nowSec: number;
  readonly onFollow: (notice: Notice) => void;
}) {
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className={styles.day}>
        {day.name}
      </h2>
      <ul className={styles.rows}>
        {day.notices.map((notice) => (
          <li key={notice.id}>
            <NoticeRow notice={notice} nowSec={nowSec} onFollow={onFollow} />
          </li>
        ))}
      </ul>
    </section>
  );
}

export function NoticeList({
  inbox,
  shownMax = Number.POSITIVE_INFINITY,
  onFollow,
}: {
  readonly inbox: Inbox;
  /** Only the newest so many, without a way to more. */
  readonly shownMax?: number;
  readonly onFollow?: () => void;
}) {
  const t = useTranslations("inbox");
  const words = useTranslations("words");
  const { tag } = useNotation();
  const nowSec = useNow();
  const tellFailure = useTellFailure();
  const { phase, notices, failure: whyNot, hasMore, isLoadingMore } = useStore(inbox);
  if (phase === "loading") {
    return (
      <ExpectedRows
        count={ROWS_EXPECTED}
        className={styles.waiting}
        rowClassName={styles.expected}
      />
    );
  }
  if (phase === "failed") {
    return <FailedList failure={whyNot} onRetry={() => void inbox.refresh()} />;
  }
  if (notices.length === 0) {
    return <EmptyState icon={BellIcon} title={t("empty.title")} text={t("empty.text")} />;
  }
  const follow = ({ id }: Notice) => {
    onFollow?.();
    void inbox.markRead(id);
  };
  const loadMore = async () => {
    const failure = await inbox.loadMore();
    if (failure) tellFailure(failure);
  };
  const days = noticesByDay(notices.slice(0, shownMax), { nowMs: nowSec * 1_000, tag });
  return (
    <>
      {days.map((day) => (
        <Day key={day.key} day={day} nowSec={nowSec} onFollow={follow} />
      ))}
      {hasMore && notices.length < shownMax && (
        <div className={styles.more}>
          <Button isWorking={isLoadingMore} onClick={() => void loadMore()}>
            {words("more")}
          </Button>
        </div>
      )}
    </>
  );
}
