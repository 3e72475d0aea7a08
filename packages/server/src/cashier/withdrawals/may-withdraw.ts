// Who may withdraw what to where: the checks before money is held, in the order in which a member
// can do something about them. Used by the quote, which tells ahead, and by the request, which acts
// on it. Invariant: a method counts only by owner, currency and its own moment together (T66).

import type { Language } from "@truetick/contract";
import { formatMoney, type Money, parseMoney } from "@truetick/money";
import { freezeOf } from "../../members/freezes/freezes.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import { type Refused, refuse } from "../../platform/handler.ts";
import { text } from "../../platform/messages.ts";
import { momentText } from "../../platform/moment-text.ts";
import { plainDecimal } from "../currencies/usd-rate.ts";
import type { PayoutTerms } from "../payout-methods/payout-terms-table.ts";
import type { PayoutNumbers } from "./payout-quote.ts";

/** Who somebody is, as the identity review found. */
export type CertifiedIdentity = {
  readonly isCertified: (userId: number) => Promise<boolean>;
  readonly certifiedName: (userId: number) => Promise<string | null>;
};

const OPEN_WITHDRAWALS_MAX = 20;
const OPEN_STATES = ["placing", "unconfirmed", "reviewing", "approved", "paying"] as const;

export type MayWithdrawParts = {
  readonly database: Database;
  readonly clock: Pick<Clock, "now">;
  readonly identity: CertifiedIdentity;
};

/** Refuses: IDENTITY_NEEDED, WITHDRAWALS_FROZEN, TOO_MANY_WITHDRAWALS. */
export async function checkMember(
  parts: MayWithdrawParts,
  { userId, language }: { readonly userId: number; readonly language: Language },
): Promise<Refused | null> {
  if (!(await parts.identity.isCertified(userId))) return refuse("IDENTITY_NEEDED");
  const frozen = await checkFreeze(parts, { userId, language });
  if (frozen) return frozen;
  const open = await parts.database
    .selectFrom("withdrawal")
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .where("user_id", "=", BigInt(userId))
    .where("status", "in", OPEN_STATES)
    .executeTakeFirstOrThrow();
  if (open.count < OPEN_WITHDRAWALS_MAX) return null;
  return refuse("TOO_MANY_WITHDRAWALS", { max: OPEN_WITHDRAWALS_MAX });
}

/** By staff, or since the password changed (T16); the later end holds. */
export async function checkFreeze(
  { database, clock }: Pick<MayWithdrawParts, "database" | "clock">,
  { userId, language }: { readonly userId: number; readonly language: Language },
): Promise<Refused | null> {
  const nowMs = clock.now();
  const [freeze, user] = await Promise.all([
    freezeOf(database, { userId, nowMs }),
    database
      .selectFrom("app_user")
      .select("withdrawals_frozen_until")
      .where("id", "=", BigInt(userId))
      .executeTakeFirstOrThrow(),
  ]);
  const ownUntilMs = user.withdrawals_frozen_until?.getTime() ?? 0;
  if (freeze && freeze.untilMs >= ownUntilMs) {
    return refuse("WITHDRAWALS_FROZEN", {
      until: momentText(language, freeze.untilMs),
      reason: freeze.reason,
    });
  }
  if (ownUntilMs <= nowMs) return null;
  return refuse("WITHDRAWALS_FROZEN", {
    until: momentText(language, ownUntilMs),
    reason: text(language, "payouts.passwordChanged"),
  });
}

/** Refuses: AMOUNT_INVALID for what has more than six places or is nothing. */
export function readAmount(typed: string): Money | Refused {
  const amount = parseMoney(typed);
  return amount === null || amount === 0n ? refuse("AMOUNT_INVALID", { amount: typed }) : amount;
}

/** Refuses: WITHDRAWAL_BELOW_MINIMUM, WITHDRAWAL_ABOVE_MAXIMUM, WITHDRAWAL_BELOW_FEE. */
export function checkAmount(
  terms: PayoutTerms,
  amount: Money,
  { fee, received }: PayoutNumbers,
): Refused | null {
  if (amount < terms.amountMin) {
    return refuse("WITHDRAWAL_BELOW_MINIMUM", { min: usd(terms.amountMin) });
  }
  if (amount > terms.amountMax) {
    return refuse("WITHDRAWAL_ABOVE_MAXIMUM", { max: usd(terms.amountMax) });
  }
  return received > 0n ? null : refuse("WITHDRAWAL_BELOW_FEE", { fee: usd(fee) });
}

function usd(amount: Money): string {
  return plainDecimal(formatMoney(amount));
}
