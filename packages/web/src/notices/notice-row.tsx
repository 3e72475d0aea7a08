// One notice: what happened, when, and the way to what it speaks of. Following it reads it.

import type { Notice } from "@truetick/contract/notices";
import { classNames, useNotation } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { Link } from "../app/link.tsx";
import { writeAgo } from "../waits/write-ago.ts";
import { NOTICE_LOOKS } from "./notice-icons.ts";
import styles from "./notice-row.module.css";

export function NoticeRow({
  notice,
  nowSec,
  onFollow,
}: {
  readonly notice: Notice;
  readonly nowSec: number;
  readonly onFollow: (notice: Notice) => void;
}) {
  const t = useTranslations("inbox");
  const { tag } = useNotation();
  const { kind, title, text, link, createdAt, isRead } = notice;
  // A newer server may tell of what this build has no icon for.
  const { icon: Shape, tone } = NOTICE_LOOKS[kind] ?? NOTICE_LOOKS.priceAlert;
  const exact = new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeStyle: "medium" });
  return (
    <Link
      to={link}
      className={classNames(styles.row, !isRead && styles.unread)}
      data-notice={kind}
      onClick={() => onFollow(notice)}
    >
      <span className={classNames(styles.icon, styles[tone])}>
        <Shape size={18} strokeWidth={1.75} />
      </span>
      <span className={styles.words}>
        <span className={styles.title}>{title}</span>
        <span className={styles.text}>{text}</span>
        <time
          className={styles.time}
          dateTime={new Date(createdAt * 1_000).toISOString()}
          title={exact.format(createdAt * 1_000)}
        >
          {writeAgo(createdAt, nowSec, tag)}
        </time>
      </span>
      {!isRead && <span className={styles.dot} role="img" aria-label={t("unread")} />}
    </Link>
  );
}
