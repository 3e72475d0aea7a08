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
import { formatDecimal, MONEY_DECIMALS, powerOfTen } from "@truetick/money";
import type { Database } from "../../platform/database.ts";
import type { DepositRecord } from "../deposits/deposit-table.ts";
import { CARD_DECIMALS } from "./card-provider.ts";
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
  /** When it was first said to be in this state; of a payment's sum when that was said. */
  readonly sinceMs: number;
};

/** Each refund, each dispute and the payment's own sum of refunds, as it is by now. */
export function foldReversals(rows: readonly ReversalRow[]): readonly ReversedThing[] {
  const refs = [...new Set(rows.map(nameOf))];
  return refs.map((name) => {
    const of = rows.filter((row) => nameOf(row) === name);
    const last = of.reduce((a, b) => (isLater(b, a) ? b : a));
    const isSame = ({ state, amount }: ReversalRow) =>
      state === last.state && amount === last.amount;
    const since = last.about === "charge" ? [last] : of.filter(isSame);
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

/**
 * Of a payment's sums of refunds the newest holds, and of two ends of a dispute. The provider tells
 * moments in seconds: of two sums within one the larger is the later.
 */
function isLater(one: ReversalRow, other: ReversalRow): boolean {
  const bySaid = one.said_at.getTime() - other.said_at.getTime();
  if (one.about === "charge") return bySaid === 0 ? one.amount > other.amount : bySaid > 0;
  const byRank = RANKS[one.state] - RANKS[other.state];
  if (byRank !== 0) return byRank > 0;
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

/** What the member is told: a refund that is only under way may still fail. */
export function toldMarkOf(
  deposit: Paid,
  things: readonly ReversedThing[],
): DepositReversal | null {
  const isUnderWay = ({ about, state }: ReversedThing) => about === "refund" && state === "pending";
  return markOf(
    deposit,
    things.filter((thing) => !isUnderWay(thing)),
  );
}

/**
 * The payment's own sum knows of refunds that we may not have heard of one by one. It is said again
 * with each refund and not when one fails, so what failed before it was said is in it no more.
 */
function refundedOf(deposit: Paid, things: readonly ReversedThing[]): bigint {
  const single = things.filter(({ about }) => about === "refund");
  const sums = things.filter(({ about }) => about === "charge");
  const newestMs = Math.max(...sums.map(({ sinceMs }) => sinceMs));
  const live = single.filter(({ state }) => state !== "failed");
  const failed = single.filter(({ state, sinceMs }) => state === "failed" && sinceMs >= newestMs);
  const whole = sumOf(deposit, sums) - sumOf(deposit, failed);
  const known = sumOf(deposit, live);
  return whole > known ? whole : known;
}

/**
 * What is not with us any more, or not for long, in the deposit's own currency. All of it where
 * another currency was named: nobody knows how much that is.
 */
function goneOf(deposit: Paid, things: readonly ReversedThing[]): bigint {
  const lost = things.filter(({ state }) => state === "lost");
  const refunds = things.filter(({ about, state }) => about !== "dispute" && state !== "failed");
  const isForeign = [...lost, ...refunds].some(
    ({ currencyCode }) => currencyCode !== deposit.currency_code,
  );
  const gone = refundedOf(deposit, things) + sumOf(deposit, lost);
  return isForeign || gone > deposit.amount ? deposit.amount : gone;
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

/** The card deposits of a member that were credited and do not stand, the newest first. */
export async function reversedDepositsOf(
  database: Database,
  userId: bigint,
): Promise<{
  readonly deposits: readonly ReversedDeposit[];
  /** Of what was credited: refunded, or taken back after a dispute. */
  readonly goneUsd: bigint;
}> {
  const rows = await database
    .selectFrom("deposit")
    .selectAll()
    .where("user_id", "=", userId)
    // What never came into the account cannot be drawn from it either.
    .where("state", "in", ["crediting", "credited"])
    .where(isReversed("all"))
    .orderBy("id", "desc")
    .execute();
  const saidOf = await readReversals(database, rows);
  const folded = rows.map((row) => ({ row, things: foldReversals(saidOf(row)) }));
  const deposits = folded.flatMap(({ row, things }) => {
    const mark = markOf(row, things);
    const { id, currency_code: currencyCode } = row;
    return mark ? [{ ...mark, depositId: String(id), currencyCode }] : [];
  });
  const gone = folded
    .filter(({ row }) => row.state === "credited")
    .reduce((sum, { row, things }) => sum + goneOf(row, things), 0n);
  return { deposits, goneUsd: gone * powerOfTen(MONEY_DECIMALS - CARD_DECIMALS) };
}
