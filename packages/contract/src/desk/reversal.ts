// What became of a card payment after it was made: money that was sent back, and disputes of
// whoever holds the card. By the provider's word; no balance changes by it. Browser-safe: no schema
// library; `deposit.calls.ts` and `withdrawal.calls.ts` declare the calls.

/** "chargedBack": a dispute was lost. A dispute that was won or ended leaves no mark. */
export const REVERSAL_KINDS = ["refunded", "disputed", "chargedBack"] as const;
export type ReversalKind = (typeof REVERSAL_KINDS)[number];

/** "charge": all refunds of the payment together, by the provider's own sum. */
export const REVERSAL_ABOUTS = ["charge", "refund", "dispute"] as const;
export type ReversalAbout = (typeof REVERSAL_ABOUTS)[number];

/** Of refunds: pending, done, failed. Of disputes: an inquiry, which can end; open, won, lost. */
export const REVERSAL_STATES = [
  "pending",
  "done",
  "failed",
  "inquiry",
  "ended",
  "open",
  "won",
  "lost",
] as const;
export type ReversalState = (typeof REVERSAL_STATES)[number];

/** "waiting": nobody has looked yet. */
export const REVERSAL_FILTERS = ["waiting", "all"] as const;
export type ReversalFilter = (typeof REVERSAL_FILTERS)[number];

/** How a deposit stands by now. */
export type DepositReversal = {
  readonly kind: ReversalKind;
  /** In the deposit's currency; null: it was said in another one. */
  readonly amount: string | null;
  /** Unix seconds. */
  readonly at: number;
};

export type DepositReversalWire = { kind: ReversalKind; amount: string; at: number };

/** One refund, one dispute, or the sum of refunds. */
export type ReversalThing = {
  readonly about: ReversalAbout;
  /** The provider's own name of it. */
  readonly ref: string;
  readonly state: ReversalState;
  /** Null: in another currency than the deposit, whose parts we do not know. */
  readonly amount: string | null;
  readonly currencyCode: string;
  /** Since when it is in this state, in Unix seconds. */
  readonly since: number;
  /** In the deposit's currency, and no more than was paid. */
  readonly doesFit: boolean;
};

export type ReversalThingWire = {
  about: ReversalAbout;
  ref: string;
  state: ReversalState;
  amount: string;
  currency_code: string;
  since: number;
  does_fit: boolean;
};

/** A card deposit of the member whose withdrawal is looked at. */
export type ReversedDeposit = DepositReversal & {
  readonly depositId: string;
  readonly currencyCode: string;
};

export type ReversedDepositWire = DepositReversalWire & {
  deposit_id: string;
  currency_code: string;
};

export function reversalToWire({ kind, amount, at }: DepositReversal): DepositReversalWire {
  return { kind, amount: amount ?? "", at };
}

export function reversalFromWire({ kind, amount, at }: DepositReversalWire): DepositReversal {
  return { kind, amount: amount || null, at };
}

export function thingToWire(thing: ReversalThing): ReversalThingWire {
  const { currencyCode, doesFit, amount, ...same } = thing;
  return { ...same, amount: amount ?? "", currency_code: currencyCode, does_fit: doesFit };
}

export function thingFromWire(wire: ReversalThingWire): ReversalThing {
  const { currency_code, does_fit, amount, ...same } = wire;
  return { ...same, amount: amount || null, currencyCode: currency_code, doesFit: does_fit };
}

export function reversedDepositToWire(deposit: ReversedDeposit): ReversedDepositWire {
  const { depositId, currencyCode } = deposit;
  return { ...reversalToWire(deposit), deposit_id: depositId, currency_code: currencyCode };
}

export function reversedDepositFromWire(wire: ReversedDepositWire): ReversedDeposit {
  return {
    ...reversalFromWire(wire),
    depositId: wire.deposit_id,
    currencyCode: wire.currency_code,
  };
}
