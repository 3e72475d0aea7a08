// A way out for messages: SMTP, an SMS provider, or files. The outbox hands it one letter at a time
// and is told what became of it; retrying is the outbox's matter. Invariant: `deliver` settles
// soon after its signal is aborted and leaves nothing open behind it (F28).

/** An opened message on its way. */
export type Letter = {
  /** The same whenever the same message is tried again, so that receivers can tell repeats. */
  readonly reference: string;
  readonly id: number;
  readonly kind: string;
  /** BCP 47. */
  readonly languageTag: string;
  readonly createdAt: Date;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly code: string | null;
};

export type Delivery =
  | { readonly outcome: "sent" }
  /** It will never be taken: this recipient, or this text. */
  | { readonly outcome: "refused"; readonly problem: string }
  /** Not now; `retryAfterMs` when the provider says how long. */
  | { readonly outcome: "failed"; readonly problem: string; readonly retryAfterMs?: number };

export type Carrier = {
  readonly name: string;
  readonly deliver: (letter: Letter, signal: AbortSignal) => Promise<Delivery>;
};
