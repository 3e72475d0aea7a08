// Writes a point in time in the reader's language and clock. Short for lists, with the day's name
// left to the language.

import { useNotation } from "@truetick/ui";
import { useMemo } from "react";

/** Of Unix seconds. */
export function useMoment(): (atSec: number) => string {
  const { tag } = useNotation();
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeStyle: "short" });
    return (atSec) => format.format(atSec * 1_000);
  }, [tag]);
}
