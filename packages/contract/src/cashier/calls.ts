// The calls of the cashier: every one that moves, or asks about, a trader's money and identity.
// Server side only (zod).

import { OWN_ACCOUNT_CALLS } from "./own-account.calls.ts";

export const CASHIER_CALLS = {
  ...OWN_ACCOUNT_CALLS,
} as const;
