// The reader's choice of the history, kept in the address: changing it says so there without
// leaving the screen.

import type { HistoryFilter } from "@truetick/contract";
import { useStore } from "@truetick/ui/state";
import { useMemo, useState } from "react";
import { useApp } from "../app/app.ts";
import { filterOf, type HistoryChoice, readChoice, writeChoice } from "./history-choice.ts";

export type ChosenHistory = {
  readonly choice: HistoryChoice;
  /** Null while the reader's own days are no period. */
  readonly filter: HistoryFilter | null;
  readonly change: (choice: HistoryChoice) => void;
};

export function useHistoryChoice(): ChosenHistory {
  const { router } = useApp();
  const { query } = useStore(router.location);
  const address = String(query);
  // Days are those of the moment the screen was opened: a list must not shift while it is read.
  const [now] = useState(() => new Date());
  return useMemo(() => {
    const choice = readChoice(new URLSearchParams(address));
    const change = (next: HistoryChoice) => router.note(writeChoice(next));
    return { choice, filter: filterOf(choice, now), change };
  }, [address, now, router]);
}
