// A day of a record, yyyymmdd, in the reader's language. Days have no zone: they are the market's.

import { useNotation } from "@truetick/ui";
import { useMemo } from "react";

export function useDay(): (date: number) => string {
  const { tag } = useNotation();
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeZone: "UTC" });
    return (date) =>
      format.format(
        Date.UTC(Math.floor(date / 10_000), (Math.floor(date / 100) % 100) - 1, date % 100),
      );
  }, [tag]);
}
