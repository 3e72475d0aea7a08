// What can be done with a statement: save it as a CSV file, watched and given up at will, or print
// it, for which all of its lines are fetched first.

import { type Statement, statementCsvPath } from "@truetick/contract/cashier";
import { Button, Note } from "@truetick/ui";
import Download from "lucide-react/icons/download";
import FileWarning from "lucide-react/icons/file-warning";
import Printer from "lucide-react/icons/printer";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { useTellFailure } from "../app/use-failure.ts";
import { dayOf } from "./period.ts";
import styles from "./statement.module.css";
import { useCsv } from "./use-csv.ts";
import type { StatementLines } from "./use-statement.ts";

/** More than this is for a machine to read: about two hundred pages. */
const PRINTED_LINES_MAX = 5_000;

function useStatementCsv(statement: Statement) {
  const { progress, save, cancel } = useCsv();
  const saveStatement = () => {
    const first = dayOf(new Date(statement.from * 1_000));
    const last = dayOf(new Date(statement.to * 1_000 - 1));
    return save({
      path: statementCsvPath(statement),
      total: statement.lineCount,
      nameFile: () => `truetick-${first}-${last}.csv`,
    });
  };
  return { progress, save: saveStatement, cancel };
}

/** Prints once all lines are on the page. */
function usePrint(shown: StatementLines) {
  const tellFailure = useTellFailure();
  const [isAsked, setIsAsked] = useState(false);
  useEffect(() => {
    if (!isAsked || shown.isLoading) return;
    setIsAsked(false);
    window.print();
  }, [isAsked, shown.isLoading]);
  const print = async () => {
    const failure = await shown.loadAll(PRINTED_LINES_MAX);
    if (failure) tellFailure(failure);
    else setIsAsked(true);
  };
  return { print, isPreparing: isAsked };
}

export function StatementActs({
  statement,
  shown,
}: {
  readonly statement: Statement;
  readonly shown: StatementLines;
}) {
  const t = useTranslations("statement");
  const words = useTranslations("words");
  const csv = useStatementCsv(statement);
  const { print, isPreparing } = usePrint(shown);
  const isTooLong = statement.lineCount > PRINTED_LINES_MAX;
  const { progress } = csv;
  return (
    <>
      <div className={styles.acts}>
        <Button
          size="touch"
          icon={Download}
          isWorking={progress !== null}
          onClick={() => void csv.save()}
        >
          {t("csv")}
        </Button>
        <Button
          size="touch"
          icon={Printer}
          isWorking={shown.isLoading || isPreparing}
          disabled={isTooLong}
          onClick={() => void print()}
        >
          {t("print")}
        </Button>
      </div>
      {progress && (
        <div className={styles.progress} role="status">
          <progress
            className={styles.bar}
            aria-label={t("csv")}
            max={progress.total ?? undefined}
            value={progress.total === null ? undefined : progress.rows}
          />
          <span className={styles.quiet}>
            {t("shownOf", { count: progress.rows, total: progress.total ?? progress.rows })}
          </span>
          <Button kind="ghost" onClick={csv.cancel}>
            {words("cancel")}
          </Button>
        </div>
      )}
      {isTooLong && (
        <Note tone="neutral" icon={FileWarning}>
          {t("tooLong", { max: PRINTED_LINES_MAX })}
        </Note>
      )}
    </>
  );
}
