// One follow in the list at /copy: whom, how it stands, its worth and its result beside the
// leader's. The whole card leads to its page.

import type { Follow } from "@truetick/contract/copying";
import { useTranslations } from "use-intl";
import { MoneyText } from "../account/money-text.tsx";
import { DottedWords } from "../app/dotted-words.tsx";
import { Link } from "../app/link.tsx";
import { TraderAvatar } from "../ranking/trader-face.tsx";
import styles from "./follow-card.module.css";
import { FollowResult, FollowState, StopRoom } from "./follow-parts.tsx";
import { followPath } from "./use-follows.ts";

export function FollowCard({ follow }: { readonly follow: Follow }) {
  const t = useTranslations("copy");
  const account = useTranslations("account");
  const isOver = follow.status === "stopped";
  const counts = [
    t("openCopies", { count: follow.orders }),
    t("skippedCount", { count: follow.skipped }),
  ];
  return (
    <article className={styles.card} data-follow={follow.id} data-over={isOver}>
      <div className={styles.head}>
        <TraderAvatar alias={follow.leader} />
        <span className={styles.who}>
          <Link to={followPath(follow.id)} className={styles.alias}>
            <bdi>{follow.leader}</bdi>
          </Link>
          <span className={styles.counts}>
            {isOver && follow.stopReason ? (
              t(`stopReasons.${follow.stopReason}`)
            ) : (
              <DottedWords words={counts} />
            )}
          </span>
        </span>
        <FollowState follow={follow} />
      </div>
      {!isOver && (
        <p className={styles.worth}>
          <span>{account("netValue")}</span>
          <bdi dir="ltr">
            <MoneyText text={follow.equity} className={styles.amount} /> USD
          </bdi>
        </p>
      )}
      <FollowResult follow={follow} />
      <StopRoom follow={follow} />
    </article>
  );
}
