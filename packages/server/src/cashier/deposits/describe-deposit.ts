// A deposit as its owner reads it: in the reader's language, with the states that are ours alone
// folded into the four that the trader knows.

import type { Language, MessageKey } from "@truetick/contract";
import {
  channelOfKind,
  type Deposit,
  type DepositStatus,
  type DepositWire,
  depositToWire,
} from "@truetick/contract/cashier";
import type { DepositReversal, DepositState } from "@truetick/contract/desk";
import { formatDecimal, formatMoney, money } from "@truetick/money";
import type { SaidReason } from "../../members/inbox/notice-facts.ts";
import { text } from "../../platform/messages.ts";
import { momentText } from "../../platform/moment-text.ts";
import { plainDecimal } from "../currencies/usd-rate.ts";
import type { DepositRecord, RemarkCode } from "./deposit-table.ts";

/** Until it is in the books, nothing is completed. */
const STATUS_OF: Readonly<Record<DepositState, DepositStatus>> = {
  unpaid: "unchecked",
  reviewing: "unchecked",
  crediting: "unchecked",
  stuck: "unchecked",
  credited: "completed",
  rejected: "rejected",
  invalid: "invalid",
};

const REMARK_KEYS: Readonly<Record<RemarkCode, MessageKey>> = {
  expired: "remarks.cardExpired",
  cancelled: "remarks.cardCancelled",
  failed: "remarks.cardFailed",
  unavailable: "reasons.CARD_UNAVAILABLE",
};

const REVERSAL_KEYS: Readonly<Record<DepositReversal["kind"], MessageKey>> = {
  refunded: "remarks.cardRefunded",
  disputed: "remarks.cardDisputed",
  chargedBack: "remarks.cardChargedBack",
};

/** What was said in another currency is looked at by somebody before the member is told. */
function reversalText(row: DepositRecord, reversal: DepositReversal, language: Language): string {
  if (reversal.amount === null) return "";
  return text(language, REVERSAL_KEYS[reversal.kind], {
    amount: `${plainDecimal(reversal.amount)} ${row.currency_code}`,
    time: momentText(language, reversal.at * 1_000),
  });
}

export function remarkText(row: DepositRecord, language: Language): string {
  const { key, words } = remarkOf(row);
  return key ? text(language, key) : words;
}

/** In our own words, or in those of whoever decided. */
export function remarkOf({ remark_code, remark }: DepositRecord): SaidReason {
  return remark_code ? { key: REMARK_KEYS[remark_code], words: "" } : { key: null, words: remark };
}

export function amountText({ amount, decimals }: Pick<DepositRecord, "amount" | "decimals">) {
  return formatDecimal(amount, decimals);
}

export function usdText(amount: bigint | null): string | null {
  return amount === null ? null : formatMoney(money(amount));
}

export function unixSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1_000);
}

function describeDeposit(
  row: DepositRecord,
  language: Language,
  reversal: DepositReversal | null,
): Deposit {
  const reversed = reversal ? reversalText(row, reversal, language) : "";
  return {
    id: String(row.id),
    amount: amountText(row),
    channel: channelOfKind(row.kind),
    kind: row.kind,
    currencyCode: row.currency_code,
    protocolCode: row.protocol_code,
    status: STATUS_OF[row.state],
    createdAt: unixSeconds(row.created_at),
    createdAtText: momentText(language, row.created_at.getTime()),
    remark: [remarkText(row, language), reversed].filter(Boolean).join(" "),
    expectedUsd: usdText(row.expected_usd),
    creditedUsd: row.state === "credited" ? usdText(row.credit_usd) : null,
    dueAt: row.due_at && unixSeconds(row.due_at),
    decidedAt: row.decided_at && unixSeconds(row.decided_at),
    reference: row.state === "credited" ? row.reference : "",
    question: row.question,
    answer: row.answer,
    payUrl: row.state === "unpaid" ? row.pay_url : "",
  };
}

/** As it was answered when it was reported, whatever became of it since (T01). */
export function reportedWire(row: DepositRecord, language: Language): DepositWire {
  const said = { remark: "", remark_code: null, question: "", answer: "", decided_at: null };
  return depositWire({ ...row, ...said, state: "reviewing" }, language);
}

export function depositWire(
  row: DepositRecord,
  language: Language,
  reversal: DepositReversal | null = null,
): DepositWire {
  return depositToWire(describeDeposit(row, language, reversal));
}
