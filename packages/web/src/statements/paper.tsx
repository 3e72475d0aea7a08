// The statement as it is printed or saved as a PDF: whose, of which time, the sums, and every line
// with its running balance. Not on the screen; only on paper.

import type { User } from "@truetick/contract";
import type { Statement, StatementLine } from "@truetick/contract/cashier";
import { useNotation } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import { createPortal } from "react-dom";
import { useTranslations } from "use-intl";
import { MoneyText } from "../account/money-text.tsx";
import { useApp } from "../app/app.ts";
import { useMoment } from "../app/use-moment.ts";
import styles from "./paper.module.css";
import { useDays } from "./use-days.ts";

function PaperHead({ statement, user }: { readonly statement: Statement; readonly user: User }) {
  const t = useTranslations("statement");
  const titles = useTranslations("shell");
  const centre = useTranslations("user");
  const moment = useMoment();
  const days = useDays();
  const isSandbox = useStore(useApp().live.isSimulated);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <header className={styles.head}>
      <p className={styles.brand}>Truetick</p>
      <h1>{titles("titles.statement")}</h1>
      <p>
        {centre("uid")} <bdi dir="ltr">{user.uid}</bdi>
      </p>
      <p>{days(statement)}</p>
      <p>
        {t("made", { time: moment(Date.now() / 1_000), zone })} · {statement.currency}
      </p>
      {(isSandbox || user.isDemo) && <p className={styles.sandbox}>{titles("sandbox")}</p>}
    </header>
  );
}

function PaperSums({ statement }: { readonly statement: Statement }) {
  const t = useTranslations("statement");
  return (
    <table className={styles.sums}>
      <tbody>
        <tr className={styles.strong}>
          <th scope="row">{t("opening")}</th>
          <td>
            <MoneyText text={statement.opening} isExact />
          </td>
        </tr>
        {statement.totals.map(({ cause, label, amount, count }) => (
          <tr key={cause}>
            <th scope="row">
              {label} ({count})
            </th>
            <td>
              <MoneyText text={amount} isSigned isExact />
            </td>
          </tr>
        ))}
        <tr className={styles.strong}>
          <th scope="row">{t("closing")}</th>
          <td>
            <MoneyText text={statement.closing} isExact />
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function PaperLines({ lines }: { readonly lines: readonly StatementLine[] }) {
  const t = useTranslations("statement");
  const { tag } = useNotation();
  const moment = new Intl.DateTimeFormat(tag, { dateStyle: "short", timeStyle: "medium" });
  return (
    <table className={styles.lines}>
      <thead>
        <tr>
          <th scope="col">{t("columns.time")}</th>
          <th scope="col">{t("columns.cause")}</th>
          <th scope="col">{t("columns.amount")}</th>
          <th scope="col">{t("columns.balance")}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id}>
            <td>{moment.format(line.at * 1_000)}</td>
            <td>
              {line.memo}
              {line.reason !== "" && <span className={styles.reason}>{line.reason}</span>}
            </td>
            <td>
              <MoneyText text={line.amount} isSigned isExact />
            </td>
            <td>
              <MoneyText text={line.balance} isExact />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function Paper({
  statement,
  lines,
  user,
}: {
  readonly statement: Statement;
  readonly lines: readonly StatementLine[];
  readonly user: User;
}) {
  const t = useTranslations("statement");
  const missing = statement.lineCount - lines.length;
  // Beside the app and not inside: the app is as high as the screen, paper is as long as it takes.
  return createPortal(
    <div className={styles.paper} data-theme="light" data-paper="statement" aria-hidden="true">
      <PaperHead statement={statement} user={user} />
      <PaperSums statement={statement} />
      <PaperLines lines={lines} />
      {missing > 0 && <p>{t("shownOf", { count: lines.length, total: statement.lineCount })}</p>}
    </div>,
    document.body,
  );
}
