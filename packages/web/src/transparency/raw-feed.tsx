// Under the chart, on request: what sources said, the markup, and what the market was quoted at, as
// separate lines with their newest figures; asked for again every few seconds. Where raw and result
// are one it says so. Fetched with its switch, never before.

import type { Market } from "@truetick/contract";
import { type RawQuotes, requestRawQuotes } from "@truetick/contract/proof";
import { useNotation, writeDecimal } from "@truetick/ui";
import { useEffect } from "react";
import { useTranslations } from "use-intl";
import { ReadBody } from "../app/read-body.tsx";
import { useRead } from "../app/use-read.ts";
import styles from "./raw-feed.module.css";
import { RAW_SERIES, ROOM, rawPaths, shownOf } from "./raw-lines.ts";

const ASKED_EVERY_MS = 4_000;
const KEY = [...RAW_SERIES, "markup"] as const;

function Lines({ raw }: { readonly raw: RawQuotes }) {
  const t = useTranslations("transparency.raw");
  const notation = useNotation();
  const quotes = shownOf(raw.quotes);
  const newest = quotes.at(-1);
  if (!newest) return <p className={styles.words}>{t("none")}</p>;
  const paths = rawPaths(quotes);
  const box = `0 -2 ${ROOM.width} ${ROOM.height + 4}`;
  return (
    <>
      <ul className={styles.key}>
        {KEY.map((series) => (
          <li key={series} data-series={series}>
            <i className={styles[series]} aria-hidden="true" />
            {t(series)} <b dir="ltr">{writeDecimal(newest[series], notation)}</b>
          </li>
        ))}
      </ul>
      <svg viewBox={box} preserveAspectRatio="none" className={styles.prices} aria-hidden="true">
        {RAW_SERIES.map((series) => (
          <path key={series} d={paths[series]} className={styles[series]} />
        ))}
      </svg>
      <svg viewBox={box} preserveAspectRatio="none" className={styles.strip} aria-hidden="true">
        <path d={paths.markup} className={styles.markup} />
      </svg>
      {raw.isSame && <p className={styles.words}>{t("same")}</p>}
    </>
  );
}

export function RawFeed({ market }: { readonly market: Market }) {
  const t = useTranslations("transparency.raw");
  const reading = useRead(() => requestRawQuotes({ code: market.code }), market.code);
  const { again } = reading;
  useEffect(() => {
    const timer = setInterval(again, ASKED_EVERY_MS);
    return () => clearInterval(timer);
  }, [again]);
  return (
    <section className={styles.feed} aria-label={t("title")} data-raw-feed={market.code}>
      <h3 className={styles.title}>{t("title")}</h3>
      <ReadBody reading={reading}>{(raw) => <Lines raw={raw} />}</ReadBody>
    </section>
  );
}
