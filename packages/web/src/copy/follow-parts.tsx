// What every view of a follow shows: its state in a word, its result beside the leader's over the
// same time, and how much room is left above its copy stop-loss.

import type { Follow } from "@truetick/contract/copying";
import { Tag, useNotation, writeDecimal } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { MoneyText } from "../account/money-text.tsx";
import { ltrText } from "../app/ltr-text.ts";
import { Percent } from "../ranking/percent.tsx";
import { twoDecimals } from "../user/two-decimals.ts";
import { shareLeft } from "./copy-figures.ts";
import styles from "./follow-parts.module.css";

const TONES = {
  copying: "ok",
  paused: "warn",
  stopping: "warn",
  stopped: "neutral",
  kept: "accent",
} as const;

export function FollowState({ follow: { status } }: { readonly follow: Follow }) {
  const t = useTranslations("copy.statuses");
  return <Tag tone={TONES[status]}>{t(status)}</Tag>;
}

/** Mine and the leader's, same size: who copies well is close to the leader. */
export function FollowResult({ follow }: { readonly follow: Follow }) {
  const t = useTranslations("copy");
  return (
    <dl className={styles.result}>
      <div>
        <dt>{t("yourResult")}</dt>
        <dd>
          <MoneyText text={follow.profit} isSigned />
          <Percent ratio={follow.rate} isSigned className={styles.rate} />
        </dd>
      </div>
      <div>
        <dt>{t("leaderResult")}</dt>
        <dd>
          <Percent ratio={follow.leaderRate} isSigned />
        </dd>
      </div>
    </dl>
  );
}

const NEAR = 0.25;

/** Full: as much as was put in. Empty: the stop ends it. Nothing where there is no stop. */
export function StopRoom({ follow }: { readonly follow: Follow }) {
  const t = useTranslations("copy");
  const notation = useNotation();
  const { stopEquity, equity, amount } = follow;
  if (stopEquity === null || follow.status === "stopped") return null;
  const share = shareLeft(equity, stopEquity, amount);
  const level = ltrText(`${writeDecimal(twoDecimals(stopEquity), notation)} USD`);
  return (
    <div className={styles.room} data-near={share < NEAR}>
      <span className={styles.bar} aria-hidden="true">
        <i style={{ inlineSize: `${(share * 100).toFixed(1)}%` }} />
      </span>
      <span>{t("stopsAt", { amount: level })}</span>
    </div>
  );
}
