// What members are told about their withdrawals by mail, and the code that confirms one: good for
// that withdrawal alone, shown beside its amount and destination (T69). Called after every move.
// Invariant: a code is stored as a keyed hash, counted by try and by sending.

import { createHmac, randomInt, randomUUID, timingSafeEqual } from "node:crypto";
import { CODE_DIGITS, RESEND_AFTER_SECONDS } from "@truetick/contract";
import { WITHDRAWAL_CODE_MINUTES } from "@truetick/contract/cashier";
import { formatMoney, money } from "@truetick/money";
import { sql } from "kysely";
import type { MemberLetter, MemberLetters } from "../../members/notices/member-letters.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import { type Refused, refuse } from "../../platform/handler.ts";
import { momentText } from "../../platform/moment-text.ts";
import { plainDecimal } from "../currencies/usd-rate.ts";
import { type Destinations, destinationText } from "../payout-methods/destination.ts";
import { noteOf, noteText } from "./describe-withdrawal.ts";
import { receivedText } from "./payout-quote.ts";
import { findListed, type ListedWithdrawal, type WithdrawalRecord } from "./withdrawal-table.ts";

export type WithdrawalLetters = {
  /** Null once a new code is on its way. Refuses: RESEND_TOO_SOON, TOO_MANY_ATTEMPTS. */
  readonly sendCode: (row: WithdrawalRecord) => Promise<Refused | null>;
  readonly isCode: (row: WithdrawalRecord, typed: string) => boolean;
  /** Tells what the state of the withdrawal is worth telling; nothing otherwise. */
  readonly tell: (row: Pick<WithdrawalRecord, "id">) => Promise<void>;
  /** Tells that somebody has to know something first; each question is one of its own. */
  readonly tellAsked: (asked: {
    readonly id: number;
    readonly userId: number;
    readonly question: string;
  }) => Promise<void>;
};

const SENDS_MAX = 5;

export function createWithdrawalLetters(parts: {
  readonly database: Database;
  readonly clock: Pick<Clock, "now">;
  readonly letters: MemberLetters;
  readonly destinations: Destinations;
  readonly codeKey: Buffer;
}): WithdrawalLetters {
  const { database, clock, letters, destinations, codeKey } = parts;
  const hashOf = (id: bigint, code: string) =>
    createHmac("sha256", codeKey).update(`withdrawal/${id}/${code}`).digest();

  const valuesOf = (row: ListedWithdrawal) => ({
    id: String(row.id),
    amount: usd(row.amount),
    fee: usd(row.fee),
    received: receivedText(BigInt(row.received), row.decimals),
    currency: row.code,
    destination: destinationText(destinations.open(row)),
    reference: row.reference ?? "",
  });

  return {
    async sendCode(row) {
      const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, "0");
      const nowMs = clock.now();
      const sinceMs = row.code_sent_at ? nowMs - row.code_sent_at.getTime() : Infinity;
      const waitSec = Math.ceil(RESEND_AFTER_SECONDS - sinceMs / 1_000);
      if (waitSec > 0) return refuse("RESEND_TOO_SOON", { seconds: waitSec });
      const sent = await database
        .updateTable("withdrawal")
        .set({
          code_hash: hashOf(row.id, code),
          code_sent_at: new Date(nowMs),
          code_sends: sql<number>`code_sends + 1`,
        })
        .where("id", "=", row.id)
        .where("status", "=", "unconfirmed")
        .where("code_sends", "=", row.code_sends)
        .where("code_sends", "<", SENDS_MAX)
        .returning("id")
        .executeTakeFirst();
      const listed = sent && (await findListed(database, Number(row.id)));
      if (!listed) return refuse("TOO_MANY_ATTEMPTS", { seconds: WITHDRAWAL_CODE_MINUTES * 60 });
      await letters.send(
        Number(row.user_id),
        { kind: "withdrawalCode", key: "mail.withdrawalCode.text", code, replaces: String(row.id) },
        () => ({ ...valuesOf(listed), code, minutes: WITHDRAWAL_CODE_MINUTES }),
      );
      return null;
    },
    tellAsked: (asked) => tellAsked(letters, asked),
    isCode: ({ id, code_hash }, typed) =>
      code_hash !== null && timingSafeEqual(code_hash, hashOf(id, typed.replace(/[\s-]/g, ""))),
    async tell({ id }) {
      const row = await findListed(database, Number(id));
      const kind = row ? KIND_OF_STATUS[row.status] : undefined;
      if (!row || !kind) return;
      const notice = noticeOf(row, kind);
      const letter = { kind, key: `mail.${kind}.text`, ...(notice && { notice }) } as const;
      await letters.send(Number(row.user_id), letter, (language) => ({
        ...valuesOf(row),
        due: momentText(language, row.due_at.getTime()),
        reason: noteText(row, language),
      }));
    },
  };
}

async function tellAsked(
  letters: MemberLetters,
  { id, userId, question }: Parameters<WithdrawalLetters["tellAsked"]>[0],
): Promise<void> {
  const facts = { kind: "withdrawalAsked", id: String(id), words: question } as const;
  const notice = { facts, source: "withdrawal-question", sourceId: randomUUID() };
  const letter = { kind: facts.kind, key: "mail.withdrawalAsked.text", notice } as const;
  await letters.send(userId, letter, () => ({ id: facts.id, question }));
}

type ToldKind =
  | "withdrawalRequested"
  | "withdrawalPaid"
  | "withdrawalRejected"
  | "withdrawalReturned";

/** The request itself is no news to who made it. */
function noticeOf(row: ListedWithdrawal, kind: ToldKind): MemberLetter["notice"] | null {
  const id = String(row.id);
  const named = { source: kind, sourceId: id };
  if (kind === "withdrawalRequested") return null;
  if (kind === "withdrawalPaid") {
    const received = receivedText(BigInt(row.received), row.decimals);
    return { ...named, facts: { kind, id, received, currency: row.code } };
  }
  const amount = formatMoney(money(row.amount));
  return { ...named, facts: { kind, id, amount, reason: noteOf(row) } };
}

const KIND_OF_STATUS: Partial<Record<WithdrawalRecord["status"], ToldKind>> = {
  reviewing: "withdrawalRequested",
  paid: "withdrawalPaid",
  rejected: "withdrawalRejected",
  returned: "withdrawalReturned",
};

function usd(amount: bigint): string {
  return plainDecimal(formatMoney(money(amount)));
}
