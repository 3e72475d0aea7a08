// What an account held at one moment: each position with the price it was valued at, its result and
// its margin, and the sums that the margin level is made of.

import type { WhyStep } from "@truetick/contract/proof";
import { useTranslations } from "use-intl";
import { MoneyText } from "../account/money-text.tsx";
import { SideWord } from "../orders/side-word.tsx";
import styles from "./account-table.module.css";
import { shortDecimal, type WhyWriter } from "./why-figures.ts";

export function AccountTable({
  label,
  step,
  write,
  asked,
}: {
  readonly label: string;
  readonly step: Extract<WhyStep, { kind: "valued" }>;
  readonly write: WhyWriter;
  /** The position that the explanation is about. */
  readonly asked: string;
}) {
  const orders = useTranslations("orders");
  const columns = useTranslations("orders.columns");
  const account = useTranslations("account");
  const user = useTranslations("user");
  return (
    <section className={styles.box} aria-label={label}>
      <ul className={styles.positions}>
        {step.positions.map((position) => (
          <li
            key={position.order}
            className={styles.position}
            data-asked={position.order === asked}
            data-position={position.order}
          >
            <p className={styles.what}>
              <b>{write.market(position.market)}</b> <SideWord side={position.side} />{" "}
              {orders("size", { lots: write.plain(position.lots) })}
            </p>
            <p className={styles.prices}>
              <bdi dir="ltr">
                {write.plain(position.opened)} → {write.plain(position.price)}
              </bdi>
            </p>
            <p className={styles.profit}>
              <MoneyText text={shortDecimal(position.profit)} isSigned isExact />
            </p>
            <p className={styles.margin}>
              {columns("margin")} <MoneyText text={shortDecimal(position.margin)} isExact />
            </p>
          </li>
        ))}
      </ul>
      <dl className={styles.sums}>
        <Sum name={user("cash")} text={step.cash} />
        <Sum name={account("floating")} text={step.floating} isSigned />
        <Sum name={account("netValue")} text={step.equity} />
        <Sum name={account("used")} text={step.used} />
        {step.level !== null && (
          <div className={styles.level}>
            <dt>{account("level")}</dt>
            <dd>{write.percent(step.level)}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}

function Sum({
  name,
  text,
  isSigned = false,
}: {
  readonly name: string;
  readonly text: string;
  readonly isSigned?: boolean;
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <MoneyText text={shortDecimal(text)} isSigned={isSigned} isExact />
      </dd>
    </div>
  );
}
