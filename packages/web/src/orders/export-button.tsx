// Saves the history, as it is filtered, as a CSV file: row by row with its progress, given up at
// will.

import { type HistoryFilter, ordersCsvPath } from "@truetick/contract";
import { Button, IconButton } from "@truetick/ui";
import Download from "lucide-react/icons/download";
import X from "lucide-react/icons/x";
import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { useTellFailure } from "../app/use-failure.ts";
import { dayOf } from "../statements/period.ts";
import { type CsvProgress, fetchCsv, saveFile } from "../statements/save-csv.ts";
import styles from "./export-button.module.css";

function useExport(filter: HistoryFilter | null) {
  const { session, sessionLife, preferences, toasts } = useApp();
  const t = useTranslations("orders.done");
  const tellFailure = useTellFailure();
  const [progress, setProgress] = useState<CsvProgress | null>(null);
  const leaving = useRef<AbortController | null>(null);
  useEffect(() => () => leaving.current?.abort(), []);
  const save = async () => {
    if (!filter) return;
    leaving.current = new AbortController();
    setProgress({ rows: 0, total: null });
    const answer = await fetchCsv({
      path: ordersCsvPath(filter),
      language: preferences.get().language.id,
      token: session.get()?.token ?? null,
      signal: leaving.current.signal,
      onProgress: setProgress,
      onSessionEnded: sessionLife.noteEnded,
    });
    setProgress(null);
    if (!answer.isOk) return tellFailure(answer.failure);
    const name = `truetick-orders-${dayOf(new Date())}.csv`;
    saveFile(answer.value, name);
    toasts.show({ tone: "done", title: t("exported", { name }) });
  };
  return { progress, save, cancel: () => leaving.current?.abort() };
}

export function ExportButton({
  filter,
  isIcon = false,
}: {
  /** Null while there is no period to export. */
  readonly filter: HistoryFilter | null;
  readonly isIcon?: boolean;
}) {
  const t = useTranslations("orders");
  const words = useTranslations("words");
  const { progress, save, cancel } = useExport(filter);
  if (progress) {
    const { rows: count, total } = progress;
    return (
      <span className={styles.progress} role="status">
        <span>{t("loaded", { count, total: total ?? count })}</span>
        <IconButton icon={X} label={words("cancel")} onClick={cancel} />
      </span>
    );
  }
  const press = () => void save();
  if (isIcon) return <IconButton icon={Download} label={t("export")} onClick={press} />;
  return (
    <Button icon={Download} disabled={filter === null} onClick={press}>
      {t("export")}
    </Button>
  );
}
