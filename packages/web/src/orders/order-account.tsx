// How the account stands with this position in it, at the end of the popup: what the margin of one
// order means is seen only against all of it. Under a margin call, the way to how it came about.

import { Fact, Facts, useNotation, writeDecimal } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import { useTranslations } from "use-intl";
import { MoneyText } from "../account/money-text.tsx";
import { useApp } from "../app/app.ts";
import { Link } from "../app/link.tsx";
import { percentOf } from "../user/two-decimals.ts";
import styles from "./fill-story.module.css";

export function OrderAccount({ orderId }: { readonly orderId: string }) {
  const t = useTranslations("account");
  const orders = useTranslations("orders");
  const why = useTranslations("why");
  const notation = useNotation();
  const open = useStore(useApp().account);
  if (!open) return null;
  const { balance, equity, level, riskRate, isMarginCalled } = open.account;
  const percent = (ratio: string | null) =>
    ratio === null ? "–" : `${writeDecimal(percentOf(ratio), notation)}%`;
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>{orders("account")}</h3>
      <Facts>
        <Fact name={t("balance")}>
          <MoneyText text={balance} />
        </Fact>
        <Fact name={t("netValue")}>
          <MoneyText text={equity} />
        </Fact>
        <Fact name={t("level")}>{percent(level)}</Fact>
        <Fact name={t("riskRate")}>{percent(riskRate)}</Fact>
      </Facts>
      {isMarginCalled && (
        <Link to={`/order/why?id=${orderId}`} className={styles.why}>
          {why("other")}
        </Link>
      )}
    </section>
  );
}
