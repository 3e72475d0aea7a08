// The calls about deposits as an app makes them: path, fields in the wire's spelling, and how the
// answer is read. Browser-safe: no schema library. `deposit.requests.test.ts` holds them to the
// declared calls.

import type { ReadRequest } from "../market.requests.ts";
import type { WriteRequest } from "../order.requests.ts";
import {
  type CardOffer,
  type CardOfferWire,
  type CardPayment,
  cardOfferFromWire,
  type Deposit,
  type DepositChannel,
  type DepositCurrency,
  type DepositCurrencyWire,
  type DepositNetwork,
  type DepositNetworkWire,
  type DepositPage,
  type DepositWire,
  depositCurrencyFromWire,
  depositFromWire,
  depositNetworkFromWire,
  type WireOption,
  type WireOptionWire,
  wireOptionFromWire,
} from "./deposit.ts";

type Rows<Wire> = { readonly data: readonly Wire[] };

export function requestDepositCurrencies(): ReadRequest<readonly DepositCurrency[]> {
  return {
    path: "/api/quickCharge/symbols",
    query: {},
    read: (wire) => (wire as Rows<DepositCurrencyWire>).data.map(depositCurrencyFromWire),
  };
}

export function requestDepositNetworks(): ReadRequest<readonly DepositNetwork[]> {
  return {
    path: "/api/quickCharge/info",
    query: {},
    read: (wire) => (wire as Rows<DepositNetworkWire>).data.map(depositNetworkFromWire),
  };
}

export function requestWireOptions(currencyCode: string): ReadRequest<readonly WireOption[]> {
  return {
    path: "/api/quickCharge/wire_info",
    query: { bank_coin: currencyCode },
    read: (wire) => (wire as Rows<WireOptionWire>).data.map(wireOptionFromWire),
  };
}

/** Coins that were sent. `address` is the one that was shown: the server compares it (T62). */
export function requestSubmitDeposit(sent: {
  readonly networkId: string;
  readonly amount: string;
  readonly address: string;
  /** The url that the upload answered; null: none. */
  readonly proof: string | null;
  /** The sender's own note, such as the transaction's number. */
  readonly memo: string;
}): WriteRequest<Deposit> {
  const { networkId, amount, address, proof, memo } = sent;
  return {
    path: "/api/quickCharge/submit",
    fields: { charge_id: networkId, number: amount, address, proofImg: proof ?? "", memo },
    read: readDeposit,
  };
}

export function requestSubmitWire(sent: {
  readonly optionId: string;
  readonly amount: string;
  readonly proof: string;
}): WriteRequest<Deposit> {
  return {
    path: "/api/quickCharge/wire_submit",
    fields: { wire_id: sent.optionId, number: sent.amount, proofImg: sent.proof },
    read: readDeposit,
  };
}

export function requestDeposits(wanted: {
  /** Null: all. */
  readonly channel: DepositChannel | null;
  readonly page: number;
}): ReadRequest<DepositPage> {
  const { channel, page } = wanted;
  return {
    path: "/api/quickCharge/quick_ist",
    query: { ...(channel && { type: channel === "coin" ? "0" : "1" }), page: String(page) },
    read: (wire) => {
      const { data, total } = wire as { data: DepositWire[]; total: number };
      return { deposits: data.map(depositFromWire), total };
    },
  };
}

export function requestDeposit(depositId: string): ReadRequest<Deposit> {
  return { path: "/v1/api/main/deposit/show", query: { id: depositId }, read: readDeposit };
}

/** Answers what the reviewer asked. */
export function requestAnswerDeposit(answer: {
  readonly depositId: string;
  readonly text: string;
}): WriteRequest<Deposit> {
  return {
    path: "/v1/api/main/deposit/answer",
    fields: { id: answer.depositId, text: answer.text },
    read: readDeposit,
  };
}

export function requestCardOffer(): ReadRequest<CardOffer> {
  return {
    path: "/api/quickCharge/card_info",
    query: {},
    read: (wire) => cardOfferFromWire(wire as CardOfferWire),
  };
}

/** Answers where to pay; the money counts once the provider says so. */
export function requestStartCard(amount: string): WriteRequest<CardPayment> {
  return {
    path: "/api/quickCharge/card_submit",
    fields: { number: amount },
    read: (wire) => wire as CardPayment,
  };
}

/** The sandbox's own pay page: test cards only, no money moves. */
export function requestPayTestCard(payment: {
  readonly depositId: string;
  readonly cardNumber: string;
}): WriteRequest<Deposit> {
  return {
    path: "/v1/api/sandbox/card_pay",
    fields: { id: payment.depositId, card: payment.cardNumber },
    read: readDeposit,
  };
}

export function requestCancelTestCard(depositId: string): WriteRequest<Deposit> {
  return { path: "/v1/api/sandbox/card_cancel", fields: { id: depositId }, read: readDeposit };
}

function readDeposit(wire: unknown): Deposit {
  return depositFromWire(wire as DepositWire);
}
