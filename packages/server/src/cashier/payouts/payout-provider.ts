// Whoever carries money out of the house. A payment is named by a key made of the withdrawal and
// its destination, so that the provider can be asked whether it has it before it is asked to send
// it (T73). There are two: people who pay by hand, and the sandbox's own bank.

import type { Destination } from "../payout-methods/destination.ts";

export type Payment = {
  /** 64 hexadecimal digits. */
  readonly key: string;
  readonly destination: Destination;
  /** A decimal in the currency of the destination. */
  readonly amount: string;
  readonly memo: string;
};

/** Under which reference it was sent; or for good not, and why. */
export type PaymentOutcome =
  | { readonly isSent: true; readonly reference: string }
  | { readonly isSent: false; readonly failure: string };

export type PayoutProvider = {
  readonly name: "manual" | "sandbox";
  /** Null: people do it, and say so at the desk. */
  readonly carrier: PayoutCarrier | null;
};

export type PayoutCarrier = {
  /** Null when it has never heard of the key. */
  readonly find: (key: string) => Promise<PaymentOutcome | null>;
  /** Throws when nobody can know whether it was sent; the next look asks `find` first. */
  readonly send: (payment: Payment) => Promise<PaymentOutcome>;
};

/** Finance pays outside and enters the reference. */
export const MANUAL_PROVIDER: PayoutProvider = { name: "manual", carrier: null };
