// What would have avoided it, each with its exact figure.

import type { Why, WhyAvoided } from "@truetick/contract/proof";
import { useTranslations } from "use-intl";
import { Section } from "../app/sub-screen.tsx";
import styles from "./why-avoided.module.css";
import { useWhyWriter } from "./why-figures.ts";

export function WhyAvoidedList({ why }: { readonly why: Why }) {
  const t = useTranslations("why.avoided");
  const write = useWhyWriter(why);
  const wordsOf = (one: WhyAvoided): string => {
    switch (one.kind) {
      case "funds":
        return t("funds", {
          amount: write.money(one.amount),
          time: write.clock(why.at),
          level: write.percent(one.level),
        });
      case "lots":
        return t("lots", {
          lots: write.plain(one.lots),
          market: write.market(one.market),
          left: write.plain(one.left),
        });
      case "stop": {
        const words = { market: write.market(one.market), price: write.plain(one.price) };
        return one.jumped ? `${t("stop", words)} ${t("jumped")}` : t("stop", words);
      }
      case "further":
        return t("further", { price: write.plain(one.price) });
    }
  };
  if (why.avoided.length === 0) return null;
  return (
    <Section title={t("title")}>
      <ul className={styles.list}>
        {why.avoided.map((one) => (
          <li key={one.kind} className={styles.one} data-avoided={one.kind}>
            {wordsOf(one)}
          </li>
        ))}
      </ul>
    </Section>
  );
}
