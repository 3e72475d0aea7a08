// An alarm in the reader's words: which log, which row, and a headline.

import { useNotation } from "@truetick/ui";
import { useTranslations } from "use-intl";
import type { Alarm, AlarmKind } from "./alarm.ts";

const LOGS = ["tape", "journal", "refusal", "audit", "ledger", "fill"] as const;

/** The log's name; what has none is called as the platform calls it. */
export function useLogName(): (log: string) => string {
  const t = useTranslations("proof.logs");
  return (log) => {
    const [name] = log.split("/");
    const known = LOGS.find((each) => each === name);
    return known ? t(known) : log;
  };
}

/** What nobody could have changed by themselves, but what cannot be believed either. */
const UNTRUSTED: ReadonlySet<AlarmKind> = new Set(["signature", "key", "withheld"]);

export function useAlarmWords() {
  const t = useTranslations("proof.alarm");
  const nameOf = useLogName();
  const { tag } = useNotation();
  return {
    titleOf: ({ kind }: Alarm) => (UNTRUSTED.has(kind) ? t("titleUntrusted") : t("title")),
    /** Null where no row can be named. */
    placeOf: ({ log, market, firstBad, isExact }: Alarm): string | null => {
      if (firstBad === null || log === null) return null;
      const name = market === null ? nameOf(log) : `${nameOf(log)} ${market}`;
      // Isolated, so that a figure stays whole in every script.
      const row = `\u2068${new Intl.NumberFormat(tag).format(firstBad)}\u2069`;
      return isExact ? t("exact", { log: name, row }) : t("from", { log: name, row });
    },
  };
}
