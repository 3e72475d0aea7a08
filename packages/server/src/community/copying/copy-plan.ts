// What a follow is to do about one event of its leader, as the table keeps it: the whole command,
// fixed when it is planned, so that submitting it again is submitting the same. Pure.

import type { AccountId, AccountLimits, OrderId, Side } from "@truetick/engine";
import { marketId, orderId, type Refusal } from "@truetick/engine";
import { assert, type Lots, type Money, money, type Price, price } from "@truetick/money";
import { FIRST_SHARD } from "../../trading/journal/read-shards.ts";
import type { CommandKey, UnstampedCommand } from "../../trading/sequencer/sequencer.ts";

export type PlanKind = "open" | "stops" | "trailing" | "reduce" | "close" | "limits";
export type PlanStatus = "planned" | "waiting" | "done" | "skipped";

/** Why the rule itself places nothing. */
export type RuleRefusal =
  | { readonly reason: "COPY_TOO_SMALL"; readonly lots: Lots; readonly lotsMin: Lots }
  | { readonly reason: "COPY_PART_TOO_SMALL"; readonly lots: Lots; readonly lotStep: Lots }
  | { readonly reason: "LEADER_WITHOUT_EQUITY" };

export type SkipReason = Refusal | RuleRefusal;

/** The rest of a command, in numbers that JSON has. */
export type PlanDetails = {
  /** The row of its market's tape that the leader was filled at: the copy comes no earlier. */
  readonly tapeSeq?: number;
  readonly leverage?: number;
  readonly askedPrice?: number;
  readonly stopLoss?: number | null;
  readonly takeProfit?: number | null;
  readonly trailingDistance?: number | null;
  readonly limits?: Omit<AccountLimits, "dailyLossMax"> & { readonly dailyLossMax: string | null };
  /** The daily loss that the copies' own account had when the limits were set. */
  readonly ownLossMax?: string | null;
  readonly dayEndsAtMs?: number;
  /** Of a part that is closed: what is left of the copy by it, whenever it is carried out. */
  readonly lotsLeft?: number;
};

export type CopyPlan = {
  readonly followId: number;
  readonly userId: number;
  readonly accountId: AccountId;
  /** The event: the row in its shard's journal and its place there. */
  readonly shard: number;
  readonly seq: number;
  readonly place: number;
  readonly atMs: number;
  readonly kind: PlanKind;
  readonly leaderOrder: number | null;
  readonly leaderLots: Lots | null;
  readonly marketId: number | null;
  readonly side: Side | null;
  readonly wantedLots: Lots | null;
  readonly lots: Lots | null;
  /** The copy; of an opening it is known when it is done. */
  readonly orderId: OrderId | null;
  readonly details: PlanDetails;
  readonly status: PlanStatus;
  readonly reason: SkipReason | null;
  readonly tries: number;
};

/** Owned by the follower. Clients' names of attempts begin otherwise. */
export function keyOfPlan(plan: CopyPlan): CommandKey {
  const { userId, followId, place, tries, kind } = plan;
  const row = `${followId}/${rowName(plan)}`;
  const key = { ownerId: userId, key: `copy/${row}/${place}/${tries}`, payload: kind };
  const { marketId: market, details } = plan;
  if (market === null || details.tapeSeq === undefined) return key;
  return { ...key, after: { marketId: marketId(market), seq: details.tapeSeq } };
}

/** Of the first shard as before there were others: a plan that was made then keeps its key. */
function rowName({ shard, seq }: CopyPlan): string {
  return shard === FIRST_SHARD ? `${seq}` : `${shard}-${seq}`;
}

export function commandOfPlan(plan: CopyPlan): UnstampedCommand {
  const { kind, accountId, details } = plan;
  switch (kind) {
    case "open":
      return openingOf(plan);
    case "stops":
      return {
        type: "SetStops",
        accountId,
        orderId: given(plan.orderId),
        stopLoss: priceOf(details.stopLoss),
        takeProfit: priceOf(details.takeProfit),
      };
    case "trailing": {
      const distance = details.trailingDistance ?? null;
      return { type: "SetTrailing", accountId, orderId: given(plan.orderId), distance };
    }
    case "reduce":
    case "close": {
      const { lots } = plan;
      return { type: "CloseOrder", accountId, orderId: given(plan.orderId), lots, reason: "copy" };
    }
    case "limits":
      return {
        type: "SetLimits",
        accountId,
        limits: limitsOf(given(details.limits ?? null)),
        dayEndsAtMs: given(details.dayEndsAtMs ?? null),
      };
  }
}

/** At the market, with the leader's price as the one that was asked for. */
function openingOf({ accountId, details, ...plan }: CopyPlan): UnstampedCommand {
  return {
    type: "PlaceOrder",
    accountId,
    marketId: marketId(given(plan.marketId)),
    side: given(plan.side),
    lots: given(plan.lots),
    leverage: given(details.leverage ?? null),
    target: null,
    askedPrice: priceOf(details.askedPrice),
    maxDeviation: null,
    stopLoss: priceOf(details.stopLoss),
    takeProfit: priceOf(details.takeProfit),
    trailingDistance: details.trailingDistance ?? null,
    expiresAtMs: null,
  };
}

/** All limits but the daily loss, which is not loosened on a day that has lost. */
export function withOwnLoss(plan: CopyPlan): CopyPlan {
  const { limits, ownLossMax = null } = plan.details;
  const kept = { ...given(limits ?? null), dailyLossMax: ownLossMax };
  return { ...plan, details: { ...plan.details, limits: kept } };
}

export function limitsToDetails(limits: AccountLimits): NonNullable<PlanDetails["limits"]> {
  return { ...limits, dailyLossMax: limits.dailyLossMax?.toString() ?? null };
}

function limitsOf({ dailyLossMax, ...others }: NonNullable<PlanDetails["limits"]>): AccountLimits {
  const lossMax: Money | null = dailyLossMax === null ? null : money(BigInt(dailyLossMax));
  return { ...others, dailyLossMax: lossMax };
}

function priceOf(points: number | null | undefined): Price | null {
  return points === null || points === undefined ? null : price(points);
}

function given<T>(value: T | null): T {
  assert(value !== null, "Invariant: a plan holds all of its command");
  return value;
}

export function orderIdOf(id: bigint | null): OrderId | null {
  return id === null ? null : orderId(Number(id));
}
