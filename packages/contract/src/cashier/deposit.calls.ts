// The calls about money in: where to send it, telling that it was sent, what became of it, and
// cards. Only real members have them. Server side only (zod).

import { z } from "zod";
import { call } from "../call.ts";
import { decimal, decimalField, givenText, idField, pageField, pageOf } from "../fields.calls.ts";
import { DEPOSIT_KINDS, DEPOSIT_TEXT_MAX, type DepositChannel } from "./deposit.ts";

/** A decimal, or empty where there is none. */
const optionalDecimal = z.union([decimal, z.literal("")]);
const count = z.int().min(0);

const DepositSchema = z.object({
  id: z.string(),
  number: decimal,
  type: count,
  kind: z.enum(DEPOSIT_KINDS),
  currency_code: z.string(),
  protocol_code: z.string(),
  status: count,
  created_at: z.string(),
  created_at_unix: count,
  remark: z.string(),
  expected_usd: optionalDecimal,
  credited_usd: optionalDecimal,
  due_at: count,
  decided_at: count,
  reference: z.string(),
  question: z.string(),
  answer: z.string(),
  pay_url: z.string(),
});

const bounds = { usd_price: optionalDecimal, min: decimal, max: decimal };

const listDepositCurrencies = call({
  method: "GET",
  path: "/api/quickCharge/symbols",
  effect: "read",
  audience: "member",
  summary: "The currencies that can be paid in, with the price of now.",
  input: z.object({}),
  output: z.object({
    data: z.array(
      z.object({ id: z.string(), code: z.string(), name: z.string(), type: count, ...bounds }),
    ),
  }),
  reasons: [],
});

const listDepositNetworks = call({
  method: "GET",
  path: "/api/quickCharge/info",
  effect: "read",
  audience: "member",
  summary: "The networks that coins are taken on, each with its address and fingerprint.",
  input: z.object({}),
  output: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        currency_code: z.string(),
        protocol_code: z.string(),
        address: z.string(),
        memo: z.string(),
        ...bounds,
        fingerprint: z.string(),
        confirmations: count,
      }),
    ),
  }),
  reasons: [],
});

const CURRENCY_CODE = /^[A-Za-z0-9]{2,12}$/;
const WireOptionsInput = z.object({ bank_coin: z.string().regex(CURRENCY_CODE).optional() });

/** The currency asked about; null: all. */
export function wireCurrencyFromFields(fields: z.output<typeof WireOptionsInput>): string | null {
  return givenText(fields.bank_coin)?.toUpperCase() ?? null;
}

const listWireOptions = call({
  method: "GET",
  path: "/api/quickCharge/wire_info",
  effect: "read",
  audience: "member",
  summary: "The bank accounts to pay into, with the remark that names the caller.",
  input: WireOptionsInput,
  output: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        bank_name: z.string(),
        bank_address: z.string(),
        bank_swift: z.string(),
        payee_name: z.string(),
        payee_account: z.string(),
        bank_remark: z.string(),
        currency_code: z.string(),
        ...bounds,
      }),
    ),
  }),
  reasons: [],
});

/** As the upload answered it; what else stands here is refused when it is claimed (T38). */
const proofField = z.string().max(200).optional();
const NOTE_LENGTH_MAX = 200;
const noteField = z.string().max(NOTE_LENGTH_MAX).optional();

const SUBMIT_REASONS = [
  "REGION_RESTRICTED",
  "SELF_EXCLUDED",
  "ACCOUNT_UNKNOWN",
  "DEPOSIT_CHANNEL_UNKNOWN",
  "DEPOSIT_BELOW_MINIMUM",
  "DEPOSIT_ABOVE_MAXIMUM",
  "TOO_MANY_DEPOSITS",
  "KEY_REUSED",
] as const;

const SubmitInput = z.object({
  number: decimalField,
  proofImg: proofField,
  address: z.string().max(200).optional(),
  charge_id: idField,
  memo: noteField,
});

export type CoinDraft = {
  readonly networkId: number;
  readonly amount: string;
  readonly proofUrl: string | null;
  readonly shownAddress: string | null;
  readonly note: string;
};

export function coinDraftFromFields(fields: z.output<typeof SubmitInput>): CoinDraft {
  return {
    networkId: Number(fields.charge_id),
    amount: fields.number,
    proofUrl: givenText(fields.proofImg),
    shownAddress: givenText(fields.address),
    note: fields.memo?.trim() ?? "",
  };
}

const submitDeposit = call({
  method: "GET",
  path: "/api/quickCharge/submit",
  effect: "write",
  audience: "member",
  summary: "Tells that coins were sent; somebody looks for them and credits what arrived.",
  input: SubmitInput,
  output: DepositSchema,
  reasons: [...SUBMIT_REASONS, "ADDRESS_DIFFERS", "UPLOAD_UNKNOWN"],
});

const SubmitWireInput = z.object({ number: decimalField, proofImg: proofField, wire_id: idField });

export type WireDraft = {
  readonly optionId: number;
  readonly amount: string;
  readonly proofUrl: string | null;
};

export function wireDraftFromFields(fields: z.output<typeof SubmitWireInput>): WireDraft {
  return {
    optionId: Number(fields.wire_id),
    amount: fields.number,
    proofUrl: givenText(fields.proofImg),
  };
}

const submitWireDeposit = call({
  method: "GET",
  path: "/api/quickCharge/wire_submit",
  effect: "write",
  audience: "member",
  summary: "Tells that money was wired, with the picture that shows it.",
  input: SubmitWireInput,
  output: DepositSchema,
  reasons: [...SUBMIT_REASONS, "PROOF_REQUIRED", "UPLOAD_UNKNOWN"],
});

const ListInput = z.object({ type: z.enum(["", "0", "1"]).optional(), page: pageField });

export function depositListFromFields(fields: z.output<typeof ListInput>): {
  readonly channel: DepositChannel | null;
  readonly page: number;
} {
  const type = givenText(fields.type);
  const channel = type === null ? null : type === "0" ? "coin" : "bank";
  return { channel, page: pageOf(fields.page) };
}

const listDeposits = call({
  method: "GET",
  path: "/api/quickCharge/quick_ist",
  effect: "read",
  audience: "member",
  summary: "The caller's deposits, newest first.",
  input: ListInput,
  output: z.object({ data: z.array(DepositSchema), total: count }),
  reasons: [],
});

const IdInput = z.object({ id: idField });

export function depositIdFromFields(fields: z.output<typeof IdInput>): number {
  return Number(fields.id);
}

const getDeposit = call({
  method: "GET",
  path: "/v1/api/main/deposit/show",
  effect: "read",
  audience: "member",
  summary: "One deposit of the caller's.",
  input: IdInput,
  output: DepositSchema,
  reasons: ["DEPOSIT_UNKNOWN"],
});

const AnswerInput = z.object({ id: idField, text: z.string().trim().min(1).max(DEPOSIT_TEXT_MAX) });

export function depositAnswerFromFields(fields: z.output<typeof AnswerInput>): {
  readonly depositId: number;
  readonly text: string;
} {
  return { depositId: Number(fields.id), text: fields.text };
}

const answerDeposit = call({
  method: "POST",
  path: "/v1/api/main/deposit/answer",
  effect: "write",
  audience: "member",
  summary: "Answers what the reviewer of a deposit asked.",
  input: AnswerInput,
  output: DepositSchema,
  reasons: ["DEPOSIT_UNKNOWN", "DEPOSIT_DECIDED"],
});

const getCardOffer = call({
  method: "GET",
  path: "/api/quickCharge/card_info",
  effect: "read",
  audience: "member",
  summary: "Whether cards are taken, and between which amounts.",
  input: z.object({}),
  output: z.object({
    is_available: count,
    is_test: count,
    currency: z.string(),
    min: decimal,
    max: decimal,
  }),
  reasons: [],
});

const StartCardInput = z.object({ number: decimalField });

const startCardDeposit = call({
  method: "POST",
  path: "/api/quickCharge/card_submit",
  effect: "write",
  audience: "member",
  summary: "Begins a card payment and answers where to pay.",
  input: StartCardInput,
  output: z.object({ id: z.string(), url: z.string() }),
  reasons: [...SUBMIT_REASONS, "CARD_UNAVAILABLE"],
});

const PayTestCardInput = z.object({ id: idField, card: z.string().max(40) });

export function testCardFromFields(fields: z.output<typeof PayTestCardInput>): {
  readonly depositId: number;
  readonly cardNumber: string;
} {
  return { depositId: Number(fields.id), cardNumber: fields.card.replaceAll(/[\s-]/g, "") };
}

const payTestCard = call({
  method: "POST",
  path: "/v1/api/sandbox/card_pay",
  effect: "write",
  audience: "member",
  summary: "Pays by a test card in the sandbox; no money moves.",
  input: PayTestCardInput,
  output: DepositSchema,
  reasons: ["DEPOSIT_UNKNOWN", "DEPOSIT_DECIDED", "CARD_DECLINED", "CARD_UNAVAILABLE"],
});

const cancelTestCard = call({
  method: "POST",
  path: "/v1/api/sandbox/card_cancel",
  effect: "write",
  audience: "member",
  summary: "Leaves the sandbox's test card page without paying.",
  input: IdInput,
  output: DepositSchema,
  reasons: ["DEPOSIT_UNKNOWN", "DEPOSIT_DECIDED", "CARD_UNAVAILABLE"],
});

const takeStripeEvent = call({
  method: "POST",
  path: "/v1/api/hook/stripe",
  effect: "write",
  audience: "visitor",
  body: "raw",
  summary: "What the card provider tells us; its signature is checked over the bytes as they came.",
  input: z.object({}),
  output: z.object({ received: z.boolean() }),
  reasons: ["NOT_FOUND"],
});

export const DEPOSIT_CALLS = {
  listDepositCurrencies,
  listDepositNetworks,
  listWireOptions,
  submitDeposit,
  submitWireDeposit,
  listDeposits,
  getDeposit,
  answerDeposit,
  getCardOffer,
  startCardDeposit,
  payTestCard,
  cancelTestCard,
  takeStripeEvent,
} as const;
