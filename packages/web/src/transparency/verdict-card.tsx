// What the nightly verifier found when it last held the whole record against itself. Before its
// first time, and where it cannot be asked, nothing is claimed.

import { requestVerdict, type Verdict } from "@truetick/contract/proof";
import { classNames, useNotation } from "@truetick/ui";
import ShieldAlert from "lucide-react/icons/shield-alert";
import ShieldCheck from "lucide-react/icons/shield-check";
import ShieldQuestion from "lucide-react/icons/shield-question-mark";
import { useTranslations } from "use-intl";
import { useMoment } from "../app/use-moment.ts";
import { useRead } from "../app/use-read.ts";
import styles from "./transparency.module.css";

function Fault({ fault }: { readonly fault: NonNullable<Verdict["firstBad"]> }) {
  const t = useTranslations("transparency.verdict");
  const { log, market, seq, what } = fault;
  const place = [log, market, `#${seq}`].filter((part) => part !== null).join(" ");
  return (
    <p className={styles.verdictText}>
      {t("firstBad")} <bdi dir="ltr">{place}</bdi> <code dir="ltr">{what}</code>
    </p>
  );
}

export function VerdictCard() {
  const t = useTranslations("transparency.verdict");
  const notation = useNotation();
  const moment = useMoment();
  const { state } = useRead(requestVerdict);
  if (state.phase !== "ready") return null;
  const { finishedAt, isWhole, firstBad, checked } = state.value;
  const rows = Object.values(checked).reduce((sum, count) => sum + count, 0);
  if (finishedAt === null) {
    return (
      <section className={styles.verdict} data-verdict="none">
        <ShieldQuestion size={28} strokeWidth={1.75} />
        <p className={styles.verdictText}>{t("none")}</p>
      </section>
    );
  }
  const Shape = isWhole ? ShieldCheck : ShieldAlert;
  return (
    <section
      className={classNames(styles.verdict, isWhole ? styles.whole : styles.broken)}
      data-verdict={isWhole ? "whole" : "broken"}
    >
      <Shape size={28} strokeWidth={1.75} />
      <div>
        <h2 className={styles.verdictTitle}>{isWhole ? t("whole") : t("broken")}</h2>
        <p className={styles.verdictText}>
          {t("checked", { rows: notation.group(String(rows)), time: moment(finishedAt) })}
        </p>
        {firstBad && <Fault fault={firstBad} />}
      </div>
    </section>
  );
}
