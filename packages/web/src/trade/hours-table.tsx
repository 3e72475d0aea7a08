// When a market trades, day by day, by the reader's own clock; today stands out.

import type { PublicTerms } from "@truetick/contract";
import { useNotation } from "@truetick/ui";
import { useTranslations } from "use-intl";
import styles from "./hours-table.module.css";
import { isAlwaysOpen, type LocalDay, localDays, type Stretch } from "./local-hours.ts";

/** The last minute of a day is followed by 24:00, not by the first of the next. */
function useStretchText(): (stretch: Stretch, day: LocalDay) => string {
  const { tag } = useNotation();
  const format = new Intl.DateTimeFormat(tag, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  return ({ fromMs, toMs }, { endMs }) =>
    `${format.format(fromMs)} – ${toMs === endMs ? "24:00" : format.format(toMs)}`;
}

function zoneName(tag: string): string {
  const parts = new Intl.DateTimeFormat(tag, { timeZoneName: "short" }).formatToParts();
  const short = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return short === timeZone ? short : `${timeZone.replaceAll("_", " ")} (${short})`;
}

function Days({ days }: { readonly days: readonly LocalDay[] }) {
  const t = useTranslations("trade.hours");
  const { tag } = useNotation();
  const textOf = useStretchText();
  const name = new Intl.DateTimeFormat(tag, { weekday: "long", day: "numeric", month: "short" });
  return (
    <dl className={styles.days}>
      {days.map((day) => (
        <div key={day.startMs} className={styles.day} data-today={day.isToday}>
          <dt>{day.isToday ? t("today") : name.format(day.startMs)}</dt>
          <dd data-closed={day.stretches.length === 0}>
            {day.stretches.length === 0
              ? t("closed")
              : day.stretches.map((stretch) => (
                  <bdi key={stretch.fromMs} dir="ltr">
                    {textOf(stretch, day)}
                  </bdi>
                ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function HoursTable({ terms }: { readonly terms: PublicTerms }) {
  const t = useTranslations("trade.hours");
  const { tag } = useNotation();
  const days = localDays(terms.sessions, Date.now());
  if (isAlwaysOpen(days)) return <p className={styles.always}>{t("always")}</p>;
  return (
    <>
      {terms.haltReason !== null && <p className={styles.note}>{t("usual")}</p>}
      <Days days={days} />
      <p className={styles.note}>{t("zone", { zone: zoneName(tag) })}</p>
    </>
  );
}
