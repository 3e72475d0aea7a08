// The calls about withdrawals as an app makes them. Writes go as POST with an `idempotency-key` of
// the app's. Browser-safe: no schema library. `withdrawal.requests.test.ts` holds them to the
// declared calls.

import type { ReadRequest } from "../market.requests.ts";
import type { WriteRequest } from "../order.requests.ts";
import { type PayoutChannel, payoutChannelToWire } from "./payout-method.ts";
import {
  type PayoutQuote,
  type PayoutQuoteWire,
  payoutQuoteFromWire,
  type RequestedWithdrawal,
  type RequestedWithdrawalWire,
  requestedWithdrawalFromWire,
  type WithdrawalPage,
  type WithdrawalWire,
  withdrawalFromWire,
} from "./withdrawal.ts";
import {
  type WithdrawalPromise,
  type WithdrawalPromiseWire,
  withdrawalPromiseFromWire,
} from "./withdrawal-promise.ts";

export function requestPayoutQuote(wanted: {
  readonly currencyId: string;
  /** USD. */
  readonly amount: string;
}): ReadRequest<PayoutQuote> {
  return {
    path: "/v1/api/main/withdrawal/quote",
    query: { draw_currency_id: wanted.currencyId, number: wanted.amount },
    read: (wire) => payoutQuoteFromWire(wire as PayoutQuoteWire),
  };
}

export type NewWithdrawal = {
  readonly currencyId: string;
  readonly methodId: string;
  /** USD. */
  readonly amount: string;
  readonly memo: string;
  /** Null: at the price of the moment. */
  readonly quoteId: string | null;
  /** From the authenticator app, where one is on. */
  readonly authCode: string | null;
};

export function requestWithdrawal(asked: NewWithdrawal): WriteRequest<RequestedWithdrawal> {
  return {
    path: "/api/account/draw",
    fields: {
      draw_currency_id: asked.currencyId,
      number: asked.amount,
      memo: asked.memo,
      draw_method_id: asked.methodId,
      ...(asked.quoteId !== null && { quote_id: asked.quoteId }),
      ...(asked.authCode !== null && { auth_code: asked.authCode }),
    },
    read: readRequested,
  };
}

export function requestConfirmWithdrawal(confirmation: {
  readonly withdrawalId: string;
  readonly code: string;
}): WriteRequest<RequestedWithdrawal> {
  return {
    path: "/api/account/draw_confirm",
    fields: { id: confirmation.withdrawalId, auth_code: confirmation.code },
    read: readRequested,
  };
}

/** Mails a new code; the one before is worth nothing from then on. */
export function requestWithdrawalCode(withdrawalId: string): WriteRequest<void> {
  return {
    path: "/v1/api/main/withdrawal/send_code",
    fields: { id: withdrawalId },
    read: () => undefined,
  };
}

export function requestCancelWithdrawal(withdrawalId: string): WriteRequest<void> {
  return {
    path: "/v1/api/main/withdrawal/cancel",
    fields: { id: withdrawalId },
    read: () => undefined,
  };
}

/** To the reviewer's question. */
export function requestAnswerWithdrawal(answer: {
  readonly withdrawalId: string;
  readonly text: string;
}): WriteRequest<void> {
  return {
    path: "/v1/api/main/withdrawal/answer",
    fields: { id: answer.withdrawalId, text: answer.text },
    read: () => undefined,
  };
}

export function requestWithdrawals(wanted: {
  /** Null: both. */
  readonly channel: PayoutChannel | null;
  readonly page: number;
}): ReadRequest<WithdrawalPage> {
  const { channel, page } = wanted;
  return {
    path: "/api/account/draw_list",
    query: {
      page: String(page),
      ...(channel !== null && { type: String(payoutChannelToWire(channel)) }),
    },
    read: (wire) => {
      const { data, total } = wire as { data: WithdrawalWire[]; total: number };
      return { withdrawals: data.map(withdrawalFromWire), total };
    },
  };
}

export function requestWithdrawalPromise(): ReadRequest<WithdrawalPromise> {
  return {
    path: "/v1/api/cashier/promises",
    query: {},
    read: (wire) => withdrawalPromiseFromWire(wire as WithdrawalPromiseWire),
  };
}

function readRequested(wire: unknown): RequestedWithdrawal {
  return requestedWithdrawalFromWire(wire as RequestedWithdrawalWire);
}
