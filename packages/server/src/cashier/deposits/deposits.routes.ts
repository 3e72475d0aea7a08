// The calls of members about money in: what it can be sent to, that it was sent, and what became of
// it. Everything is the caller's own; no field can name another (T74).

import type { Language } from "@truetick/contract";
import {
  coinDraftFromFields,
  depositAnswerFromFields,
  depositIdFromFields,
  depositListFromFields,
  ROWS_PER_PAGE,
  wireCurrencyFromFields,
  wireDraftFromFields,
} from "@truetick/contract/calls";
import {
  type DepositWire,
  depositCurrencyToWire,
  depositNetworkToWire,
  wireOptionToWire,
} from "@truetick/contract/cashier";
import type { Database } from "../../platform/database.ts";
import { type Handlers, isRefused, type Refused, refuse } from "../../platform/handler.ts";
import type { MemberChanges } from "../../platform/member-changes.ts";
import { foldReversals, toldMarkOf } from "../card/describe-reversals.ts";
import { readReversals } from "../card/reversal-table.ts";
import { describeCurrency, describeNetwork, describeWire } from "../currencies/describe-rails.ts";
import { offeredNetworks, offeredWires, readCurrencies } from "../currencies/rail-table.ts";
import { type DepositRecord, findOwnDeposit } from "./deposit-table.ts";
import { depositWire, reportedWire } from "./describe-deposit.ts";
import { type SubmitParts, submitCoin, submitWire, uidOf } from "./submit-deposit.ts";

export type DepositHandlers = Handlers<
  | "listDepositCurrencies"
  | "listDepositNetworks"
  | "listWireOptions"
  | "submitDeposit"
  | "submitWireDeposit"
  | "listDeposits"
  | "getDeposit"
  | "answerDeposit"
>;

export type DepositRouteParts = SubmitParts & { readonly changes: Pick<MemberChanges, "tell"> };

export function createDepositHandlers(parts: DepositRouteParts): DepositHandlers {
  const { database, changes } = parts;
  const told = <T extends DepositRecord | Refused>(kept: T, userId: number): T => {
    if (!isRefused(kept)) changes.tell(userId, "deposit");
    return kept;
  };
  return {
    ...createOfferHandlers(parts),
    async submitDeposit(fields, context) {
      const { userId } = context.caller;
      const kept = told(await submitCoin(parts, coinDraftFromFields(fields), context), userId);
      return isRefused(kept) ? kept : reportedWire(kept, context.language);
    },
    async submitWireDeposit(fields, context) {
      const { userId } = context.caller;
      const kept = told(await submitWire(parts, wireDraftFromFields(fields), context), userId);
      return isRefused(kept) ? kept : reportedWire(kept, context.language);
    },
    async listDeposits(fields, { caller: { userId }, language }) {
      const wanted = depositListFromFields(fields);
      const { rows, total } = await readOwn(database, { userId, ...wanted });
      return { data: await ownWires(database, rows, language), total };
    },
    async getDeposit(fields, { caller: { userId }, language }) {
      const depositId = depositIdFromFields(fields);
      const row = await findOwnDeposit(database, { depositId, userId });
      const [shown] = row ? await ownWires(database, [row], language) : [];
      return shown ?? refuse("DEPOSIT_UNKNOWN");
    },
    async answerDeposit(fields, { caller: { userId }, language }) {
      const answer = depositAnswerFromFields(fields);
      const row = told(await keepAnswer(database, { ...answer, userId }), userId);
      return isRefused(row) ? row : depositWire(row, language);
    },
  };
}

function createOfferHandlers({
  database,
  rates,
}: DepositRouteParts): Pick<
  DepositHandlers,
  "listDepositCurrencies" | "listDepositNetworks" | "listWireOptions"
> {
  return {
    async listDepositCurrencies() {
      const active = (await readCurrencies(database)).filter(({ is_active }) => is_active);
      const described = await Promise.all(active.map((row) => describeCurrency(row, rates)));
      return { data: described.map(depositCurrencyToWire) };
    },
    async listDepositNetworks() {
      const offers = await offeredNetworks(database);
      const described = await Promise.all(offers.map((offer) => describeNetwork(offer, rates)));
      return { data: described.map(depositNetworkToWire) };
    },
    async listWireOptions(fields, { caller }) {
      const code = wireCurrencyFromFields(fields);
      const offers = (await offeredWires(database)).filter(
        ({ currency }) => code === null || currency.code === code,
      );
      const uid = await uidOf(database, caller.userId);
      const described = await Promise.all(offers.map((offer) => describeWire(offer, rates, uid)));
      return { data: described.map(wireOptionToWire) };
    },
  };
}

/** With what became of card payments afterwards. */
async function ownWires(
  database: Database,
  rows: readonly DepositRecord[],
  language: Language,
): Promise<DepositWire[]> {
  const reversalsOf = await readReversals(database, rows);
  return rows.map((row) =>
    depositWire(row, language, toldMarkOf(row, foldReversals(reversalsOf(row)))),
  );
}

async function readOwn(
  database: Database,
  wanted: {
    readonly userId: number;
    readonly channel: "coin" | "bank" | null;
    readonly page: number;
  },
): Promise<{ readonly rows: readonly DepositRecord[]; readonly total: number }> {
  const { userId, channel, page } = wanted;
  let own = database.selectFrom("deposit").where("user_id", "=", BigInt(userId));
  if (channel !== null) own = own.where("kind", channel === "coin" ? "=" : "<>", "coin");
  const [rows, { total }] = await Promise.all([
    own
      .selectAll()
      .orderBy("id", "desc")
      .limit(ROWS_PER_PAGE)
      .offset((page - 1) * ROWS_PER_PAGE)
      .execute(),
    own.select((query) => query.fn.countAll().as("total")).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(total) };
}

/** Refuses DEPOSIT_UNKNOWN, also where nothing was asked, and DEPOSIT_DECIDED. */
async function keepAnswer(
  database: Database,
  answer: { readonly depositId: number; readonly userId: number; readonly text: string },
): Promise<DepositRecord | Refused> {
  const row = await findOwnDeposit(database, answer);
  if (!row || row.question === "") return refuse("DEPOSIT_UNKNOWN");
  const kept = await database
    .updateTable("deposit")
    .set({ answer: answer.text })
    .where("id", "=", row.id)
    .where("state", "in", ["reviewing", "stuck"])
    .where("question", "<>", "")
    .returningAll()
    .executeTakeFirst();
  return kept ?? refuse("DEPOSIT_DECIDED");
}
