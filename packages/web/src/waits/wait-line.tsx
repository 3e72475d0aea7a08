// A wait and its end: since when, until when at the latest, and that it is late when it is. Nothing
// that waits for us is shown without it.

import { classNames, useNotation } from "@truetick/ui";
import Clock from "lucide-react/icons/clock";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useTranslations } from "use-intl";
import { useMoment } from "../app/use-moment.ts";
import { useNow } from "./use-now.ts";
import styles from "./wait-line.module.css";
import { writeAgo } from "./write-ago.ts";

export function WaitLine({
  sentAt,
  dueAt,
}: {
  /** Unix seconds. */
  readonly sentAt: number;
  /** Null where nobody has to decide anything. */
  readonly dueAt: number | null;
}) {
  const t = useTranslations("waits");
  const { tag } = useNotation();
  const moment = useMoment();
  const now = useNow();
  const isLate = dueAt !== null && dueAt < now;
  const Shape = isLate ? TriangleAlert : Clock;
  return (
    <p className={classNames(styles.wait, isLate && styles.late)}>
      <Shape size={14} strokeWidth={1.75} className={styles.icon} />
      <span>
        {t("sent", { ago: writeAgo(sentAt, now, tag) })}
        {dueAt !== null && " · "}
        {dueAt !== null && isLate && t("late", { ago: writeAgo(dueAt, now, tag) })}
        {dueAt !== null &&
          !isLate &&
          t("due", { time: moment(dueAt), left: writeAgo(dueAt, now, tag) })}
      </span>
    </p>
  );
}
