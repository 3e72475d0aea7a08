// The calls about payout methods and the currencies in which is paid out. Whose they are comes from
// the session, never from a field (T66, T72). Server side only (zod).

import { z } from "zod";
import { call } from "../call.ts";
import { decimal, idField } from "../fields.calls.ts";
import {
  type NewPayoutMethod,
  type PayoutChannel,
  payoutChannelFromWire,
} from "./payout-method.ts";

const channelField = z.enum(["1", "2"]);
/** Empty where clients send nothing. */
const optionalChannelField = z.enum(["", "1", "2"]).optional();
const optionalIdField = z.union([z.literal(""), idField]).optional();
/** Longer than anything that fits, so that the field is named by who reads it. */
const bankField = z.string().max(400).optional();
const moment = z.int().min(0);

const CurrencyListInput = z.object({ type: optionalChannelField });

export function payoutChannelFromFields(
  fields: z.output<typeof CurrencyListInput>,
): PayoutChannel | null {
  return fields.type ? payoutChannelFromWire(fields.type) : null;
}

export const PayoutCurrencySchema = z.object({
  id: z.string(),
  code: z.string(),
  protocol: z.string(),
  draw_rate: decimal,
  fee_type: z.int(),
  usd_price: z.union([decimal, z.literal("")]),
  min: decimal,
  max: decimal,
  decimals: z.int(),
});

const listPayoutCurrencies = call({
  method: "GET",
  path: "/api/account/draw_symbol_list",
  effect: "read",
  audience: "member",
  summary: "The currencies in which is paid out, with fees, limits and the rate of now.",
  input: CurrencyListInput,
  output: z.object({ data: z.array(PayoutCurrencySchema) }),
  reasons: [],
});

const MethodListInput = z.object({ draw_type: optionalChannelField, draw_id: optionalIdField });

export function payoutMethodListFromFields(fields: z.output<typeof MethodListInput>) {
  return {
    channel: fields.draw_type ? payoutChannelFromWire(fields.draw_type) : null,
    currencyId: fields.draw_id ? Number(fields.draw_id) : null,
  };
}

const PayoutMethodSchema = z.object({
  id: z.string(),
  type: z.int(),
  dc_address: z.string(),
  bank_name: z.string(),
  bank_address: z.string(),
  bank_swift: z.string(),
  payee_name: z.string(),
  payee_account: z.string().regex(/^(•{4}[0-9A-Z]{0,4})?$/),
  bank_branch: z.string(),
  branch_name: z.string(),
  payee_address: z.string(),
  post_code: z.string(),
  currency: z.string(),
  remark: z.string(),
  draw_currency: z.object({ id: z.string(), code: z.string(), protocol: z.string() }),
  usable_at: moment,
  created_at: moment,
});

const listPayoutMethods = call({
  method: "GET",
  path: "/api/wallet/get_draw_method",
  effect: "read",
  audience: "member",
  summary: "The caller's own payout methods; account numbers are masked.",
  input: MethodListInput,
  output: z.object({ data: z.array(PayoutMethodSchema) }),
  reasons: [],
});

const BindInput = z.object({
  draw_id: idField,
  type: channelField,
  dc_address: bankField,
  bank_name: bankField,
  bank_address: bankField,
  bank_swift: bankField,
  payee_name: bankField,
  payee_account: bankField,
  bank_branch: bankField,
  branch_name: bankField,
  payee_address: bankField,
  post_code: bankField,
  currency: bankField,
  remark: bankField,
});

export function newPayoutMethodFromFields(fields: z.output<typeof BindInput>): NewPayoutMethod {
  const currencyId = fields.draw_id;
  if (payoutChannelFromWire(fields.type) === "coin") {
    return { channel: "coin", currencyId, coinAddress: fields.dc_address ?? "" };
  }
  return {
    channel: "bank",
    currencyId,
    bankName: fields.bank_name ?? "",
    bankAddress: fields.bank_address ?? "",
    bankSwift: fields.bank_swift ?? "",
    payeeName: fields.payee_name ?? "",
    payeeAccount: fields.payee_account ?? "",
    routingCode: fields.bank_branch ?? "",
    branchName: fields.branch_name ?? "",
    payeeAddress: fields.payee_address ?? "",
    postCode: fields.post_code ?? "",
    beneficiaryCurrency: fields.currency ?? "",
    remark: fields.remark ?? "",
  };
}

const bindPayoutMethod = call({
  method: "POST",
  path: "/api/wallet/bind_draw_method",
  effect: "write",
  audience: "member",
  summary: "Adds a coin address or a bank account; it can be used after the cooling period.",
  input: BindInput,
  output: PayoutMethodSchema,
  reasons: [
    "PAYOUT_CURRENCY_UNKNOWN",
    "WITHDRAWALS_FROZEN",
    "ADDRESS_INVALID",
    "METHOD_KNOWN",
    "TOO_MANY_METHODS",
    "TOO_MANY_ATTEMPTS",
  ],
});

const MethodIdInput = z.object({ id: idField });

export function payoutMethodIdFromFields(fields: z.output<typeof MethodIdInput>): number {
  return Number(fields.id);
}

const removePayoutMethod = call({
  method: "POST",
  path: "/api/wallet/del_draw_method",
  effect: "write",
  audience: "member",
  summary: "Removes a payout method; withdrawals under way keep the destination they were given.",
  input: MethodIdInput,
  output: z.object({}),
  reasons: ["METHOD_UNKNOWN"],
});

export const PAYOUT_METHOD_CALLS = {
  listPayoutCurrencies,
  listPayoutMethods,
  bindPayoutMethod,
  removePayoutMethod,
} as const;
