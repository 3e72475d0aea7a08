// The timeline of an explanation: one dot for every step, with its moment, its sentence, and below
// it the tape rows and figures that it rests on; the account at that moment as a small table.

import type { Why, WhyStep } from "@truetick/contract/proof";
import { classNames } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { AccountTable } from "./account-table.tsx";
import { useStepWords } from "./step-words.ts";
import { useWhyWriter } from "./why-figures.ts";
import styles from "./why-steps.module.css";

/** What hurts, what protects, and what merely happened. */
const TONES: Readonly<Partial<Record<WhyStep["kind"], "loss" | "call" | "safe">>> = {
  called: "call",
  closed: "loss",
  protected: "safe",
};

export function WhySteps({ why }: { readonly why: Why }) {
  const t = useTranslations("why");
  const write = useWhyWriter(why);
  const wordsOf = useStepWords(why, write);
  return (
    <ol className={styles.steps}>
      {why.steps.map((step, place) => {
        const { title, lines } = wordsOf(step);
        const before = why.steps[place - 1];
        const tone = TONES[step.kind];
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is whole and never changes
            key={place}
            className={classNames(styles.step, tone && styles[tone])}
            data-step={step.kind}
          >
            {before?.at !== step.at && (
              <time className={styles.time} dateTime={new Date(step.at * 1_000).toISOString()}>
                {write.moment(step.at)}
              </time>
            )}
            {title !== "" && <p className={styles.title}>{title}</p>}
            {lines.map((line) => (
              <p key={line} className={styles.line}>
                {line}
              </p>
            ))}
            {step.kind === "valued" && (
              <AccountTable
                label={t("account")}
                step={step}
                write={write}
                asked={why.order.part ?? why.order.id}
              />
            )}
          </li>
        );
      })}
    </ol>
  );
}
