// The lines of a statement on the screen, oldest first; more until there are no more.

import type { Statement } from "@truetick/contract/cashier";
import { Button } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { MoneyText } from "../account/money-text.tsx";
import { Section } from "../app/sub-screen.tsx";
import { useTellFailure } from "../app/use-failure.ts";
import { useMoment } from "../app/use-moment.ts";
import { VerifyButton } from "../proof/verify-button.tsx";
import styles from "./statement.module.css";
import type { StatementLines } from "./use-statement.ts";

export function StatementLinesList({
  statement,
  shown,
}: {
  readonly statement: Statement;
  readonly shown: StatementLines;
}) {
  const t = useTranslations("statement");
  const history = useTranslations("history");
  const words = useTranslations("words");
  const moment = useMoment();
  const tellFailure = useTellFailure();
  const more = async () => {
    const failure = await shown.loadMore();
    if (failure) tellFailure(failure);
  };
  return (
    <Section title={history("log")}>
      {statement.lineCount === 0 && <p className={styles.quiet}>{t("nothing")}</p>}
      <ul className={styles.lines} aria-label={history("log")}>
        {shown.lines.map((line) => (
          <li key={line.id} className={styles.line}>
            <div className={styles.words}>
              <p className={styles.memo}>{line.memo}</p>
              {line.reason !== "" && (
                <p className={styles.reason} dir="auto">
                  {line.reason}
                </p>
              )}
              <p className={styles.quiet}>{moment(line.at)}</p>
            </div>
            <div className={styles.figures}>
              <MoneyText text={line.amount} isSigned isExact />
              <p className={styles.after}>
                <MoneyText text={line.balance} isExact />
              </p>
            </div>
            <VerifyButton subject={{ of: "line", ...line }} look="icon" />
          </li>
        ))}
      </ul>
      {statement.lineCount > 0 && (
        <div className={styles.more}>
          <span className={styles.quiet}>
            {t("shownOf", { count: shown.lines.length, total: statement.lineCount })}
          </span>
          {shown.hasMore && (
            <Button isWorking={shown.isLoading} onClick={() => void more()}>
              {words("more")}
            </Button>
          )}
        </div>
      )}
    </Section>
  );
}
