// What the account is worth, live from the server: net value large, what it is made of, and the
// ways in and out of it; then its margin. Amounts can be hidden; the choice is kept.

import type { Account } from "@truetick/contract";
import { IconButton, Note, Skeleton } from "@truetick/ui";
import ChevronRight from "lucide-react/icons/chevron-right";
import Eye from "lucide-react/icons/eye";
import EyeOff from "lucide-react/icons/eye-off";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { LevelGauge } from "../account/level-gauge.tsx";
import { MoneyText } from "../account/money-text.tsx";
import { Link } from "../app/link.tsx";
import styles from "./balance-card.module.css";
import { HIDDEN_AMOUNT, useHiddenAmounts } from "./hidden-amounts.ts";

function Part({
  name,
  text,
  isSigned = false,
  isHidden,
}: {
  readonly name: string;
  readonly text: string | undefined;
  readonly isSigned?: boolean;
  readonly isHidden: boolean;
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {isHidden && HIDDEN_AMOUNT}
        {!isHidden && text === undefined && <Skeleton width="medium" />}
        {!isHidden && text !== undefined && <MoneyText text={text} isSigned={isSigned} />}
      </dd>
    </div>
  );
}

/** How far the account is from a margin call, and what is bound in orders. */
export function MarginCard({ account }: { readonly account: Account | null }) {
  const t = useTranslations("account");
  const [isHidden] = useHiddenAmounts();
  return (
    <section className={styles.card} aria-label={t("level")}>
      <LevelGauge />
      {account?.isMarginCalled && (
        <Note tone="warn" icon={TriangleAlert}>
          {t("called")}
        </Note>
      )}
      <dl className={styles.parts}>
        <Part name={t("used")} text={account?.used} isHidden={isHidden} />
        <Part name={t("reserved")} text={account?.reserved} isHidden={isHidden} />
        <Part name={t("free")} text={account?.free} isHidden={isHidden} />
      </dl>
    </section>
  );
}

export function BalanceCard({
  account,
  children,
}: {
  /** Null until the server has told it. */
  readonly account: Account | null;
  readonly children: ReactNode;
}) {
  const t = useTranslations("account");
  const user = useTranslations("user");
  const titles = useTranslations("shell.titles");
  const [isHidden, toggle] = useHiddenAmounts();
  return (
    <section className={styles.card} aria-label={t("title")}>
      <div className={styles.head}>
        <span>{t("netValue")}</span>
        <IconButton
          icon={isHidden ? EyeOff : Eye}
          label={isHidden ? user("showAmounts") : user("hideAmounts")}
          aria-pressed={isHidden}
          className={styles.eye}
          onClick={toggle}
        />
        <Link to="/mine/history" className={styles.detail}>
          {titles("history")}
          <ChevronRight size={16} className={styles.onward} />
        </Link>
      </div>
      <p className={styles.worth}>
        {isHidden && <span>{HIDDEN_AMOUNT}</span>}
        {!isHidden && !account && <Skeleton width="long" height="tall" />}
        {!isHidden && account && <MoneyText text={account.equity} />}
        <span className={styles.currency}>{account?.currency}</span>
      </p>
      <dl className={styles.parts}>
        <Part name={t("balance")} text={account?.balance} isHidden={isHidden} />
        <Part name={t("floating")} text={account?.profit} isSigned isHidden={isHidden} />
        <Part name={user("cash")} text={account?.cash} isHidden={isHidden} />
      </dl>
      {children}
    </section>
  );
}
