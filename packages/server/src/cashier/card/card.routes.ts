// The calls about cards: what is taken, beginning a payment, the sandbox's test page, and the
// provider's webhook.

import { depositIdFromFields, testCardFromFields } from "@truetick/contract/calls";
import { cardOfferToWire } from "@truetick/contract/cashier";
import { formatDecimal, MONEY_DECIMALS, powerOfTen } from "@truetick/money";
import {
  type Handlers,
  isRefused,
  type Refused,
  refuse,
  type TraderContext,
} from "../../platform/handler.ts";
import type { CreditParts } from "../deposits/credit-deposit.ts";
import { attemptHashes, type DepositRecord, findOwnDeposit } from "../deposits/deposit-table.ts";
import { depositWire } from "../deposits/describe-deposit.ts";
import {
  checkMayDeposit,
  readAmount,
  repeatedAttempt,
  type SubmitParts,
} from "../deposits/submit-deposit.ts";
import {
  CARD_CENTS_MAX,
  CARD_CENTS_MIN,
  CARD_DECIMALS,
  type CardEvent,
  type CardProvider,
} from "./card-provider.ts";
import { noteReversal } from "./note-reversal.ts";
import { settleCard } from "./settle-card.ts";
import { isSignedByStripe, readStripeEvent } from "./stripe-event.ts";
import { readReversal } from "./stripe-reversal.ts";
import { doesPay } from "./test-card.ts";

export type CardHandlers = Handlers<
  "getCardOffer" | "startCardDeposit" | "payTestCard" | "cancelTestCard" | "takeStripeEvent"
>;

export type CardParts = SubmitParts &
  CreditParts & {
    /** Null: no cards. */
    readonly provider: CardProvider | null;
    readonly isTest: boolean;
    readonly webhookSecret: string | null;
  };

const CURRENCY = "USD";
const BOUNDS = {
  code: CURRENCY,
  decimals: CARD_DECIMALS,
  amount_min: CARD_CENTS_MIN,
  amount_max: CARD_CENTS_MAX,
} as const;

export function createCardHandlers(parts: CardParts): CardHandlers {
  const { provider, isTest } = parts;
  const centsText = (cents: bigint) => formatDecimal(cents, CARD_DECIMALS);
  return {
    getCardOffer: () =>
      cardOfferToWire({
        isAvailable: provider !== null,
        isTest,
        currency: CURRENCY,
        min: centsText(CARD_CENTS_MIN),
        max: centsText(CARD_CENTS_MAX),
      }),
    async startCardDeposit({ number }, context) {
      const row = await start(parts, number, context);
      return isRefused(row) ? row : { id: String(row.id), url: row.pay_url };
    },
    async payTestCard(fields, context) {
      const { depositId, cardNumber } = testCardFromFields(fields);
      const row = await endTestPage(parts, depositId, context, () =>
        doesPay(cardNumber) ? "paid" : refuse("CARD_DECLINED"),
      );
      return isRefused(row) ? row : depositWire(row, context.language);
    },
    async cancelTestCard(fields, context) {
      const depositId = depositIdFromFields(fields);
      const row = await endTestPage(parts, depositId, context, () => "cancelled");
      return isRefused(row) ? row : depositWire(row, context.language);
    },
    async takeStripeEvent(_fields, { posted }) {
      const { webhookSecret, clock } = parts;
      const isSigned =
        posted && webhookSecret && isSignedByStripe(posted, { webhookSecret, nowMs: clock.now() });
      // Not told apart from a call that does not exist where there is no provider.
      if (!isSigned) return refuse(webhookSecret ? "MALFORMED" : "NOT_FOUND");
      const event = readStripeEvent(posted.bytes);
      if (event) await settleCard(parts, event);
      const reversal = event ? null : readReversal(posted.bytes);
      if (reversal) await noteReversal(parts, reversal);
      return { received: true };
    },
  };
}

async function start(
  parts: CardParts,
  typed: string,
  context: TraderContext,
): Promise<DepositRecord | Refused> {
  const { database, provider } = parts;
  if (!provider) return refuse("CARD_UNAVAILABLE");
  const before = await repeatedAttempt(database, context);
  if (isRefused(before)) return before;
  if (before) return before.pay_url === "" ? beginPage(parts, provider, before) : before;
  const refused = await checkMayDeposit(parts, context);
  if (refused) return refused;
  const cents = readAmount(typed, BOUNDS);
  if (isRefused(cents)) return cents;
  const made = await insertCard(parts, cents, context);
  // The same attempt, at the same moment: the other one was quicker.
  const row = made ?? (await repeatedAttempt(database, context));
  if (!row) throw new Error("Invariant: an attempt that exists is found");
  return isRefused(row) ? row : beginPage(parts, provider, row);
}

/** Undefined when the same attempt is there already. */
function insertCard(
  { database, clock }: CardParts,
  cents: bigint,
  { caller, attempt }: TraderContext,
): Promise<DepositRecord | undefined> {
  return database
    .insertInto("deposit")
    .values({
      user_id: BigInt(caller.userId),
      account_id: BigInt(caller.accountId),
      kind: "card",
      state: "unpaid",
      currency_code: CURRENCY,
      decimals: CARD_DECIMALS,
      amount: cents,
      network_id: null,
      wire_option_id: null,
      proof_id: null,
      proof_hash: null,
      proof_likeness: null,
      expected_usd: cents * powerOfTen(MONEY_DECIMALS - CARD_DECIMALS),
      ...attemptHashes(attempt),
      created_at: new Date(clock.now()),
      due_at: null,
    })
    .onConflict((conflict) => conflict.columns(["user_id", "attempt_hash"]).doNothing())
    .returningAll()
    .executeTakeFirst();
}

async function beginPage(
  { database, clock, changes }: CardParts,
  provider: CardProvider,
  row: DepositRecord,
): Promise<DepositRecord | Refused> {
  if (row.state !== "unpaid") return refuse("CARD_UNAVAILABLE");
  const createdAtMs = row.created_at.getTime();
  const page = await provider.begin({ depositId: Number(row.id), cents: row.amount, createdAtMs });
  const values = page
    ? { session_ref: page.sessionRef, pay_url: page.url }
    : ({
        state: "invalid",
        remark_code: "unavailable",
        decided_at: new Date(clock.now()),
      } as const);
  const kept = await database
    .updateTable("deposit")
    .set(values)
    .where("id", "=", row.id)
    .where("state", "=", "unpaid")
    .returningAll()
    .executeTakeFirst();
  changes.tell(Number(row.user_id), "deposit");
  return page && kept ? kept : refuse("CARD_UNAVAILABLE");
}

/** Refuses: CARD_UNAVAILABLE where the page is not ours, DEPOSIT_UNKNOWN, DEPOSIT_DECIDED. */
async function endTestPage(
  parts: CardParts,
  depositId: number,
  { caller: { userId } }: TraderContext,
  end: () => CardEvent["kind"] | Refused,
): Promise<DepositRecord | Refused> {
  if (!parts.provider?.isEmbedded) return refuse("CARD_UNAVAILABLE");
  const row = await findOwnDeposit(parts.database, { depositId, userId });
  if (row?.kind !== "card" || row.session_ref === null) return refuse("DEPOSIT_UNKNOWN");
  if (row.state !== "unpaid") return refuse("DEPOSIT_DECIDED");
  const kind = end();
  if (isRefused(kind)) return kind;
  const { session_ref: sessionRef, amount: cents, currency_code: currency } = row;
  const payment = { sessionRef, cents, currency, paymentRef: `${sessionRef}_payment` };
  const settled = await settleCard(parts, { eventId: `${sessionRef}_${kind}`, kind, ...payment });
  return settled ?? refuse("DEPOSIT_UNKNOWN");
}
