// The calls of the cashier: every one that moves, or asks about, a trader's money and identity.
// Server side only (zod).

export const CASHIER_CALLS = {} as const;
