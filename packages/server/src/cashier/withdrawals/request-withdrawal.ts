// A member asks for money: everything is checked, the row is written with a copy of the
// destination, and the amount is held before anybody is answered (T65). Invariants: the fee and
// what is received are fixed by the row and never change (H11); the same attempt ends the same way
// (T01); who has a second factor proves to be there before anything is held (T69).

import { hash } from "node:crypto";
import type { NewWithdrawal } from "@truetick/contract/cashier";
import type { Money } from "@truetick/money";
import type { KnownCode, SecondFactor } from "../../members/two-factor/second-factor.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import {
  type Attempt,
  isRefused,
  type Refused,
  refuse,
  type TraderContext,
} from "../../platform/handler.ts";
import { momentText } from "../../platform/moment-text.ts";
import type { UsdRates } from "../currencies/usd-rate.ts";
import type { Destinations } from "../payout-methods/destination.ts";
import { isSamePerson } from "../payout-methods/payee-name.ts";
import { findMethod, type PayoutMethodRow } from "../payout-methods/payout-method-table.ts";
import { findOfferedTerms, type PayoutTerms } from "../payout-methods/payout-terms-table.ts";
import { type CertifiedIdentity, checkAmount, checkMember, readAmount } from "./may-withdraw.ts";
import {
  findPayoutRate,
  type PayoutQuotes,
  type PayoutRate,
  payoutNumbers,
} from "./payout-quote.ts";
import { type PreparedWithdrawal, placeWithdrawal } from "./place-withdrawal.ts";
import { keptRefusal, type WithdrawalActs } from "./withdrawal-acts.ts";
import type { WithdrawalCodeGate } from "./withdrawal-code-limits.ts";
import type { WithdrawalRecord } from "./withdrawal-table.ts";

export type RequestParts = {
  readonly database: Database;
  readonly clock: Clock;
  readonly identity: CertifiedIdentity;
  readonly secondFactor: Pick<SecondFactor, "isOn" | "recognize">;
  readonly destinations: Destinations;
  readonly quotes: PayoutQuotes;
  readonly rates: UsdRates;
  readonly acts: WithdrawalActs;
  readonly codeGate: Pick<WithdrawalCodeGate, "refuseRequest">;
  readonly reviewHours: number;
};

/** A row that is new, or the one of the same attempt; its hold has been answered for. */
export type Requested = {
  readonly row: WithdrawalRecord;
  /** The books have just done it for this call, which tells the member of it. */
  readonly isDoneNow: boolean;
};

export async function requestWithdrawal(
  parts: RequestParts,
  asked: NewWithdrawal,
  context: TraderContext,
): Promise<Requested | Refused> {
  const before = await repeated(parts, context);
  if (before) return before;
  const prepared = await prepare(parts, asked, context);
  if (isRefused(prepared)) return prepared;
  const placed = await placeWithdrawal(parts, prepared, context.language);
  if (isRefused(placed)) return placed;
  await prepared.code?.giveBack();
  if (placed === null) {
    // The same attempt, at the same moment: the other one was quicker.
    const twin = await repeated(parts, context);
    if (!twin) throw new Error("Invariant: an attempt that exists is found");
    return twin;
  }
  return await hold(parts, placed);
}

async function hold(
  { database, acts }: RequestParts,
  { id }: WithdrawalRecord,
): Promise<Requested | Refused> {
  const done = await acts.carryOut(id);
  if (isRefused(done)) return done;
  if (done) return { row: done, isDoneNow: true };
  const row = await database
    .selectFrom("withdrawal")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  // The job was quicker, or the same attempt by another call.
  return row.status === "refused" ? keptRefusal(row) : { row, isDoneNow: false };
}

/** The attempt as it ended before, or KEY_REUSED; null: go on. */
async function repeated(
  parts: RequestParts,
  { caller, attempt }: TraderContext,
): Promise<Requested | Refused | null> {
  const { attempt_hash, payload_hash } = attemptHashes(attempt);
  if (!attempt_hash || !payload_hash) return null;
  const row = await parts.database
    .selectFrom("withdrawal")
    .selectAll()
    .where("user_id", "=", BigInt(caller.userId))
    .where("attempt_hash", "=", attempt_hash)
    .executeTakeFirst();
  if (!row) return null;
  if (!row.payload_hash?.equals(payload_hash)) return refuse("KEY_REUSED");
  return await hold(parts, row);
}

function attemptHashes(attempt: Attempt | null) {
  const digest = (text: string) => Buffer.from(hash("sha256", text, "hex"), "hex");
  return {
    attempt_hash: attempt && digest(attempt.key),
    payload_hash: attempt && digest(attempt.payload),
  };
}

type Destined = { readonly terms: PayoutTerms; readonly method: PayoutMethodRow };

/** Refuses: METHOD_UNKNOWN, METHOD_COOLING, PAYOUT_CURRENCY_UNKNOWN. */
async function findDestination(
  { database, clock }: RequestParts,
  asked: NewWithdrawal,
  { caller: { userId }, language }: TraderContext,
): Promise<Destined | Refused> {
  const currencyId = Number(asked.currencyId);
  const method = await findMethod(database, {
    methodId: Number(asked.methodId),
    userId,
    currencyId,
  });
  if (!method) return refuse("METHOD_UNKNOWN");
  const usableAtMs = method.usable_at.getTime();
  if (usableAtMs > clock.now()) {
    return refuse("METHOD_COOLING", { until: momentText(language, usableAtMs) });
  }
  const terms = await findOfferedTerms(database, currencyId);
  return terms ? { terms, method } : refuse("PAYOUT_CURRENCY_UNKNOWN");
}

async function prepare(
  parts: RequestParts,
  asked: NewWithdrawal,
  context: TraderContext,
): Promise<PreparedWithdrawal | Refused> {
  const { caller, language } = context;
  const { userId } = caller;
  const refused = await checkMember(parts, { userId, language });
  if (refused) return refused;
  const destined = await findDestination(parts, asked, context);
  if (isRefused(destined)) return destined;
  const amount = readAmount(asked.amount);
  if (isRefused(amount)) return amount;
  const priced = await findPrice(parts, { asked, amount, userId, terms: destined.terms });
  if (isRefused(priced)) return priced;
  const factor = await checkFactor(parts, userId, asked.authCode);
  if (isRefused(factor)) return factor;
  const { identity, destinations } = parts;
  const destination = destinations.open(destined.method);
  const certified = (await identity.certifiedName(userId)) ?? "";
  const row = {
    user_id: BigInt(userId),
    account_id: BigInt(caller.accountId),
    method_id: destined.method.id,
    currency_id: destined.terms.currencyId,
    ...priced,
    amount,
    ...destinations.close(destination),
    memo: asked.memo,
    is_third_party:
      destination.channel === "bank" && !isSamePerson(destination.payeeName, certified),
    status: "placing",
    due_act: "hold",
    needs_code: factor.code === null,
    ...attemptHashes(context.attempt),
  } as const;
  return { row, code: factor.code };
}

/** At the quoted rate, else at that of now. Refuses: the amount, RATE_MISSING, QUOTE_EXPIRED. */
async function findPrice(
  { rates, quotes }: RequestParts,
  given: {
    readonly asked: NewWithdrawal;
    readonly amount: Money;
    readonly userId: number;
    readonly terms: PayoutTerms;
  },
) {
  const { asked, amount, userId, terms } = given;
  const { currencyId, version, decimals, code } = terms;
  const quote =
    asked.quoteId === null ? null : quotes.open(asked.quoteId, { userId, currencyId, amount });
  const isExpired = asked.quoteId !== null && quote?.termsVersion !== version;
  const rate: PayoutRate | null = quote?.rate ?? (await findPayoutRate(rates, terms));
  if (!rate)
    return isExpired ? refuse("QUOTE_EXPIRED") : refuse("RATE_MISSING", { currency: code });
  const numbers = payoutNumbers(terms, rate, amount);
  const refused = checkAmount(terms, amount, numbers);
  if (refused) return refused;
  if (isExpired) return refuse("QUOTE_EXPIRED");
  return {
    terms_version: version,
    fee: numbers.fee,
    rate: rate.text,
    rate_market: rate.source?.market ?? null,
    rate_seq: rate.source === null ? null : BigInt(rate.source.seq),
    decimals,
    received: String(numbers.received),
  };
}

/**
 * With an app a code of it is the confirmation; without, one will be mailed. Refuses:
 * STEP_UP_CODE_NEEDED, AUTH_CODE_WRONG, TOO_MANY, TOO_MANY_ATTEMPTS.
 */
async function checkFactor(
  { secondFactor, codeGate }: RequestParts,
  userId: number,
  typed: string | null,
): Promise<{ readonly code: KnownCode | null } | Refused> {
  if (!(await secondFactor.isOn(userId))) {
    return (await codeGate.refuseRequest(userId)) ?? { code: null };
  }
  if (typed === null) return refuse("STEP_UP_CODE_NEEDED");
  const code = await secondFactor.recognize(userId, typed);
  if (code === "wrong") return refuse("AUTH_CODE_WRONG");
  return "endsInMs" in code ? refuse("TOO_MANY") : { code };
}
