// One change of public terms: what it is about, from when it holds, each value before and after.

import { changeLabel, type MarketChange } from "@truetick/contract";
import { Fact, Facts, useNotation } from "@truetick/ui";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslations } from "use-intl";
import { useMoment } from "../app/use-moment.ts";
import styles from "./change-card.module.css";
import { writeValue } from "./changed-value.ts";

/** The names of terms that the market's sheet has already. */
const OF_THE_SHEET = {
  leverage: "leverage",
  marginMode: "marginMode",
  openingFee: "fee",
  lotStep: "lotStep",
} as const;

function isOfTheSheet(label: string): label is keyof typeof OF_THE_SHEET {
  return Object.hasOwn(OF_THE_SHEET, label);
}

function ChangedValues({ change }: { readonly change: MarketChange }) {
  const t = useTranslations("changes");
  const terms = useTranslations("trade.terms");
  const notation = useNotation();
  const words = {
    yes: t("yes"),
    no: t("no"),
    absent: t("absent"),
    marginModes: { fixed: terms("marginModes.fixed"), floating: terms("marginModes.floating") },
  };
  return (
    <Facts>
      {change.fields.map(({ field, from, to }) => {
        const label = changeLabel(field);
        if (label === null) return null;
        const name = isOfTheSheet(label) ? terms(OF_THE_SHEET[label]) : t(`fields.${label}`);
        const write = (text: string) => writeValue(label, text, { words, notation });
        return (
          <Fact key={field} name={name} isFigure={false}>
            <span className={styles.values}>
              <del className={styles.before}>{write(from)}</del>
              <ArrowRight className={styles.arrow} size={14} aria-hidden="true" />
              <ins className={styles.after}>{write(to)}</ins>
            </span>
          </Fact>
        );
      })}
    </Facts>
  );
}

/** No new risk is one decision about all markets. */
function isOfAll({ kind, marketId }: MarketChange): boolean {
  return kind === "closing_only" && marketId === "";
}

export function ChangeCard({
  change,
  hasSubject,
}: {
  readonly change: MarketChange;
  /** Whether it says what it is about: not where that is clear. */
  readonly hasSubject: boolean;
}) {
  const t = useTranslations("changes");
  const moment = useMoment();
  const time = moment(change.effectiveAt);
  return (
    <article className={styles.card}>
      <header className={styles.head}>
        {hasSubject && (
          <h3 className={styles.subject}>{isOfAll(change) ? t("everyMarket") : change.subject}</h3>
        )}
        <time dateTime={new Date(change.effectiveAt * 1_000).toISOString()}>
          {change.status === "announced" ? t("from", { time }) : t("since", { time })}
        </time>
      </header>
      <ChangedValues change={change} />
    </article>
  );
}
