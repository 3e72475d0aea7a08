// The account below the ticket: what it is worth, what that is made of (balance, floating profit,
// margin in use and reserved), what is free, and how far it is from a margin call. Live; nothing
// for a visitor.

import type { Account } from "@truetick/contract";
import { Fact, Facts, Note, Skeleton } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import styles from "./account-card.module.css";
import { LevelGauge } from "./level-gauge.tsx";
import { LiveMoney } from "./live-account.tsx";
import { MoneyText } from "./money-text.tsx";
import type { OpenBook } from "./open-book.ts";

function Figures({ account }: { readonly account: Account }) {
  const t = useTranslations("account");
  const now = (open: OpenBook | null) => open?.account ?? account;
  return (
    <>
      <div className={styles.worth}>
        <span>{t("netValue")}</span>
        <span dir="ltr">
          <LiveMoney of={(open) => now(open).equity} className={styles.amount} />{" "}
          <span className={styles.currency}>{account.currency}</span>
        </span>
      </div>
      <Facts className={styles.facts}>
        <Fact name={t("balance")}>
          <MoneyText text={account.balance} />
        </Fact>
        <Fact name={t("floating")}>
          <LiveMoney of={(open) => now(open).profit} isSigned isExact />
        </Fact>
        <Fact name={t("used")}>
          <MoneyText text={account.used} isExact />
        </Fact>
        {Number(account.reserved) !== 0 && (
          <Fact name={t("reserved")}>
            <MoneyText text={account.reserved} isExact />
          </Fact>
        )}
        <Fact name={t("free")}>
          <LiveMoney of={(open) => now(open).free} />
        </Fact>
      </Facts>
      {account.isMarginCalled && (
        <Note tone="warn" icon={TriangleAlert}>
          {t("called")}
        </Note>
      )}
      <LevelGauge />
    </>
  );
}

export function AccountCard() {
  const { account: book, session } = useApp();
  const t = useTranslations("account");
  const isVisitor = useStore(session) === null;
  const open = useStore(book.still);
  if (isVisitor) return null;
  return (
    <section className={styles.card} aria-label={t("title")}>
      {open ? (
        <Figures account={open.account} />
      ) : (
        <>
          <Skeleton width="full" height="tall" />
          <Skeleton width="full" />
          <Skeleton width="full" />
        </>
      )}
    </section>
  );
}
