// What follows for a deposit from what was said of its payment: how each refund and each dispute
// stands, and how the deposit stands by them. Invariant: it does not depend on the order in which
// the provider's words came, so late, early and repeated deliveries end the same.

import type {
  DepositReversal,
  ReversalAbout,
  ReversalState,
  ReversalThing,
  ReversedDeposit,
} from "@truetick/contract/desk";
import { formatDecimal } from "@truetick/money";
import type { Database } from "../../platform/database.ts";
import type { DepositRecord } from "../deposits/deposit-table.ts";
import { isReversed, type ReversalRow, readReversals } from "./reversal-table.ts";

type Paid = Pick<DepositRecord, "amount" | "decimals" | "currency_code">;

/** What is later in the life of a refund or a dispute, whenever we heard of it. */
const RANKS: Readonly<Record<ReversalState, number>> = {
  pending: 1,
  done: 2,
  failed: 3,
  inquiry: 1,
  ended: 2,
  open: 3,
  won: 4,
  lost: 4,
};

export type ReversedThing = {
  readonly about: ReversalAbout;
  readonly ref: string;
  readonly state: ReversalState;
  readonly amount: bigint;
  readonly currencyCode: string;
  /** When it was first said to be in this state. */
  readonly sinceMs: number;
};

/** Each refund, each dispute and the payment's own sum of refunds, as it is by now. */
export function foldReversals(rows: readonly ReversalRow[]): readonly ReversedThing[] {
  const refs = [...new Set(rows.map(nameOf))];
  return refs.map((name) => {
    const of = rows.filter((row) => nameOf(row) === name);
    const last = of.reduce((a, b) => (isLater(b, a) ? b : a));
    const since = of.filter(({ state, amount }) => state === last.state && amount === last.amount);
    return {
      about: last.about,
      ref: last.object_ref,
      state: last.state,
      amount: last.amount,
      currencyCode: last.currency_code,
      sinceMs: Math.min(...since.map(({ said_at }) => said_at.getTime())),
    };
  });
}

function nameOf({ about, object_ref }: ReversalRow): string {
  return `${about}/${object_ref}`;
}

/** A payment's sum of refunds grows; of two ends of a dispute the one that was said last holds. */
function isLater(one: ReversalRow, other: ReversalRow): boolean {
  if (one.about === "charge") return one.amount > other.amount;
  const byRank = RANKS[one.state] - RANKS[other.state];
  if (byRank !== 0) return byRank > 0;
  const bySaid = one.said_at.getTime() - other.said_at.getTime();
  return bySaid === 0 ? one.state > other.state : bySaid > 0;
}

/** Null: the payment stands, or stands again. */
export function markOf(deposit: Paid, things: readonly ReversedThing[]): DepositReversal | null {
  const lost = things.filter(({ state }) => state === "lost");
  const open = things.filter(({ state }) => state === "open" || state === "inquiry");
  const refunds = things.filter(({ about, state }) => about !== "dispute" && state !== "failed");
  const said = (kind: DepositReversal["kind"], found: readonly ReversedThing[], cents: bigint) => ({
    kind,
    amount: found.some((each) => each.currencyCode === deposit.currency_code)
      ? formatDecimal(cents, deposit.decimals)
      : null,
    at: Math.floor(Math.max(...found.map(({ sinceMs }) => sinceMs)) / 1_000),
  });
  if (lost.length > 0) return said("chargedBack", lost, sumOf(deposit, lost));
  if (open.length > 0) return said("disputed", open, sumOf(deposit, open));
  const refunded = refundedOf(deposit, things);
  const isForeign = refunds.some((each) => each.currencyCode !== deposit.currency_code);
  return refunded > 0n || isForeign ? said("refunded", refunds, refunded) : null;
}

/**
 * The payment's own sum knows of refunds that we may not have heard of one by one, and does not
 * say when one of them failed afterwards; the single ones do.
 */
function refundedOf(deposit: Paid, things: readonly ReversedThing[]): bigint {
  const single = things.filter(({ about }) => about === "refund");
  const live = sumOf(
    deposit,
    single.filter(({ state }) => state !== "failed"),
  );
  const failed = sumOf(
    deposit,
    single.filter(({ state }) => state === "failed"),
  );
  const whole = sumOf(
    deposit,
    things.filter(({ about }) => about === "charge"),
  );
  return whole - failed > live ? whole - failed : live;
}

function sumOf({ currency_code }: Paid, things: readonly ReversedThing[]): bigint {
  return things
    .filter(({ currencyCode }) => currencyCode === currency_code)
    .reduce((sum, { amount }) => sum + amount, 0n);
}

/** No more than was paid, and in the same currency; else somebody has to look closely. */
export function fitsDeposit(
  { amount, currency_code }: Paid,
  said: { readonly amount: bigint; readonly currencyCode: string },
): boolean {
  return said.currencyCode === currency_code && said.amount <= amount;
}

/** As the desk reads them. */
export function describeThings(
  deposit: Paid,
  things: readonly ReversedThing[],
): readonly ReversalThing[] {
  return things.map((thing) => {
    const isOurs = thing.currencyCode === deposit.currency_code;
    return {
      about: thing.about,
      ref: thing.ref,
      state: thing.state,
      amount: isOurs ? formatDecimal(thing.amount, deposit.decimals) : null,
      currencyCode: thing.currencyCode,
      since: Math.floor(thing.sinceMs / 1_000),
      doesFit: fitsDeposit(deposit, thing),
    };
  });
}

/** The card deposits of a member that do not stand as they were paid, the newest first. */
export async function reversedDepositsOf(
  database: Database,
  userId: bigint,
): Promise<readonly ReversedDeposit[]> {
  const deposits = await database
    .selectFrom("deposit")
    .selectAll()
    .where("user_id", "=", userId)
    .where(isReversed("all"))
    .orderBy("id", "desc")
    .execute();
  const rowsOf = await readReversals(database, deposits);
  return deposits.flatMap((deposit) => {
    const mark = markOf(deposit, foldReversals(rowsOf(deposit)));
    const { id, currency_code: currencyCode } = deposit;
    return mark ? [{ ...mark, depositId: String(id), currencyCode }] : [];
  });
}
