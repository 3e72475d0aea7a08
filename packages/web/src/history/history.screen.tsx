// Account detail at /mine/history: what the account holds and what of it is locked, what was
// adjusted by hand, and the log of every movement with its cause and the balance after it. Live:
// a movement appears as it is booked.

import { type Account, requestAccountLog } from "@truetick/contract";
import { buttonClass, EmptyState, Skeleton } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import FileText from "lucide-react/icons/file-text";
import ScrollText from "lucide-react/icons/scroll-text";
import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { MoneyText } from "../account/money-text.tsx";
import { useApp } from "../app/app.ts";
import { Link } from "../app/link.tsx";
import { PageBody } from "../app/page-body.tsx";
import { Section, SubScreen } from "../app/sub-screen.tsx";
import { useTellFailure } from "../app/use-failure.ts";
import { usePages } from "../app/use-pages.ts";
import { AdjustmentsSection } from "./adjustments-section.tsx";
import styles from "./history.module.css";
import { LogRow } from "./log-row.tsx";

function Figures({ account }: { readonly account: Account | null }) {
  const words = useTranslations("account");
  const wallet = useTranslations("wallet");
  const user = useTranslations("user");
  const parts = [
    { name: words("balance"), text: account?.balance },
    { name: wallet("locked"), text: account?.lockedBalance },
    { name: user("cash"), text: account?.cash },
    { name: words("netValue"), text: account?.equity },
  ];
  return (
    <section className={styles.card} aria-label={words("title")}>
      {/* The room is there before the figures: nothing below moves under a finger. */}
      <dl className={styles.figures}>
        {parts.map(({ name, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text === undefined ? <Skeleton width="medium" /> : <MoneyText text={text} />}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export function HistoryScreen() {
  const { account } = useApp();
  const t = useTranslations("history");
  const titles = useTranslations("shell.titles");
  const tellFailure = useTellFailure();
  const book = useStore(account);
  const pages = usePages((page) => {
    const request = requestAccountLog(page);
    return {
      ...request,
      read: (wire) => {
        const { entries, total } = request.read(wire);
        return { rows: entries, total };
      },
    };
  });
  const cash = book?.account.cash ?? null;
  const seen = useRef<string | null>(null);
  const { refresh } = pages;
  useEffect(() => {
    // The ledger has moved since the log was read.
    if (cash !== null && seen.current !== null && seen.current !== cash) void refresh();
    seen.current = cash ?? seen.current;
  }, [cash, refresh]);
  return (
    <SubScreen
      title={titles("history")}
      parent="/user"
      refresh={async () => {
        const failure = await refresh();
        if (failure) tellFailure(failure);
      }}
      actions={
        <Link to="/mine/statement" className={buttonClass("ghost", "touch")}>
          <FileText size={16} />
          {titles("statement")}
        </Link>
      }
    >
      <Figures account={book?.account ?? null} />
      <AdjustmentsSection />
      <Section title={t("log")}>
        <PageBody
          pages={pages}
          label={t("log")}
          nothing={<EmptyState icon={ScrollText} title={t("none")} text={t("noneText")} />}
        >
          {(entry) => <LogRow entry={entry} />}
        </PageBody>
      </Section>
    </SubScreen>
  );
}
