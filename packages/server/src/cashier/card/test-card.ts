// The sandbox's own card: a page of ours on which no money moves, for whoever tries the platform
// without a provider. Its end is the same code as the webhook's.

import { randomBytes } from "node:crypto";
import type { CardProvider } from "./card-provider.ts";

const PAGE_LIFE_MS = 3_600_000;
/** As everybody knows it from the providers' own documentation; every other is declined. */
const PAYING_CARD = "4242424242424242";

export function createTestCard(): CardProvider {
  return {
    isEmbedded: true,
    pageLifeMs: PAGE_LIFE_MS,
    begin: async ({ depositId }) => ({
      sessionRef: `test_${randomBytes(16).toString("hex")}`,
      url: `/mine/card?id=${depositId}`,
    }),
  };
}

export function doesPay(cardNumber: string): boolean {
  return cardNumber === PAYING_CARD;
}
