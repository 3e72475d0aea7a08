// Who takes cards: Stripe where it is set up, in a sandbox without it the embedded test card, else
// nobody. Invariant: card numbers never come here, but for the test card's, which are no secret.

/** USD, in cents. */
export const CARD_CENTS_MIN = 1_000n;
export const CARD_CENTS_MAX = 500_000n;
export const CARD_DECIMALS = 2;

export type CardPage = {
  /** The provider's own name of the payment. */
  readonly sessionRef: string;
  /** Where to pay. */
  readonly url: string;
};

export type CardProvider = {
  /** Ours, in the sandbox. */
  readonly isEmbedded: boolean;
  /** The same deposit gets the same page, however often it is asked. Null: not now. */
  readonly begin: (payment: {
    readonly depositId: number;
    readonly cents: bigint;
    readonly createdAtMs: number;
  }) => Promise<CardPage | null>;
  /** How long a page can be paid on, before we take it for abandoned. */
  readonly pageLifeMs: number;
};

/** What became of a payment, by the provider's word or by the test page's. */
export type CardEvent = {
  /** Each is heard once. */
  readonly eventId: string;
  readonly kind: "paid" | "expired" | "cancelled" | "failed";
  readonly sessionRef: string;
  readonly cents: bigint;
  /** In capitals. */
  readonly currency: string;
  /** What the bank will call it. */
  readonly paymentRef: string;
};
