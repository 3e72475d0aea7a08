// Every row of the public tape that the explanation rests on: market, number, time, bid and ask,
// and what it was used for.

import type { Why } from "@truetick/contract/proof";
import { Tag } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { Section } from "../app/sub-screen.tsx";
import { useWhyWriter } from "./why-figures.ts";
import styles from "./why-ticks.module.css";

export function WhyTicks({ why }: { readonly why: Why }) {
  const t = useTranslations("why");
  const tape = useTranslations("orders.fills");
  const write = useWhyWriter(why);
  if (why.ticks.length === 0) return null;
  return (
    <Section title={t("quotes")}>
      <ul className={styles.ticks}>
        {why.ticks.map((tick) => (
          <li
            key={`${tick.market}-${tick.seq}`}
            className={styles.tick}
            data-tick={`${tick.market}/${tick.seq}`}
          >
            <p className={styles.head}>
              <b>{write.market(tick.market)}</b>
              <span className={styles.uses}>
                {tick.uses.map((use) => (
                  <Tag key={use} tone={use === "close" ? "accent" : "neutral"}>
                    {t(`uses.${use}`)}
                  </Tag>
                ))}
              </span>
            </p>
            <p className={styles.row}>
              {tape("tape", {
                seq: tick.seq,
                bid: write.plain(tick.bid),
                ask: write.plain(tick.ask),
              })}
            </p>
            <time className={styles.time} dateTime={new Date(tick.at * 1_000).toISOString()}>
              {write.moment(tick.at)}
            </time>
          </li>
        ))}
      </ul>
    </Section>
  );
}
