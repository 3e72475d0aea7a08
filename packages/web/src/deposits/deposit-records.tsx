// The reader's deposits, newest first, in whatever state; more until there are no more.

import { type Deposit, type DepositChannel, requestDeposits } from "@truetick/contract/cashier";
import { ChipRow } from "@truetick/ui";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { PageBody } from "../app/page-body.tsx";
import { Section } from "../app/sub-screen.tsx";
import { type Pages, usePages } from "../app/use-pages.ts";
import { DepositRow } from "./deposit-row.tsx";
import styles from "./deposits.module.css";

export type DepositRecordsState = {
  readonly pages: Pages<Deposit>;
  readonly channel: DepositChannel | null;
  readonly choose: (channel: DepositChannel | null) => void;
};

const ALL = "all";

export function useDepositRecords(): DepositRecordsState {
  const [channel, choose] = useState<DepositChannel | null>(null);
  const pages = usePages((page) => {
    const request = requestDeposits({ channel, page });
    return {
      ...request,
      read: (wire) => {
        const { deposits, total } = request.read(wire);
        return { rows: deposits, total };
      },
    };
  }, channel ?? ALL);
  return { pages, channel, choose };
}

export function DepositRecords({ records }: { readonly records: DepositRecordsState }) {
  const t = useTranslations("deposits");
  const quotes = useTranslations("quotes");
  const { pages, channel, choose } = records;
  const refresh = () => void pages.refresh();
  return (
    <Section title={t("records")}>
      <ChipRow
        label={t("way")}
        chips={[
          { id: ALL, label: quotes("all") },
          { id: "coin", label: t("ways.coin") },
          { id: "bank", label: t("bank") },
        ]}
        chosen={channel ?? ALL}
        className={styles.chips}
        onChoose={(id) => choose(id === "coin" || id === "bank" ? id : null)}
      />
      <PageBody
        pages={pages}
        label={t("records")}
        nothing={<p className={styles.nothing}>{t("none")}</p>}
      >
        {(deposit) => <DepositRow deposit={deposit} onChanged={refresh} />}
      </PageBody>
    </Section>
  );
}
