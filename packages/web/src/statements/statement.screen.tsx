// Statements at /mine/statement: any period, its sums and lines on the screen, as a CSV file with
// its progress, and as a page to print or to save as a PDF.

import type { Statement, StatementPeriod } from "@truetick/contract/cashier";
import { ChipRow } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { ReadBody } from "../app/read-body.tsx";
import { Section, SubScreen } from "../app/sub-screen.tsx";
import { OwnDays, type OwnDaysChoice } from "./own-days.tsx";
import { Paper } from "./paper.tsx";
import { dayOf, namedPeriod, ownPeriod, PERIOD_IDS, type PeriodId } from "./period.ts";
import styles from "./statement.module.css";
import { StatementActs } from "./statement-acts.tsx";
import { StatementLinesList } from "./statement-lines.tsx";
import { StatementSums } from "./statement-sums.tsx";
import { useStatement, useStatementLines } from "./use-statement.ts";

function Whole({ statement }: { readonly statement: Statement }) {
  const user = useStore(useApp().session)?.user;
  const shown = useStatementLines(statement);
  return (
    <>
      <StatementSums statement={statement} />
      <StatementActs statement={statement} shown={shown} />
      <StatementLinesList statement={statement} shown={shown} />
      {user && <Paper statement={statement} lines={shown.lines} user={user} />}
    </>
  );
}

function OfPeriod({ period }: { readonly period: StatementPeriod }) {
  const reading = useStatement(period);
  return (
    <ReadBody reading={reading}>
      {(statement) => <Whole key={`${statement.from}-${statement.to}`} statement={statement} />}
    </ReadBody>
  );
}

export function StatementScreen() {
  const t = useTranslations("statement");
  const titles = useTranslations("shell.titles");
  const [now] = useState(() => new Date());
  const [id, setId] = useState<PeriodId>("month");
  const [days, setDays] = useState<OwnDaysChoice>({
    firstDay: dayOf(new Date(now.getFullYear(), now.getMonth(), 1)),
    lastDay: dayOf(now),
  });
  const period = id === "own" ? ownPeriod(days.firstDay, days.lastDay) : namedPeriod(id, now);
  return (
    <SubScreen title={titles("statement")} parent="/mine/history">
      <Section title={t("period")}>
        <ChipRow
          label={t("period")}
          chips={PERIOD_IDS.map((choice) => ({ id: choice, label: t(`periods.${choice}`) }))}
          chosen={id}
          className={styles.chips}
          onChoose={(chosen) => setId(PERIOD_IDS.find((known) => known === chosen) ?? "month")}
        />
        {id === "own" && <OwnDays choice={days} className={styles.days} onChange={setDays} />}
      </Section>
      {period && <OfPeriod period={period} />}
    </SubScreen>
  );
}
