// The newest lines of a member's book, as six decimals so that the sums visibly add up.

import { type DeskLedgerLine, requestDeskUserLedger } from "@truetick/contract/desk";
import { Button, useNotation, writeDecimal, writeSigned } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { useMay } from "../app/desk.ts";
import { Link } from "../app/link.tsx";
import { writeExactMoment } from "../app/moment.ts";
import { pathTo } from "../app/place.ts";
import { useFailureText } from "../app/use-failure.ts";
import { useRead } from "../app/use-read.ts";
import { writeUsd } from "../frame/amounts.ts";
import { Card } from "../frame/detail.tsx";
import { type Column, DataTable } from "../table/data-table.tsx";
import styles from "./ledger-card.module.css";
import { useCauseName } from "./use-cause-name.ts";

const LINES_SHOWN = 8;

function useLedgerColumns(): readonly Column<DeskLedgerLine>[] {
  const t = useTranslations("ledger");
  const notation = useNotation();
  const nameOf = useCauseName();
  return [
    { name: t("time"), cell: ({ at }) => writeExactMoment(at) },
    { name: t("cause"), cell: ({ cause }) => nameOf(cause) },
    { name: t("reference"), cell: ({ cause_id }) => cause_id },
    {
      name: t("amount"),
      isFigure: true,
      cell: ({ amount }) => writeSigned(amount, notation),
    },
    { name: t("after"), isFigure: true, cell: ({ balance }) => writeDecimal(balance, notation) },
  ];
}

export type LedgerCardProps = {
  readonly userId: string;
  readonly uid: string;
  /** USD over the member's whole life. */
  readonly totals?: { readonly deposited: string; readonly paidOut: string };
};

function Lines({ userId, uid, totals }: LedgerCardProps) {
  const notation = useNotation();
  const t = useTranslations("ledger");
  const columns = useLedgerColumns();
  const tShell = useTranslations("shell");
  const textOf = useFailureText();
  const { state, again } = useRead(
    () => requestDeskUserLedger({ userId, accountId: null, cursor: "" }),
    userId,
  );
  const rows = state.phase === "ready" ? state.value.rows : [];
  return (
    <Card
      title={t("title", { uid })}
      aside={
        <span className={styles.aside}>
          {totals && (
            <>
              <span>{t("deposited", { amount: writeUsd(totals.deposited, notation) })}</span>
              <span>{t("paidOut", { amount: writeUsd(totals.paidOut, notation) })}</span>
            </>
          )}
          <Link to={pathTo("users", userId)}>{t("openUser")}</Link>
        </span>
      }
      isFlush
    >
      {state.phase === "failed" ? (
        // Nothing read is no empty book: somebody decides by it.
        <div className={styles.failed} role="alert">
          <p>{textOf(state.failure) ?? tShell("failure.title")}</p>
          <Button size="dense" onClick={again}>
            {tShell("failure.retry")}
          </Button>
        </div>
      ) : (
        <DataTable
          label={t("title", { uid })}
          columns={columns}
          rows={rows.slice(0, LINES_SHOWN)}
          idOf={({ id }) => id}
          emptyText={state.phase === "loading" ? t("loading") : t("empty")}
        />
      )}
    </Card>
  );
}

/** Nothing for those who may not look at people. */
export function LedgerCard(props: LedgerCardProps) {
  const may = useMay();
  return may("users.read") ? <Lines {...props} /> : null;
}
