// One figure: what it says, how it is counted, over which days, the numbers, and on request the two
// queries that gave them and the rows as files.

import {
  FIGURE_IDS,
  type FigureReading,
  figureRowsAddress,
  ROWS_PER_FILE,
} from "@truetick/contract/proof";
import { buttonClass, classNames, useNotation } from "@truetick/ui";
import Code from "lucide-react/icons/code-xml";
import Download from "lucide-react/icons/download";
import { useTranslations } from "use-intl";
import { CopyButton } from "../app/copy-button.tsx";
import { Balance, Heads, Lines } from "./figure-table.tsx";
import styles from "./transparency.module.css";

const COMPARED: ReadonlySet<string> = new Set(["slippage", "arrival", "stops"]);
/** Of these no rows mean that there was nobody, not that nobody lost. */
const OF_CLIENTS: ReadonlySet<string> = new Set(["losing_year", "losing_quarter"]);
const ONE_LINE: ReadonlySet<string> = new Set([
  "losing_year",
  "losing_quarter",
  "withdrawals",
  "seeds",
  "lost_arrivals",
]);

function Numbers({ figure }: { readonly figure: FigureReading }) {
  const t = useTranslations("transparency");
  // Not known is not nothing: no number is claimed.
  if (figure.rowCount === null) return <p className={styles.quiet}>{t("unknown")}</p>;
  if (figure.rowCount === 0) {
    return <p className={styles.quiet}>{OF_CLIENTS.has(figure.id) ? t("nobody") : t("empty")}</p>;
  }
  if (ONE_LINE.has(figure.id)) return <Heads figure={figure} />;
  return (
    <>
      {COMPARED.has(figure.id) && <Balance figure={figure} />}
      <Lines figure={figure} />
    </>
  );
}

function Query({ name, text }: { readonly name: string; readonly text: string }) {
  const words = useTranslations("words");
  return (
    <div className={styles.query}>
      <div className={styles.queryHead}>
        <h3>{name}</h3>
        <CopyButton text={text} label={words("copy")} look="icon" />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <pre dir="ltr" tabIndex={0}>
        <code>{text}</code>
      </pre>
    </div>
  );
}

function Files({ figure: { id, rowCount } }: { readonly figure: FigureReading }) {
  const t = useTranslations("transparency");
  const notation = useNotation();
  if (rowCount === null) return null;
  const files = Math.max(1, Math.ceil(rowCount / ROWS_PER_FILE));
  return Array.from({ length: files }, (_, place) => place + 1).map((page) => (
    <a
      key={page}
      href={figureRowsAddress(id, page)}
      download
      className={buttonClass("outline", "regular")}
    >
      <Download size={16} />
      {t("rows", { count: notation.group(String(rowCount)) })}
      {files > 1 && <span dir="ltr">{` ${page}/${files}`}</span>}
    </a>
  ));
}

function useWindow({ from, to }: FigureReading): string {
  const { tag } = useNotation();
  const format = new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeZone: "UTC" });
  return format.formatRange(from * 1_000, to * 1_000);
}

export function FigureCard({ figure }: { readonly figure: FigureReading }) {
  const t = useTranslations("transparency");
  const window = useWindow(figure);
  const place = FIGURE_IDS.indexOf(figure.id);
  return (
    <section
      className={classNames(styles.card, COMPARED.has(figure.id) && styles.across)}
      data-figure={figure.id}
      aria-labelledby={`figure-${place}`}
    >
      <header>
        <h2 id={`figure-${place}`} className={styles.cardTitle}>
          {t(`figures.${figure.id}`)}
        </h2>
        <p className={styles.window}>{window} · UTC</p>
      </header>
      <p className={styles.formula}>{t(`formulas.${figure.id}`)}</p>
      <Numbers figure={figure} />
      <footer className={styles.foot}>
        <details className={styles.details}>
          <summary className={styles.summary}>
            <Code size={16} />
            {t("query")}
          </summary>
          <p className={styles.quiet}>{t("queryNote")}</p>
          <p dir="ltr" className={styles.bounds}>
            $1 = {figure.from * 1_000} · $2 = {figure.to * 1_000}
          </p>
          <Query name={t("numbersQuery")} text={figure.numbersQuery} />
          <Query name={t("rowsQuery")} text={figure.rowsQuery} />
        </details>
        <Files figure={figure} />
      </footer>
    </section>
  );
}
