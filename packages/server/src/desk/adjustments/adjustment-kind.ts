// The only way staff change a balance: proposed by one person, agreed on by another, booked by the
// engine as a line of the ledger with its reason, and told to the trader at once (H08, H10).
// Registered with the proposals by desk.ts. Invariant: one proposal is booked once, whatever
// crashes in between, because the engine counts each number once.

import { languageOf } from "@truetick/contract";
import { ADJUSTMENT_REASON_LENGTH_MAX } from "@truetick/contract/desk";
import { accountId } from "@truetick/engine";
import { formatMoney, type Money, money, parseMoney } from "@truetick/money";
import type { MemberLetters } from "../../members/notices/member-letters.ts";
import type { AgreedProposal, ProposalKind } from "../../members/proposals/proposal-kinds.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import { type Refused, refuse } from "../../platform/handler.ts";
import { refusalToReason } from "../../trading/refusal-reason.ts";
import { type CommandKey, HOUSE_OWNER } from "../../trading/sequencer/outcome.ts";
import type { Sequencer } from "../../trading/sequencer/sequencer.ts";
import { staffAlias } from "../staff-alias.ts";
import "./adjustment-table.ts";

/** The words of a failed proposal are for staff. */
const ENGLISH = languageOf("en");

/** As it is stored and agreed on. */
type Payload = { readonly user_id: string; readonly amount: string; readonly reason: string };

export type AdjustmentParts = {
  readonly database: Database;
  readonly clock: Pick<Clock, "now">;
  readonly sequencer: Pick<Sequencer, "submit" | "read">;
  readonly letters: MemberLetters;
};

export function adjustmentKind(parts: AdjustmentParts): ProposalKind<Payload> {
  return {
    kind: "adjustment",
    permission: "adjustments.change",
    notice: "none",
    // Whose balance it is, is nobody else's matter; the sums of a month are public.
    isPublic: false,
    parse: (given) => readPayload(parts.database, given),
    memberOf: ({ user_id }) => Number(user_id),
    current: async ({ user_id }) => {
      const account = await findRealAccount(parts.database, Number(user_id));
      const view = account && (await parts.sequencer.read((books) => books.account(account)));
      if (!view) return null;
      return { cash: formatMoney(view.cash), available: formatMoney(view.available) };
    },
    apply: (agreed, trx) => book(parts, agreed, trx),
  };
}

/** Refuses with PROPOSAL_INVALID and the field that is wrong. */
async function readPayload(database: Database, given: unknown): Promise<Payload | Refused> {
  const { user_id, amount, reason } = (given ?? {}) as Record<string, unknown>;
  const wrong = (problem: string) => refuse("PROPOSAL_INVALID", { problem });
  if (typeof user_id !== "string" || !/^[1-9]\d{0,14}$/.test(user_id)) return wrong("user_id");
  const read = typeof amount === "string" ? readAmount(amount) : null;
  if (read === null || read === 0n) return wrong("amount");
  const said = typeof reason === "string" ? reason.trim() : "";
  if (said === "" || said.length > ADJUSTMENT_REASON_LENGTH_MAX || /[^\P{Cc}\n]/u.test(said)) {
    return wrong("reason");
  }
  if ((await findRealAccount(database, Number(user_id))) === null) return wrong("user_id");
  return { user_id, amount: formatMoney(read), reason: said };
}

function readAmount(text: string): Money | null {
  const isTaken = text.startsWith("-");
  const amount = parseMoney(isTaken ? text.slice(1) : text);
  return amount === null || !isTaken ? amount : money(-amount);
}

/** The main account of a real user. */
async function findRealAccount(database: Database, userId: number) {
  const row = await database
    .selectFrom("user_account")
    .select("id")
    .where("user_id", "=", BigInt(userId))
    .where("book", "=", "real")
    .where("is_main", "=", true)
    .executeTakeFirst();
  return row ? accountId(Number(row.id)) : null;
}

/** A refusal of the engine is final: another amount is another proposal. */
async function book(
  { clock, sequencer, letters }: AdjustmentParts,
  { id, payload, proposedBy, approvedBy }: AgreedProposal<Payload>,
  trx: Database,
): Promise<Refused | null> {
  const userId = Number(payload.user_id);
  const account = await findRealAccount(trx, userId);
  const amount = readAmount(payload.amount);
  if (account === null || amount === null) {
    throw new Error("Invariant: what was proposed names an account and an amount");
  }
  const credit = { type: "Credit", accountId: account, cause: "adjustment", causeId: id } as const;
  const outcome = await sequencer.submit({ ...credit, amount }, keyOf(id));
  if (!outcome.isAccepted && outcome.refusal.reason !== "ALREADY_SETTLED") {
    const { refusal } = outcome;
    if (isPassing(refusal.reason)) throw new Error(`The engine takes nothing: ${refusal.reason}`);
    return refusalToReason(refusal, { language: ENGLISH, pricePrecision: null });
  }
  const booked = await trx
    .insertInto("adjustment")
    .values({
      id: BigInt(id),
      user_id: BigInt(userId),
      account_id: BigInt(account),
      amount,
      reason: payload.reason,
      proposed_by: BigInt(proposedBy),
      approved_by: BigInt(approvedBy),
      booked_at: new Date(clock.now()),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!booked) return null;
  const letter = {
    kind: "adjustmentBooked",
    key: "mail.adjustmentBooked.text",
    notice: {
      facts: {
        kind: "adjustmentBooked",
        id: String(id),
        amount: formatMoney(amount),
        words: payload.reason,
      },
      source: "adjustment",
      sourceId: String(id),
    },
  } as const;
  await letters.send(userId, letter, () => ({
    id: String(id),
    amount: formatMoney(amount),
    reason: payload.reason,
    agreedBy: [proposedBy, approvedBy].map(staffAlias).join(", "),
  }));
  return null;
}

/**
 * Tried twice, it ends as the one that the books saw first: after their "no" the proposal is over,
 * and one that arrives late must not be booked (F08).
 */
function keyOf(proposalId: number): CommandKey {
  return { ownerId: HOUSE_OWNER, key: `adjustment/${proposalId}`, payload: "" };
}

/** The books themselves said neither yes nor no: the proposal is tried again. */
function isPassing(reason: string): boolean {
  return reason === "OVERLOADED" || reason === "UNAVAILABLE" || reason === "KEY_REUSED";
}
