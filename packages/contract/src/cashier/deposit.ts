// Money in, on the wire and in our own words: where it can be sent, and what became of it. The only
// file that knows the spec's spelling of deposits. Browser-safe: no schema library here;
// `deposit.calls.ts` declares the calls. Amounts are decimals in the currency they name.

/** Coins arrive on a network; wires and cards come from a bank. */
export const DEPOSIT_CHANNELS = ["coin", "bank"] as const;
export type DepositChannel = (typeof DEPOSIT_CHANNELS)[number];

export const DEPOSIT_KINDS = ["coin", "wire", "card"] as const;
export type DepositKind = (typeof DEPOSIT_KINDS)[number];

/** In the order of the wire's numbers, from 0. */
export const DEPOSIT_STATUSES = ["unchecked", "completed", "rejected", "invalid"] as const;
export type DepositStatus = (typeof DEPOSIT_STATUSES)[number];

export function channelOfKind(kind: DepositKind): DepositChannel {
  return kind === "coin" ? "coin" : "bank";
}

/** What can be paid in, whatever the way. */
export type DepositCurrency = {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly channel: DepositChannel;
  /** Units that one USD buys now; null while there is no price to tell it by. */
  readonly unitsPerUsd: string | null;
  readonly min: string;
  readonly max: string;
};

export type DepositCurrencyWire = {
  id: string;
  code: string;
  name: string;
  type: number;
  usd_price: string;
  min: string;
  max: string;
};

/** Where coins are sent to. */
export type DepositNetwork = {
  readonly id: string;
  readonly currencyCode: string;
  readonly protocolCode: string;
  readonly address: string;
  /** What the sender must write beside the address; empty: nothing. */
  readonly memo: string;
  readonly unitsPerUsd: string | null;
  readonly min: string;
  readonly max: string;
  /** The first 8 hexadecimal digits of the address's SHA-256: to compare by eye (T63). */
  readonly fingerprint: string;
  /** Blocks to wait for before it counts as arrived. */
  readonly confirmations: number;
};

export type DepositNetworkWire = {
  id: string;
  currency_code: string;
  protocol_code: string;
  address: string;
  memo: string;
  usd_price: string;
  min: string;
  max: string;
  fingerprint: string;
  confirmations: number;
};

/** A bank account to pay into. */
export type WireOption = {
  readonly id: string;
  readonly bankName: string;
  readonly bankAddress: string;
  readonly bankSwift: string;
  readonly payeeName: string;
  readonly payeeAccount: string;
  /** What the payer must write, so that the money finds its owner. */
  readonly bankRemark: string;
  readonly currencyCode: string;
  readonly unitsPerUsd: string | null;
  readonly min: string;
  readonly max: string;
};

export type WireOptionWire = {
  id: string;
  bank_name: string;
  bank_address: string;
  bank_swift: string;
  payee_name: string;
  payee_account: string;
  bank_remark: string;
  currency_code: string;
  usd_price: string;
  min: string;
  max: string;
};

export type Deposit = {
  readonly id: string;
  /** In its own currency. */
  readonly amount: string;
  readonly channel: DepositChannel;
  readonly kind: DepositKind;
  readonly currencyCode: string;
  /** Empty but for coins. */
  readonly protocolCode: string;
  readonly status: DepositStatus;
  /** Unix seconds, and as text for people (UTC). */
  readonly createdAt: number;
  readonly createdAtText: string;
  /** Why it was rejected or is invalid. */
  readonly remark: string;
  /** An estimate by the price of when it was reported; null: there was none. */
  readonly expectedUsd: string | null;
  /** What was booked; null until then. */
  readonly creditedUsd: string | null;
  /** By when it is decided, Unix seconds; null for cards, which nobody reviews. */
  readonly dueAt: number | null;
  readonly decidedAt: number | null;
  /** The bank's or the chain's own name of the payment, once it was found. */
  readonly reference: string;
  /** What the reviewer wants to know, and what the trader said to it; empty: nothing. */
  readonly question: string;
  readonly answer: string;
  /** Where an unpaid card payment goes on; empty: nowhere. */
  readonly payUrl: string;
};

export type DepositWire = {
  id: string;
  number: string;
  type: number;
  kind: DepositKind;
  currency_code: string;
  protocol_code: string;
  status: number;
  created_at: string;
  created_at_unix: number;
  remark: string;
  expected_usd: string;
  credited_usd: string;
  due_at: number;
  decided_at: number;
  reference: string;
  question: string;
  answer: string;
  pay_url: string;
};

/** Of a question, an answer, a remark. */
export const DEPOSIT_TEXT_MAX = 500;

export type DepositPage = { readonly deposits: readonly Deposit[]; readonly total: number };

/** Whether and how a card can be charged. */
export type CardOffer = {
  readonly isAvailable: boolean;
  /** Only test cards are taken and no money moves. */
  readonly isTest: boolean;
  readonly currency: string;
  readonly min: string;
  readonly max: string;
};

export type CardOfferWire = {
  is_available: number;
  is_test: number;
  currency: string;
  min: string;
  max: string;
};

/** A card payment that was begun: go to `url` to pay. */
export type CardPayment = { readonly id: string; readonly url: string };

const texts = (value: string | null): string => value ?? "";
const given = (text: string): string | null => (text === "" ? null : text);
const moments = (at: number | null): number => at ?? 0;
const momentOf = (at: number): number | null => (at === 0 ? null : at);

export function depositCurrencyToWire(currency: DepositCurrency): DepositCurrencyWire {
  const { id, code, name, channel, unitsPerUsd, min, max } = currency;
  const type = DEPOSIT_CHANNELS.indexOf(channel);
  return { id, code, name, type, usd_price: texts(unitsPerUsd), min, max };
}

export function depositCurrencyFromWire(wire: DepositCurrencyWire): DepositCurrency {
  const { id, code, name, min, max } = wire;
  const channel = wire.type === 0 ? "coin" : "bank";
  return { id, code, name, channel, unitsPerUsd: given(wire.usd_price), min, max };
}

export function depositNetworkToWire(network: DepositNetwork): DepositNetworkWire {
  const { id, address, memo, min, max, fingerprint, confirmations } = network;
  return {
    id,
    currency_code: network.currencyCode,
    protocol_code: network.protocolCode,
    address,
    memo,
    usd_price: texts(network.unitsPerUsd),
    min,
    max,
    fingerprint,
    confirmations,
  };
}

export function depositNetworkFromWire(wire: DepositNetworkWire): DepositNetwork {
  const { id, address, memo, min, max, fingerprint, confirmations } = wire;
  return {
    id,
    currencyCode: wire.currency_code,
    protocolCode: wire.protocol_code,
    address,
    memo,
    unitsPerUsd: given(wire.usd_price),
    min,
    max,
    fingerprint,
    confirmations,
  };
}

export function wireOptionToWire(option: WireOption): WireOptionWire {
  return {
    id: option.id,
    bank_name: option.bankName,
    bank_address: option.bankAddress,
    bank_swift: option.bankSwift,
    payee_name: option.payeeName,
    payee_account: option.payeeAccount,
    bank_remark: option.bankRemark,
    currency_code: option.currencyCode,
    usd_price: texts(option.unitsPerUsd),
    min: option.min,
    max: option.max,
  };
}

export function wireOptionFromWire(wire: WireOptionWire): WireOption {
  return {
    id: wire.id,
    bankName: wire.bank_name,
    bankAddress: wire.bank_address,
    bankSwift: wire.bank_swift,
    payeeName: wire.payee_name,
    payeeAccount: wire.payee_account,
    bankRemark: wire.bank_remark,
    currencyCode: wire.currency_code,
    unitsPerUsd: given(wire.usd_price),
    min: wire.min,
    max: wire.max,
  };
}

export function depositToWire(deposit: Deposit): DepositWire {
  const { id, kind, remark, reference, question, answer } = deposit;
  return {
    id,
    number: deposit.amount,
    type: DEPOSIT_CHANNELS.indexOf(deposit.channel),
    kind,
    currency_code: deposit.currencyCode,
    protocol_code: deposit.protocolCode,
    status: DEPOSIT_STATUSES.indexOf(deposit.status),
    created_at: deposit.createdAtText,
    created_at_unix: deposit.createdAt,
    remark,
    expected_usd: texts(deposit.expectedUsd),
    credited_usd: texts(deposit.creditedUsd),
    due_at: moments(deposit.dueAt),
    decided_at: moments(deposit.decidedAt),
    reference,
    question,
    answer,
    pay_url: deposit.payUrl,
  };
}

export function depositFromWire(wire: DepositWire): Deposit {
  const { id, kind, remark, reference, question, answer } = wire;
  return {
    id,
    amount: wire.number,
    channel: channelOfKind(kind),
    kind,
    currencyCode: wire.currency_code,
    protocolCode: wire.protocol_code,
    status: DEPOSIT_STATUSES[wire.status] ?? "unchecked",
    createdAt: wire.created_at_unix,
    createdAtText: wire.created_at,
    remark,
    expectedUsd: given(wire.expected_usd),
    creditedUsd: given(wire.credited_usd),
    dueAt: momentOf(wire.due_at),
    decidedAt: momentOf(wire.decided_at),
    reference,
    question,
    answer,
    payUrl: wire.pay_url,
  };
}

export function cardOfferToWire(offer: CardOffer): CardOfferWire {
  const { isAvailable, isTest, ...bounds } = offer;
  return { is_available: isAvailable ? 1 : 0, is_test: isTest ? 1 : 0, ...bounds };
}

export function cardOfferFromWire(wire: CardOfferWire): CardOffer {
  const { is_available, is_test, currency, min, max } = wire;
  return { isAvailable: is_available === 1, isTest: is_test === 1, currency, min, max };
}
