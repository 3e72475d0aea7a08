// How a payout currency is called in a sentence: a coin with its network, money by its code. The
// parts stay together on one line.

import type { PayoutCurrency } from "@truetick/contract/cashier";

const BANK_NETWORK = "WIRE";
const JOINT = "\u00a0·\u00a0";

/** No coin: it goes from bank to bank. */
export function isMoney({ network }: Pick<PayoutCurrency, "network">): boolean {
  return network === BANK_NETWORK || network === "";
}

export function currencyLabel(currency: Pick<PayoutCurrency, "code" | "network">): string {
  const { code, network } = currency;
  return isMoney(currency) ? code : `${code}${JOINT}${network}`;
}
