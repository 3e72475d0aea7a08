// A bound payout method as its owner sees it: where the money goes, in which currency, and from
// when on it can be used. Shown in the lists of methods and where one is chosen.

import type { PayoutMethod } from "@truetick/contract/cashier";
import { Tag } from "@truetick/ui";
import Landmark from "lucide-react/icons/landmark";
import Wallet from "lucide-react/icons/wallet";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { RowWords } from "../app/row-words.tsx";
import { useMoment } from "../app/use-moment.ts";
import { networkName } from "../deposits/network-name.ts";
import { useNow } from "../waits/use-now.ts";
import styles from "./method-card.module.css";

/** What tells one method from another at a glance; the account is masked by the server. */
export function MethodTarget({ method }: { readonly method: PayoutMethod }) {
  if (method.channel === "coin") return <bdi dir="ltr">{method.coinAddress}</bdi>;
  return (
    <>
      {method.bankName} <bdi dir="ltr">{method.payeeAccount}</bdi>
    </>
  );
}

export function MethodCard({
  method,
  actions,
}: {
  readonly method: PayoutMethod;
  readonly actions?: ReactNode;
}) {
  const t = useTranslations("payoutMethods");
  const moment = useMoment();
  const isCooling = method.usableAt > useNow();
  const { code, network } = method.currency;
  const name = (
    <>
      <bdi dir="ltr">{method.channel === "coin" ? `${code} · ${networkName(network)}` : code}</bdi>
      {isCooling ? <Tag tone="warn">{t("cooling")}</Tag> : <Tag tone="ok">{t("ready")}</Tag>}
    </>
  );
  return (
    <div className={styles.card}>
      <RowWords icon={method.channel === "coin" ? Wallet : Landmark} name={name}>
        <p className={styles.target}>
          <MethodTarget method={method} />
        </p>
        {method.channel === "bank" && <p className={styles.note}>{method.payeeName}</p>}
        {isCooling && (
          <p className={styles.note}>{t("usableFrom", { time: moment(method.usableAt) })}</p>
        )}
      </RowWords>
      {actions}
    </div>
  );
}
