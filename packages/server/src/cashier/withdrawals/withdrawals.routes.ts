// The calls about the caller's own withdrawals: quote, request, confirm, cancel, answer, list.
// Invariant: every row is found by its number and its owner together; somebody else's is as unknown
// as one that never was (T66).

import {
  payoutQuoteFromFields,
  ROWS_PER_PAGE,
  withdrawalAnswerFromFields,
  withdrawalConfirmationFromFields,
  withdrawalFromFields,
  withdrawalIdFromFields,
  withdrawalListFromFields,
} from "@truetick/contract/calls";
import {
  type PayoutChannel,
  payoutQuoteToWire,
  requestedWithdrawalToWire,
  WITHDRAWAL_CODE_TRIES_MAX,
  withdrawalToWire,
} from "@truetick/contract/cashier";
import { formatMoney, type Money, parseMoney } from "@truetick/money";
import type { Background } from "../../platform/background.ts";
import type { Database } from "../../platform/database.ts";
import {
  type Handlers,
  isRefused,
  type Refused,
  refuse,
  type TraderContext,
} from "../../platform/handler.ts";
import type { MemberChanges } from "../../platform/member-changes.ts";
import { text } from "../../platform/messages.ts";
import type { Sequencer } from "../../trading/sequencer/sequencer.ts";
import { noteMemberStep } from "../member-step.ts";
import { findOfferedTerms, type PayoutTerms } from "../payout-methods/payout-terms-table.ts";
import { describeRequested, describeWithdrawal } from "./describe-withdrawal.ts";
import { checkAmount, checkMember } from "./may-withdraw.ts";
import { findPayoutRate, type PayoutNumbers, payoutNumbers, receivedText } from "./payout-quote.ts";
import { type RequestParts, requestWithdrawal } from "./request-withdrawal.ts";
import type { WithdrawalCodeGate } from "./withdrawal-code-limits.ts";
import type { WithdrawalLetters } from "./withdrawal-letters.ts";
import {
  findListed,
  listedWithdrawals,
  lockWithdrawal,
  moveWithdrawal,
  type WithdrawalRecord,
} from "./withdrawal-table.ts";

export type WithdrawalParts = RequestParts & {
  readonly read: Sequencer["read"];
  readonly letters: WithdrawalLetters;
  readonly codeGate: WithdrawalCodeGate;
  readonly changes: Pick<MemberChanges, "tell">;
  readonly background: Background;
};

export type WithdrawalHandlers = Handlers<
  | "quoteWithdrawal"
  | "withdraw"
  | "confirmWithdrawal"
  | "sendWithdrawalCode"
  | "cancelWithdrawal"
  | "answerWithdrawal"
  | "listWithdrawals"
>;

export function createWithdrawalHandlers(parts: WithdrawalParts): WithdrawalHandlers {
  const { database, letters, background, changes } = parts;
  const sendCode = createCodeSending(parts);

  /** What follows a move, behind the answer's back. */
  function follow(row: WithdrawalRecord): void {
    changes.tell(Number(row.user_id), "withdrawal");
    background.run("tell of a withdrawal", () => letters.tell(row));
  }

  return {
    quoteWithdrawal: (fields, context) => quote(parts, payoutQuoteFromFields(fields), context),
    async withdraw(fields, context) {
      const requested = await requestWithdrawal(parts, withdrawalFromFields(fields), context);
      if (isRefused(requested)) return requested;
      const { row, isDoneNow } = requested;
      if (isDoneNow) {
        if (row.status === "unconfirmed") {
          background.run("send a code for a withdrawal", () => sendCode(row));
        }
        follow(row);
      }
      return requestedWithdrawalToWire(describeRequested(row));
    },
    async confirmWithdrawal(fields, { caller: { userId } }) {
      const { withdrawalId, code } = withdrawalConfirmationFromFields(fields);
      if (code === null) return refuse("CODE_REQUIRED");
      const confirmed = await confirm(parts, { withdrawalId, userId, code });
      if (isRefused(confirmed)) return confirmed;
      follow(confirmed);
      return requestedWithdrawalToWire(describeRequested(confirmed));
    },
    async sendWithdrawalCode(fields, { caller: { userId } }) {
      const row = await findListed(database, withdrawalIdFromFields(fields));
      if (row?.user_id !== BigInt(userId)) return refuse("WITHDRAWAL_UNKNOWN");
      if (row.status !== "unconfirmed") return refuse("WITHDRAWAL_DECIDED");
      return (await sendCode(row)) ?? {};
    },
    async cancelWithdrawal(fields, { caller: { userId } }) {
      const cancelled = await cancel(parts, { id: withdrawalIdFromFields(fields), userId });
      if (isRefused(cancelled)) return cancelled;
      follow(cancelled);
      return {};
    },
    async answerWithdrawal(fields, { caller: { userId } }) {
      const { withdrawalId, text: answer } = withdrawalAnswerFromFields(fields);
      return await database.transaction().execute(async (trx) => {
        const row = await lockWithdrawal(trx, { id: withdrawalId, userId });
        if (!row) return refuse("WITHDRAWAL_UNKNOWN");
        if (row.status !== "reviewing" || row.question === "") return refuse("WITHDRAWAL_DECIDED");
        await moveWithdrawal(trx, row, { answer });
        return {};
      });
    },
    listWithdrawals: (fields, context) => list(parts, withdrawalListFromFields(fields), context),
  };
}

async function quote(
  parts: WithdrawalParts,
  { currencyId, amount: typed }: { readonly currencyId: number; readonly amount: string },
  { caller, language }: TraderContext,
) {
  const amount = parseMoney(typed);
  if (amount === null) return refuse("AMOUNT_INVALID", { amount: typed });
  const terms = await findOfferedTerms(parts.database, currencyId);
  if (!terms) return refuse("PAYOUT_CURRENCY_UNKNOWN");
  const rate = await findPayoutRate(parts.rates, terms);
  if (!rate) return refuse("RATE_MISSING", { currency: terms.code });
  const view = await parts.read((books) => books.account(caller.accountId));
  if (!view) return refuse("ACCOUNT_UNKNOWN");
  const numbers = payoutNumbers(terms, rate, amount);
  const { userId } = caller;
  const refused =
    (await checkMember(parts, { userId, language })) ??
    checkMoney({ terms, amount, numbers, available: view.available });
  const { version } = terms;
  const kept = parts.quotes.close({ userId, currencyId, termsVersion: version, amount, rate });
  return payoutQuoteToWire({
    id: kept.id,
    amount: formatMoney(amount),
    fee: formatMoney(numbers.fee),
    received: receivedText(numbers.received, terms.decimals),
    rate: rate.text,
    expiresAt: Math.floor(kept.expiresAtMs / 1_000),
    available: formatMoney(view.available),
    refusal: refused && {
      reason: refused.reason,
      text: text(language, `reasons.${refused.reason}`, refused.numbers),
    },
  });
}

function checkMoney(given: {
  readonly terms: PayoutTerms;
  readonly amount: Money;
  readonly numbers: PayoutNumbers;
  readonly available: Money;
}): Refused | null {
  const { terms, amount, numbers, available } = given;
  const refused = checkAmount(terms, amount, numbers);
  if (refused || amount <= available) return refused;
  return refuse("FUNDS_EXCEED_AVAILABLE", {
    amount: formatMoney(amount).replace(/0{1,4}$/, ""),
    available: formatMoney(available).replace(/0{1,4}$/, ""),
  });
}

/** Null once a code is on its way. Refuses: RESEND_TOO_SOON, TOO_MANY_ATTEMPTS. */
function createCodeSending({ letters, codeGate }: WithdrawalParts) {
  return async (row: WithdrawalRecord): Promise<Refused | null> => {
    const userId = Number(row.user_id);
    const refused = await codeGate.refuseLetter(userId);
    if (refused) return refused;
    const unsent = await letters.sendCode(row);
    if (unsent) await codeGate.giveBackLetter(userId);
    return unsent;
  };
}

type Confirmation = {
  readonly withdrawalId: number;
  readonly userId: number;
  readonly code: string;
};

/** A wrong code stays counted against the member. Refuses: TOO_MANY_ATTEMPTS, as `tryCode`. */
async function confirm(
  parts: WithdrawalParts,
  given: Confirmation,
): Promise<WithdrawalRecord | Refused> {
  const { codeGate } = parts;
  const refused = await codeGate.refuseTry(given.userId);
  if (refused) return refused;
  const tried = await tryCode(parts, given);
  const isGuess = isRefused(tried) && tried.reason === "CODE_WRONG";
  if (!isGuess) await codeGate.giveBackTry(given.userId);
  return tried;
}

/**
 * Every try is counted, in a transaction that is kept whether it was right or not; the last wrong
 * one cancels. Refuses: WITHDRAWAL_UNKNOWN, WITHDRAWAL_DECIDED, CODE_WRONG.
 */
async function tryCode(
  { database, clock, letters, acts }: WithdrawalParts,
  given: Confirmation,
): Promise<WithdrawalRecord | Refused> {
  const { withdrawalId: id, userId, code } = given;
  const moved = await database.transaction().execute(async (trx) => {
    const row = await lockWithdrawal(trx, { id, userId });
    if (!row) return refuse("WITHDRAWAL_UNKNOWN");
    const now = new Date(clock.now());
    if (row.status !== "unconfirmed" || row.confirm_by <= now) return refuse("WITHDRAWAL_DECIDED");
    const step = { userId, of: "withdrawal", id } as const;
    if (letters.isCode(row, code)) {
      const confirmed = await moveWithdrawal(trx, row, { status: "reviewing" });
      await noteMemberStep(trx, { ...step, step: "confirm" });
      return confirmed;
    }
    const code_tries = row.code_tries + 1;
    const isLast = code_tries >= WITHDRAWAL_CODE_TRIES_MAX;
    const ended = {
      status: "cancelled",
      due_act: "release",
      decided_at: now,
      ended_at: now,
    } as const;
    const tried = await moveWithdrawal(trx, row, { code_tries, ...(isLast && ended) });
    if (isLast) {
      await noteMemberStep(trx, { ...step, step: "cancel", detail: { because: "wrong codes" } });
    }
    return tried;
  });
  if (isRefused(moved) || moved.status === "reviewing") return moved;
  if (moved.status === "cancelled") await acts.carryOut(moved.id);
  return refuse("CODE_WRONG");
}

/** Refuses: WITHDRAWAL_UNKNOWN, WITHDRAWAL_DECIDED. */
async function cancel(
  { database, clock, acts }: WithdrawalParts,
  { id, userId }: { readonly id: number; readonly userId: number },
): Promise<WithdrawalRecord | Refused> {
  const cancelled = await database.transaction().execute(async (trx) => {
    const row = await lockWithdrawal(trx, { id, userId });
    if (!row) return refuse("WITHDRAWAL_UNKNOWN");
    const isOpen = row.status === "unconfirmed" || row.status === "reviewing";
    // An approval of what it was before does not count, but somebody has looked.
    const isLookedAt = isOpen && (await isApproved(trx, row));
    if (!isOpen || isLookedAt) return refuse("WITHDRAWAL_DECIDED");
    const now = new Date(clock.now());
    const ended = await moveWithdrawal(trx, row, {
      status: "cancelled",
      due_act: "release",
      decided_at: now,
      ended_at: now,
    });
    await noteMemberStep(trx, { userId, of: "withdrawal", id, step: "cancel" });
    return ended;
  });
  if (isRefused(cancelled)) return cancelled;
  await acts.carryOut(cancelled.id);
  return cancelled;
}

async function isApproved(trx: Database, { id }: WithdrawalRecord): Promise<boolean> {
  const listed = await findListed(trx, Number(id));
  return (listed?.approvals ?? 0) > 0;
}

async function list(
  { database, destinations }: WithdrawalParts,
  { channel, page }: { readonly channel: PayoutChannel | null; readonly page: number },
  { caller, language }: TraderContext,
) {
  const userId = BigInt(caller.userId);
  const rows = await listedWithdrawals(database)
    .where("w.user_id", "=", userId)
    .where("w.status", "not in", ["placing", "refused"])
    .$if(channel !== null, (query) => query.where("currency.channel", "=", channel ?? "coin"))
    .orderBy("w.id", "desc")
    .limit(ROWS_PER_PAGE)
    .offset((page - 1) * ROWS_PER_PAGE)
    .execute();
  const { count } = await database
    .selectFrom("withdrawal as w")
    .innerJoin("payout_currency as currency", "currency.id", "w.currency_id")
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .where("w.user_id", "=", userId)
    .where("w.status", "not in", ["placing", "refused"])
    .$if(channel !== null, (query) => query.where("currency.channel", "=", channel ?? "coin"))
    .executeTakeFirstOrThrow();
  return {
    data: rows.map((row) => withdrawalToWire(describeWithdrawal(row, { destinations, language }))),
    total: Number(count),
  };
}
