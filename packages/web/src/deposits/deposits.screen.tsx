// Deposit at /mine/charge: by coin, by bank wire or by card, with cost and time before anything is
// sent; below, or beside on wide screens, what became of every deposit, live. `?record=` leads to
// one of them: among the records when it is there, above everything when it is older.

import {
  type CardOffer,
  type Deposit,
  requestCardOffer,
  requestDeposit,
} from "@truetick/contract/cashier";
import { IconButton, Segment } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import History from "lucide-react/icons/history";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { ReadBody } from "../app/read-body.tsx";
import { Section, SubScreen } from "../app/sub-screen.tsx";
import { useTellFailure } from "../app/use-failure.ts";
import { useMedia, WORKSPACE } from "../app/use-media.ts";
import { useMoment } from "../app/use-moment.ts";
import { useRead } from "../app/use-read.ts";
import { useCashierNews } from "../live/use-cashier-news.ts";
import { RiskWarning } from "../transparency/risk-warning.tsx";
import { RealOnlyScreen } from "../user/real-only.tsx";
import { CardWay } from "./card-way.tsx";
import { CoinWay } from "./coin-way.tsx";
import { DepositRecords, useDepositRecords } from "./deposit-records.tsx";
import { DepositRow } from "./deposit-row.tsx";
import styles from "./deposits.module.css";
import { WireWay } from "./wire-way.tsx";

type Way = "coin" | "wire" | "card";

function Ways({
  offer,
  onDone,
}: {
  /** Null until it is known, and when cards are not taken. */
  readonly offer: CardOffer | null;
  readonly onDone: (deposit: Deposit) => void;
}) {
  const t = useTranslations("deposits");
  const [chosen, setChosen] = useState<Way>("coin");
  const ways: readonly Way[] = offer ? ["coin", "wire", "card"] : ["coin", "wire"];
  return (
    <div className={styles.ways}>
      <Segment
        label={t("way")}
        choices={ways.map((id) => ({ id, label: t(`ways.${id}`) }))}
        chosen={chosen}
        className={styles.segment}
        onChoose={setChosen}
      />
      {chosen === "coin" && <CoinWay onDone={onDone} />}
      {chosen === "wire" && <WireWay onDone={onDone} />}
      {chosen === "card" && offer && <CardWay offer={offer} />}
    </div>
  );
}

/** The one that a link led to, when it is older than what is shown. */
function LinkedDeposit({ id }: { readonly id: string }) {
  const t = useTranslations("deposits");
  const reading = useRead(() => requestDeposit(id), id);
  useCashierNews(["deposit"], reading.again);
  return (
    <Section title={t("number", { id })}>
      <ReadBody reading={reading}>
        {(deposit) => <DepositRow deposit={deposit} onChanged={reading.again} />}
      </ReadBody>
    </Section>
  );
}

function MemberDeposits() {
  const { router, toasts } = useApp();
  const t = useTranslations("deposits");
  const titles = useTranslations("shell.titles");
  const moment = useMoment();
  const tellFailure = useTellFailure();
  const linked = useStore(router.location).query.get("record");
  const records = useDepositRecords();
  const card = useRead(requestCardOffer);
  const place = useRef<HTMLDivElement>(null);
  const offer = card.state.phase === "ready" && card.state.value.isAvailable && card.state.value;
  const { refresh, list } = records.pages;
  const isElsewhere =
    linked !== null && list.phase === "ready" && !list.rows.some(({ id }) => id === linked);
  useCashierNews(["deposit"], () => void refresh());
  // Where there is room they stand in sight already.
  const isBeside = useMedia(WORKSPACE);
  const showRecords = () => {
    if (!isBeside) place.current?.scrollIntoView({ block: "start" });
  };
  const note = ({ id, dueAt }: Deposit) => {
    const text = dueAt === null ? undefined : t("receivedText", { time: moment(dueAt) });
    toasts.show({ tone: "done", title: t("received", { id }), text });
    void refresh().then(showRecords);
  };
  return (
    <SubScreen
      title={titles("charge")}
      parent="/user"
      width="wide"
      actions={
        !isBeside && <IconButton icon={History} label={t("records")} onClick={showRecords} />
      }
      refresh={async () => {
        const failure = await refresh();
        if (failure) tellFailure(failure);
      }}
    >
      <div className={styles.columns}>
        <div className={styles.column}>
          {isElsewhere && <LinkedDeposit id={linked} />}
          <Ways offer={offer || null} onDone={note} />
          <RiskWarning />
        </div>
        <div ref={place} className={styles.records}>
          <DepositRecords records={records} />
        </div>
      </div>
    </SubScreen>
  );
}

export function DepositsScreen() {
  const titles = useTranslations("shell.titles");
  const user = useStore(useApp().session)?.user;
  if (!user) return null;
  return user.isDemo ? <RealOnlyScreen title={titles("charge")} /> : <MemberDeposits />;
}
