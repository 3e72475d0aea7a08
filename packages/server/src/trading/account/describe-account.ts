// An account and a movement of its cash in the words of the contract.

import type { Account, AccountLogEntry, Language } from "@truetick/contract";
import type { AccountView } from "@truetick/engine";
import { formatBalance, formatMoney, formatRate, marginLevel } from "@truetick/money";
import { text } from "../../platform/messages.ts";
import { momentText } from "../../platform/moment-text.ts";
import type { LoggedMovement } from "./account-log.ts";

export const ACCOUNT_CURRENCY = "USD";

export function describeAccount(view: AccountView): Account {
  // The same division the other way round; without equity there is nothing to set against.
  const risk = view.equity > 0n ? marginLevel(view.used, view.equity) : null;
  return {
    balance: formatBalance(view.balance),
    lockedBalance: formatBalance(view.lockedBalance),
    cash: formatMoney(view.cash),
    equity: formatMoney(view.equity),
    used: formatMoney(view.used),
    reserved: formatMoney(view.reserved),
    held: formatMoney(view.held),
    free: formatMoney(view.free),
    profit: formatMoney(view.floating),
    available: formatMoney(view.available),
    level: view.level === null ? null : formatRate(view.level),
    riskRate: risk === null ? null : formatRate(risk),
    isMarginCalled: view.isMarginCalled,
    isDemo: view.book === "demo",
    currency: ACCOUNT_CURRENCY,
  };
}

export function describeMovement(movement: LoggedMovement, language: Language): AccountLogEntry {
  const { cause, atMs } = movement;
  const causeId = String(movement.causeId);
  return {
    id: String(movement.movementId),
    amount: formatMoney(movement.amount),
    balance: formatMoney(movement.balance),
    cause,
    causeId,
    memo: text(language, `memos.${cause}`, { id: causeId }),
    createdAt: atMs / 1_000,
    createdAtText: momentText(language, atMs),
  };
}
