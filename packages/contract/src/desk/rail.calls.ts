// The call of the desk about payment rails. They are changed by proposals only. Server side only
// (zod).

import { z } from "zod";
import { call } from "../call.ts";
import { DEPOSIT_CHANNELS } from "../cashier/deposit.ts";
import { PAYOUT_NETWORKS } from "../cashier/payout-method.ts";
import { decimal } from "../fields.calls.ts";

const optionalDecimal = z.union([decimal, z.literal("")]);
const known = { id: z.string(), is_active: z.boolean(), is_sandbox: z.boolean() };

export const listRails = call({
  method: "GET",
  path: "/v1/api/desk/rail/list",
  effect: "read",
  audience: "staff",
  permission: "rails.read",
  summary: "Every currency, network and bank account of money in, switched off ones too.",
  input: z.object({}),
  output: z.object({
    currencies: z.array(
      z.object({
        ...known,
        code: z.string(),
        name: z.string(),
        channel: z.enum(DEPOSIT_CHANNELS),
        decimals: z.int(),
        fixed_price: optionalDecimal,
        market: z.string(),
        min: decimal,
        max: decimal,
      }),
    ),
    networks: z.array(
      z.object({
        ...known,
        currency_code: z.string(),
        protocol_code: z.enum(PAYOUT_NETWORKS),
        address: z.string(),
        memo: z.string(),
        confirmations: z.int(),
        fingerprint: z.string(),
      }),
    ),
    wires: z.array(
      z.object({
        ...known,
        currency_code: z.string(),
        bank_name: z.string(),
        bank_address: z.string(),
        bank_swift: z.string(),
        payee_name: z.string(),
        payee_account: z.string(),
        remark: z.string(),
      }),
    ),
  }),
  reasons: [],
});
