// What can be done with a statement: save it as a CSV file, watched and given up at will, or print
// it, for which all of its lines are fetched first.

import { type Statement, statementCsvPath } from "@truetick/contract/cashier";
import { Button, Note } from "@truetick/ui";
import Download from "lucide-react/icons/download";
import FileWarning from "lucide-react/icons/file-warning";
import Printer from "lucide-react/icons/printer";
import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { useTellFailure } from "../app/use-failure.ts";
import { dayOf } from "./period.ts";
import { type CsvProgress, fetchCsv, saveFile } from "./save-csv.ts";
import styles from "./statement.module.css";
import type { StatementLines } from "./use-statement.ts";

/** More than this is for a machine to read: about two hundred pages. */
const PRINTED_LINES_MAX = 5_000;

function useCsv(statement: Statement) {
  const { session, sessionLife, preferences } = useApp();
  const tellFailure = useTellFailure();
  const [progress, setProgress] = useState<CsvProgress | null>(null);
  const leaving = useRef<AbortController | null>(null);
  useEffect(() => () => leaving.current?.abort(), []);
  const save = async () => {
    const { from, to } = statement;
    leaving.current = new AbortController();
    setProgress({ rows: 0, total: statement.lineCount });
    const answer = await fetchCsv({
      path: statementCsvPath(statement),
      language: preferences.get().language.id,
      token: session.get()?.token ?? null,
      signal: leaving.current.signal,
      onProgress: setProgress,
      onSessionEnded: sessionLife.noteEnded,
    });
    setProgress(null);
    if (!answer.isOk) return tellFailure(answer.failure);
    const last = dayOf(new Date(to * 1_000 - 1));
    saveFile(answer.value, `truetick-${dayOf(new Date(from * 1_000))}-${last}.csv`);
  };
  return { progress, save, cancel: () => leaving.current?.abort() };
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
  const csv = useCsv(statement);
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
