// Choosing the currency that is paid out, where money goes out and where a method is bound for it.

import type { PayoutCurrency } from "@truetick/contract/cashier";
import { useTranslations } from "use-intl";
import { ChoiceTiles } from "../deposits/choice-tiles.tsx";
import { networkName } from "../deposits/network-name.ts";
import { isMoney } from "./currency-label.ts";

export function CurrencyChoice({
  currencies,
  chosenId,
  onChoose,
}: {
  readonly currencies: readonly PayoutCurrency[];
  readonly chosenId: string;
  readonly onChoose: (id: string) => void;
}) {
  const t = useTranslations("payoutMethods");
  return (
    <ChoiceTiles
      label={t("currency")}
      choices={currencies.map((currency) => ({
        id: currency.id,
        name: currency.code,
        detail: isMoney(currency) ? t("kinds.bank") : networkName(currency.network),
      }))}
      chosen={chosenId}
      onChoose={onChoose}
    />
  );
}
