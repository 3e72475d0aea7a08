// The calls about payout methods as an app makes them. Browser-safe: no schema library.

import type { ReadRequest } from "../market.requests.ts";
import type { WriteRequest } from "../order.requests.ts";
import {
  type BankFields,
  type NewPayoutMethod,
  type PayoutChannel,
  type PayoutCurrency,
  type PayoutCurrencyWire,
  type PayoutMethod,
  type PayoutMethodWire,
  payoutChannelToWire,
  payoutCurrencyFromWire,
  payoutFieldName,
  payoutMethodFromWire,
} from "./payout-method.ts";

export function requestPayoutCurrencies(
  channel: PayoutChannel,
): ReadRequest<readonly PayoutCurrency[]> {
  return {
    path: "/api/account/draw_symbol_list",
    query: { type: String(payoutChannelToWire(channel)) },
    read: (wire) => (wire as { data: PayoutCurrencyWire[] }).data.map(payoutCurrencyFromWire),
  };
}

export function requestPayoutMethods(wanted: {
  /** Null: both. */
  readonly channel: PayoutChannel | null;
  /** Null: of every currency. */
  readonly currencyId: string | null;
}): ReadRequest<readonly PayoutMethod[]> {
  const { channel, currencyId } = wanted;
  return {
    path: "/api/wallet/get_draw_method",
    query: {
      ...(channel !== null && { draw_type: String(payoutChannelToWire(channel)) }),
      ...(currencyId !== null && { draw_id: currencyId }),
    },
    read: (wire) => (wire as { data: PayoutMethodWire[] }).data.map(payoutMethodFromWire),
  };
}

const BANK_FIELDS = [
  "bankName",
  "bankAddress",
  "bankSwift",
  "payeeName",
  "payeeAccount",
  "routingCode",
  "branchName",
  "payeeAddress",
  "postCode",
  "beneficiaryCurrency",
  "remark",
] as const satisfies readonly (keyof BankFields)[];

export function requestBindPayoutMethod(method: NewPayoutMethod): WriteRequest<PayoutMethod> {
  const own: Record<string, string> =
    method.channel === "coin"
      ? { dc_address: method.coinAddress }
      : Object.fromEntries(BANK_FIELDS.map((name) => [payoutFieldName(name), method[name]]));
  return {
    path: "/api/wallet/bind_draw_method",
    fields: {
      draw_id: method.currencyId,
      type: String(payoutChannelToWire(method.channel)),
      ...own,
    },
    read: (wire) => payoutMethodFromWire(wire as PayoutMethodWire),
  };
}

export function requestRemovePayoutMethod(methodId: string): WriteRequest<void> {
  return { path: "/api/wallet/del_draw_method", fields: { id: methodId }, read: () => undefined };
}
