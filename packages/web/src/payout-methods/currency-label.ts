// How a payout currency is called where it is chosen: a coin with its network, money by its code.

import type { PayoutCurrency } from "@truetick/contract/cashier";

const BANK_NETWORK = "WIRE";

export function currencyLabel({ code, network }: Pick<PayoutCurrency, "code" | "network">): string {
  return network === BANK_NETWORK || network === "" ? code : `${code} · ${network}`;
}
