// The wallet at /mine/wallet: what is there, what is locked and by what, what is on its way in and
// out with its deadline, where money may be sent to, and the ways to all of it. Live.

import type { Account } from "@truetick/contract";
import {
  type Deposit,
  requestDeposits,
  requestPayoutMethods,
  requestWithdrawals,
  type Withdrawal,
} from "@truetick/contract/cashier";
import { buttonClass, Fact, Facts, Skeleton, Tag } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import ArrowDownToLine from "lucide-react/icons/arrow-down-to-line";
import ArrowUpFromLine from "lucide-react/icons/arrow-up-from-line";
import ChevronRight from "lucide-react/icons/chevron-right";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { MoneyText } from "../account/money-text.tsx";
import { useApp } from "../app/app.ts";
import { Link } from "../app/link.tsx";
import { ReadBody } from "../app/read-body.tsx";
import { Section, SubScreen } from "../app/sub-screen.tsx";
import { useRead } from "../app/use-read.ts";
import { useCashierNews } from "../live/use-cashier-news.ts";
import { RealOnlyScreen } from "../user/real-only.tsx";
import { depositsUnderWay, withdrawalsUnderWay } from "./under-way.ts";
import { UnderWayRow } from "./under-way-row.tsx";
import styles from "./wallet.module.css";

function Holdings({ account }: { readonly account: Account | null }) {
  const t = useTranslations("wallet");
  const words = useTranslations("account");
  const user = useTranslations("user");
  if (!account) return <Skeleton width="full" height="tall" />;
  return (
    <section className={styles.card} aria-label={words("title")}>
      <p className={styles.name}>{t("withdrawable")}</p>
      <p className={styles.worth}>
        <MoneyText text={account.available} />
        <span className={styles.currency}>{account.currency}</span>
      </p>
      <Facts>
        <Fact name={words("balance")}>
          <MoneyText text={account.balance} />
        </Fact>
        <Fact name={words("floating")}>
          <MoneyText text={account.profit} isSigned />
        </Fact>
        <Fact name={t("locked")}>
          <MoneyText text={account.lockedBalance} />
        </Fact>
        <Fact name={t("inOrders")}>
          <MoneyText text={account.used} isExact />
        </Fact>
        <Fact name={words("reserved")}>
          <MoneyText text={account.reserved} isExact />
        </Fact>
        <Fact name={t("held")}>
          <MoneyText text={account.held} isExact />
        </Fact>
      </Facts>
      <div className={styles.ways}>
        <Link to="/mine/charge" className={buttonClass("primary", "touch")}>
          <ArrowDownToLine size={16} />
          {user("deposit")}
        </Link>
        <Link to="/mine/withdraw" className={buttonClass("outline", "touch")}>
          <ArrowUpFromLine size={16} />
          {user("withdraw")}
        </Link>
      </div>
    </section>
  );
}

function UnderWay({
  deposits,
  withdrawals,
}: {
  readonly deposits: readonly Deposit[];
  readonly withdrawals: readonly Withdrawal[];
}) {
  const t = useTranslations("wallet");
  const words = useTranslations("deposits");
  if (deposits.length + withdrawals.length === 0) {
    return <p className={styles.nothing}>{t("nothing")}</p>;
  }
  return (
    <ul className={styles.rows} aria-label={t("underWay")}>
      {deposits.map((deposit) => (
        <UnderWayRow
          key={`in-${deposit.id}`}
          to={`/mine/charge?record=${deposit.id}`}
          icon={ArrowDownToLine}
          name={t("in")}
          amount={deposit.amount}
          currency={deposit.currencyCode}
          state={deposit.payUrl === "" ? words(`status.${deposit.status}`) : words("goOn")}
          sentAt={deposit.createdAt}
          dueAt={deposit.dueAt}
        />
      ))}
      {withdrawals.map((withdrawal) => (
        <UnderWayRow
          key={`out-${withdrawal.id}`}
          to={`/mine/withdraw?record=${withdrawal.id}`}
          icon={ArrowUpFromLine}
          name={t("out")}
          amount={withdrawal.amount}
          currency="USD"
          state={withdrawal.statusText}
          sentAt={withdrawal.createdAt}
          dueAt={withdrawal.dueAt === 0 ? null : withdrawal.dueAt}
        />
      ))}
    </ul>
  );
}

function UnderWaySection() {
  const t = useTranslations("wallet");
  const deposits = useRead(() => requestDeposits({ channel: null, page: 1 }));
  const withdrawals = useRead(() => requestWithdrawals({ channel: null, page: 1 }));
  useCashierNews(["deposit"], deposits.again);
  useCashierNews(["withdrawal"], withdrawals.again);
  return (
    <Section title={t("underWay")}>
      <ReadBody reading={deposits}>
        {(known) => (
          <ReadBody reading={withdrawals}>
            {(asked) => (
              <UnderWay
                deposits={depositsUnderWay(known.deposits)}
                withdrawals={withdrawalsUnderWay(asked.withdrawals)}
              />
            )}
          </ReadBody>
        )}
      </ReadBody>
    </Section>
  );
}

function LinkRow({
  to,
  name,
  value,
}: {
  readonly to: string;
  readonly name: string;
  readonly value?: ReactNode;
}) {
  return (
    <Link to={to} className={styles.link}>
      <span className={styles.linkName}>{name}</span>
      {value}
      <ChevronRight size={18} className={styles.onward} />
    </Link>
  );
}

function MethodsSection() {
  const t = useTranslations("wallet");
  const titles = useTranslations("shell.titles");
  const notes = useTranslations("user.notes");
  const reading = useRead(() => requestPayoutMethods({ channel: null, currencyId: null }));
  useCashierNews(["method"], reading.again);
  const now = Date.now() / 1_000;
  return (
    <Section title={notes("wallet")}>
      <ReadBody reading={reading}>
        {(methods) => (
          <div>
            {(["coin", "bank"] as const).map((channel) => {
              const own = methods.filter((method) => method.channel === channel);
              const isCooling = own.some(({ usableAt }) => usableAt > now);
              const isCoin = channel === "coin";
              return (
                <LinkRow
                  key={channel}
                  to={isCoin ? "/mine/coin-address-list" : "/mine/bank-card-list"}
                  name={isCoin ? titles("coinAddresses") : titles("bankAccounts")}
                  value={
                    <>
                      {isCooling && <Tag tone="warn">{t("cooling")}</Tag>}
                      <span className={styles.count}>{own.length}</span>
                    </>
                  }
                />
              );
            })}
          </div>
        )}
      </ReadBody>
    </Section>
  );
}

function MemberWallet() {
  const { account } = useApp();
  const titles = useTranslations("shell.titles");
  const t = useTranslations("wallet");
  const book = useStore(account);
  return (
    <SubScreen title={titles("wallet")} parent="/user">
      <Holdings account={book?.account ?? null} />
      <UnderWaySection />
      <MethodsSection />
      <Section title={t("papers")}>
        <div>
          <LinkRow to="/mine/history" name={titles("history")} />
          <LinkRow to="/mine/statement" name={titles("statement")} />
        </div>
      </Section>
    </SubScreen>
  );
}

export function WalletScreen() {
  const titles = useTranslations("shell.titles");
  const user = useStore(useApp().session)?.user;
  if (!user) return null;
  return user.isDemo ? <RealOnlyScreen title={titles("wallet")} /> : <MemberWallet />;
}
