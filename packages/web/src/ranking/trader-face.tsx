// Who a record belongs to, as far as anybody may know: the alias with its two letters, and what
// must be said beside it (simulated, play money, lost everything, trades against itself).

import type { RankedTrader } from "@truetick/contract/ranking";
import { Tag } from "@truetick/ui";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import styles from "./trader-face.module.css";

const LETTERS = 2;

/** Two letters that tell neighbours apart: of its first two words, or of its only one. */
function lettersOf(alias: string): string {
  const words = alias.split(/[-_]/).filter((word) => word !== "");
  const [first = "", second = ""] = words;
  const letters = second === "" ? first.slice(0, LETTERS) : first.charAt(0) + second.charAt(0);
  return letters.toUpperCase();
}

export function TraderAvatar({
  alias,
  size = 36,
}: {
  readonly alias: string;
  readonly size?: 28 | 36 | 48;
}) {
  return (
    <span className={styles.avatar} data-size={size} aria-hidden="true">
      {lettersOf(alias)}
    </span>
  );
}

export function TraderTags({
  trader: { isSimulated, isBlown, isHedged, book },
  children,
}: {
  readonly trader: Pick<RankedTrader, "isSimulated" | "isBlown" | "isHedged" | "book">;
  /** What else there is to say, first. */
  readonly children?: ReactNode;
}) {
  const t = useTranslations("ranking.tags");
  const user = useTranslations("user");
  const tags = [
    children,
    isBlown && (
      <Tag key="blown" tone="danger">
        {t("blown")}
      </Tag>
    ),
    isHedged && (
      <Tag key="hedged" tone="warn">
        {t("hedged")}
      </Tag>
    ),
    isSimulated && <Tag key="simulated">{t("simulated")}</Tag>,
    !isSimulated && book === "demo" && <Tag key="demo">{user("demo")}</Tag>,
  ].filter(Boolean);
  return tags.length > 0 && <span className={styles.tags}>{tags}</span>;
}

export function TraderFace({
  trader,
  size,
  tagsAt = "alias",
  children,
}: {
  readonly trader: RankedTrader;
  readonly size?: 28 | 36 | 48;
  /** Beside the alias, or before the line under it where there is little width. */
  readonly tagsAt?: "alias" | "below";
  /** A line under the alias. */
  readonly children?: ReactNode;
}) {
  return (
    <span className={styles.face}>
      <TraderAvatar alias={trader.alias} {...(size && { size })} />
      <span className={styles.who}>
        <span className={styles.line}>
          <bdi className={styles.alias}>{trader.alias}</bdi>
          {tagsAt === "alias" && <TraderTags trader={trader} />}
        </span>
        {children && (
          <span className={styles.below}>
            {tagsAt === "below" && <TraderTags trader={trader} />}
            {children}
          </span>
        )}
      </span>
    </span>
  );
}
