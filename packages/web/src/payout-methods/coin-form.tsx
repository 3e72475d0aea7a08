// The form of a coin address. Which network it is for stands above it and in its name: a coin sent
// over another one is lost.

import type { PayoutCurrency } from "@truetick/contract/cashier";
import { Button } from "@truetick/ui";
import { TextField, useForm } from "@truetick/ui/forms";
import { useTranslations } from "use-intl";
import { networkName } from "../deposits/network-name.ts";
import { useReasonText } from "../languages/use-reason-text.ts";
import { currencyLabel } from "./currency-label.ts";
import styles from "./payout-methods.module.css";
import { useBind } from "./use-bind.ts";

export function CoinForm({ currency }: { readonly currency: PayoutCurrency }) {
  const t = useTranslations("payoutMethods");
  const say = useReasonText();
  const bind = useBind();
  const form = useForm({
    initial: { coinAddress: "" },
    check: ({ coinAddress }) =>
      coinAddress.trim() === "" ? { coinAddress: say("COMPLETE_FORM") } : {},
    send: ({ coinAddress }) =>
      bind({ channel: "coin", currencyId: currency.id, coinAddress: coinAddress.trim() }),
  });
  return (
    <form className={styles.form} noValidate onSubmit={form.submit}>
      <TextField
        {...form.text("coinAddress")}
        label={t("fields.coinAddress", { currency: currencyLabel(currency) })}
        hint={t("networkHint", { network: networkName(currency.network) })}
        dir="ltr"
        autoComplete="off"
        maxLength={120}
      />
      <Button type="submit" kind="primary" size="touch" isWorking={form.isSending}>
        {t("bind.coin")}
      </Button>
    </form>
  );
}
