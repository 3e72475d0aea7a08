// A withdrawal in the words of the contract, for its owner: states and reasons in the reader's
// language, account numbers masked (T72).

import type { Language } from "@truetick/contract";
import {
  type RequestedWithdrawal,
  WITHDRAWAL_STATUSES,
  type Withdrawal,
  type WithdrawalStatus,
} from "@truetick/contract/cashier";
import { formatMoney, money } from "@truetick/money";
import type { SaidReason } from "../../members/inbox/notice-facts.ts";
import { text } from "../../platform/messages.ts";
import { momentText } from "../../platform/moment-text.ts";
import { type Destinations, maskDestination } from "../payout-methods/destination.ts";
import { receivedText } from "./payout-quote.ts";
import type { ListedWithdrawal, WithdrawalRecord } from "./withdrawal-table.ts";

export function describeWithdrawal(
  row: ListedWithdrawal,
  { destinations, language }: { destinations: Destinations; language: Language },
): Withdrawal {
  const status = shownStatus(row);
  const { coinAddress, payeeAccount } = maskDestination(destinations.open(row));
  return {
    id: String(row.id),
    amount: formatMoney(money(row.amount)),
    fee: formatMoney(money(row.fee)),
    received: receivedText(BigInt(row.received), row.decimals),
    status,
    statusText: text(language, `payouts.statuses.${status}`),
    createdAt: secondsOf(row.created_at),
    createdAtText: momentText(language, row.created_at.getTime()),
    channel: row.channel,
    coinAddress,
    payeeAccount,
    notes: noteText(row, language),
    currency: { code: row.code, network: row.network },
    dueAt: secondsOf(row.due_at),
    decidedAt: row.decided_at ? secondsOf(row.decided_at) : 0,
    approvals: row.approvals,
    reference: row.reference ?? "",
    question: row.question,
    answer: row.answer,
    canCancel: canCancel(row),
  };
}

export function describeRequested(row: WithdrawalRecord): RequestedWithdrawal {
  const status = shownStatus(row);
  return {
    id: String(row.id),
    amount: formatMoney(money(row.amount)),
    fee: formatMoney(money(row.fee)),
    received: receivedText(BigInt(row.received), row.decimals),
    status,
    needsConfirmation: status === "unconfirmed",
    dueAt: secondsOf(row.due_at),
  };
}

/** Until somebody has approved it (money that is on its way cannot be called back). */
function canCancel({ status, approvals }: ListedWithdrawal): boolean {
  return status === "unconfirmed" || (status === "reviewing" && approvals === 0);
}

/** Why it did not become a payment; empty otherwise. */
export function noteText(row: WithdrawalRecord, language: Language): string {
  const { key, words } = noteOf(row);
  const reason = key === null ? "" : text(language, key);
  return [reason, words].filter((part) => part !== "").join(": ");
}

/** The same without a language. */
export function noteOf({ status, rejection, remark }: WithdrawalRecord): SaidReason {
  if (status === "returned") return { key: null, words: remark };
  if (status !== "rejected" || rejection === null) return { key: null, words: "" };
  return { key: `payouts.rejections.${rejection}`, words: remark };
}

export function shownStatus({ status }: Pick<WithdrawalRecord, "status">): WithdrawalStatus {
  const shown = WITHDRAWAL_STATUSES.find((known) => known === status);
  if (!shown) throw new Error("Invariant: nobody is shown a withdrawal without its hold");
  return shown;
}

export function secondsOf(at: Date): number {
  return Math.floor(at.getTime() / 1_000);
}
