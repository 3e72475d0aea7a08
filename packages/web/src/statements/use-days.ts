// Writes a period in the reader's language: its first day and its last, which counts.

import type { StatementPeriod } from "@truetick/contract/cashier";
import { useNotation } from "@truetick/ui";
import { useMemo } from "react";

export function useDays(): (period: StatementPeriod) => string {
  const { tag } = useNotation();
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(tag, { dateStyle: "medium" });
    // The end is the first moment that no longer counts.
    return ({ from, to }) => format.formatRange(from * 1_000, to * 1_000 - 1);
  }, [tag]);
}
