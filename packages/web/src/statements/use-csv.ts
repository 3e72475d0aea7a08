// Saves a CSV file: asked for with the reader's session, watched row by row, given up at will and
// with the screen that asked. What failed is told.

import { saveFile } from "@truetick/ui/state";
import { useEffect, useRef, useState } from "react";
import { useApp } from "../app/app.ts";
import { useTellFailure } from "../app/use-failure.ts";
import { type CsvProgress, fetchCsv } from "./fetch-csv.ts";

type CsvFile = {
  readonly path: string;
  /** How many rows are expected; null when that is not known. */
  readonly total: number | null;
  /** Called when it has come, so that a day in the name is that day. */
  readonly nameFile: () => string;
  readonly onSaved?: (name: string) => void;
};

export function useCsv() {
  const { session, sessionLife, preferences } = useApp();
  const tellFailure = useTellFailure();
  const [progress, setProgress] = useState<CsvProgress | null>(null);
  const leaving = useRef<AbortController | null>(null);
  useEffect(() => () => leaving.current?.abort(), []);
  const save = async ({ path, total, nameFile, onSaved }: CsvFile) => {
    leaving.current = new AbortController();
    setProgress({ rows: 0, total });
    const answer = await fetchCsv({
      path,
      language: preferences.get().language.id,
      token: session.get()?.token ?? null,
      signal: leaving.current.signal,
      onProgress: setProgress,
      onSessionEnded: sessionLife.noteEnded,
    });
    setProgress(null);
    if (!answer.isOk) return tellFailure(answer.failure);
    const name = nameFile();
    saveFile(answer.value, name);
    onSaved?.(name);
  };
  return { progress, save, cancel: () => leaving.current?.abort() };
}
