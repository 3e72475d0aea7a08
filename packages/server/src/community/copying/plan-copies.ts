// Makes plans of what leaders did: for each follow the whole command, with the size by both
// equities of this moment. Called by the copier in the transaction that moves its place in the
// journal. Invariant: a plan is made by what is committed, and by nothing that it will change.

import type { AccountId, MarketTerms, MarketView } from "@truetick/engine";
import { marketId, orderId } from "@truetick/engine";
import { assert, type Lots, type Money } from "@truetick/money";
import { sql } from "kysely";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import type { Books, Sequencer } from "../../trading/sequencer/sequencer.ts";
import { tradingDayEnd } from "../../trading/sessions/trading-day.ts";
import { type CopyPlan, limitsToDetails, type PlanDetails } from "./copy-plan.ts";
import { copySize, partSize } from "./copy-size.ts";
import { endFollows, readFollowersOf, type StoredFollow } from "./follow-table.ts";
import type { Deed } from "./leader-deeds.ts";
import { insertPlans, type OpenCopy, readCopiesOf } from "./plan-table.ts";

export type PlanParts = {
  readonly read: Sequencer["read"];
  readonly clock: Pick<Clock, "now">;
};

export type Planned = {
  readonly plans: readonly CopyPlan[];
  /** Their leader has lost everything: they copy no more. */
  readonly ended: readonly number[];
};

const NOTHING_PLANNED: Planned = { plans: [], ended: [] };

type Of<Kind extends Deed["kind"]> = Extract<Deed, { kind: Kind }>;
type Follower = StoredFollow & { readonly startedSeq: number };

export async function planCopies(
  { read, clock }: PlanParts,
  trx: Database,
  deeds: readonly Deed[],
): Promise<Planned> {
  if (deeds.length === 0) return NOTHING_PLANNED;
  const opens = deeds.filter((deed) => deed.kind === "open");
  const changes = deeds.filter(isChange);
  const followers = await readFollowersOf(trx, unique(opens.map(({ event }) => event.accountId)));
  const copies = await readCopiesOf(trx, unique(changes.map(({ event }) => event.orderId)));
  const nowMs = clock.now();
  // In the order of the deeds: what a closing frees is there for the opening after it.
  const plans = await read((books) =>
    deeds.flatMap((deed) => {
      if (deed.kind === "open") return planOpenings(books, deed, followers);
      return isChange(deed) ? planChanges(books, deed, copies) : [];
    }),
  );
  for (const deed of deeds) {
    if (deed.kind === "limits") plans.push(...(await planLimits(trx, { deed, nowMs, read })));
  }
  await insertPlans(trx, plans);
  const ended: number[] = [];
  for (const deed of deeds) if (deed.kind === "blown") ended.push(...(await endBlown(trx, deed)));
  return { plans, ended };
}

function isChange(deed: Deed): deed is Of<"close" | "reduce" | "stops" | "trailing"> {
  return deed.kind !== "open" && deed.kind !== "limits" && deed.kind !== "blown";
}

function unique(ids: readonly number[]): readonly number[] {
  return [...new Set(ids)];
}

/** What every plan of a deed begins with. Field by field: spreads of spreads are slow to read. */
function planOf(
  deed: Exclude<Deed, { kind: "blown" }>,
  owner: { readonly followId: number; readonly userId: number; readonly accountId: AccountId },
): Changing<CopyPlan> {
  return {
    followId: owner.followId,
    userId: owner.userId,
    accountId: owner.accountId,
    shard: deed.shard,
    seq: deed.seq,
    place: deed.place,
    atMs: deed.event.atMs,
    kind: deed.kind,
    leaderOrder: null,
    leaderLots: null,
    marketId: null,
    side: null,
    wantedLots: null,
    lots: null,
    orderId: null,
    details: NO_DETAILS,
    status: "planned",
    reason: null,
    tries: 0,
  };
}

type Changing<T> = { -readonly [Key in keyof T]: T[Key] };

const NO_DETAILS: PlanDetails = {};

function planOpenings(
  books: Books,
  deed: Of<"open">,
  followers: readonly Follower[],
): readonly CopyPlan[] {
  const { event, seq } = deed;
  const leaderEquity = books.account(event.accountId)?.equity ?? null;
  const { terms } = marketOf(books, event.marketId);
  const details: PlanDetails = {
    tapeSeq: event.fill.seq,
    leverage: event.leverage,
    askedPrice: event.openPrice,
    stopLoss: event.stopLoss,
    takeProfit: event.takeProfit,
    trailingDistance: event.trailingDistance,
  };
  const plans: CopyPlan[] = [];
  for (const follower of followers) {
    if (follower.leaderAccountId !== event.accountId || follower.startedSeq >= seq) continue;
    const plan = planOf(deed, { ...follower, followId: follower.id });
    plan.leaderOrder = event.orderId;
    plan.leaderLots = deed.lots;
    plan.marketId = event.marketId;
    plan.side = event.side;
    plan.details = details;
    giveSize(books, plan, { follower, leaderLots: deed.lots, leaderEquity, terms });
    plans.push(plan);
  }
  return plans;
}

function giveSize(
  books: Books,
  plan: Changing<CopyPlan>,
  {
    follower,
    leaderLots,
    leaderEquity,
    terms,
  }: {
    readonly follower: Follower;
    readonly leaderLots: Lots;
    readonly leaderEquity: Money | null;
    readonly terms: MarketTerms;
  },
): void {
  const followEquity = books.account(follower.accountId)?.equity ?? null;
  if (leaderEquity === null || leaderEquity <= 0n || followEquity === null) {
    plan.status = "skipped";
    plan.reason = { reason: "LEADER_WITHOUT_EQUITY" };
    return;
  }
  const { factor, lotsMax } = follower;
  const size = copySize({ leaderLots, leaderEquity, followEquity, factor, lotsMax, terms });
  plan.wantedLots = size.wanted;
  plan.lots = size.lots;
  if (size.lots !== null) return;
  plan.status = "skipped";
  plan.reason = { reason: "COPY_TOO_SMALL", lots: size.wanted, lotsMin: terms.lotsMin };
}

/** Of those copies that are still open: what a stop of their own has closed is left alone. */
function planChanges(
  books: Books,
  deed: Of<"close" | "reduce" | "stops" | "trailing">,
  copies: readonly OpenCopy[],
): readonly CopyPlan[] {
  const plans: CopyPlan[] = [];
  const details = detailsOf(deed);
  for (const copy of copies) {
    if (copy.leaderOrder !== deed.event.orderId) continue;
    const order = books.order(orderId(copy.orderId));
    if (order === null) continue;
    const plan = planOf(deed, copy);
    plan.leaderOrder = copy.leaderOrder;
    plan.leaderLots = copy.leaderLots;
    plan.marketId = order.marketId;
    plan.side = order.side;
    plan.orderId = order.orderId;
    plan.details = details;
    if (deed.kind === "reduce") givePart(books, plan, { deed, copy, order });
    plans.push(plan);
  }
  return plans;
}

function detailsOf(deed: Of<"close" | "reduce" | "stops" | "trailing">): PlanDetails {
  switch (deed.kind) {
    case "stops":
      return { stopLoss: deed.event.stopLoss, takeProfit: deed.event.takeProfit };
    case "trailing":
      return { trailingDistance: deed.event.trailingDistance };
    default:
      return { tapeSeq: deed.event.fill.seq };
  }
}

function givePart(
  books: Books,
  plan: Changing<CopyPlan>,
  {
    deed,
    copy,
    order,
  }: {
    readonly deed: Of<"reduce">;
    readonly copy: OpenCopy;
    readonly order: { readonly lots: Lots; readonly marketId: number };
  },
): void {
  const { lotStep } = marketOf(books, order.marketId).terms;
  const { wanted, lots } = partSize({
    leaderOpened: copy.leaderLots,
    copyOpened: copy.lots,
    leaderClosed: deed.closed,
    leaderLeft: deed.event.lotsLeft,
    copyNow: order.lots,
    lotStep,
  });
  plan.leaderLots = deed.closed;
  plan.wantedLots = wanted;
  plan.lots = lots;
  if (lots !== null) {
    plan.details = { ...plan.details, lotsLeft: order.lots - lots };
    return;
  }
  plan.status = "skipped";
  plan.reason = { reason: "COPY_PART_TOO_SMALL", lots: wanted, lotStep };
}

function marketOf(books: Books, id: number): MarketView {
  const market = books.market(marketId(id));
  assert(market !== null, "Invariant: what was filled has a market");
  return market;
}

/** What people set for themselves holds for their copies too. */
async function planLimits(
  trx: Database,
  { deed, nowMs, read }: { deed: Of<"limits">; nowMs: number; read: PlanParts["read"] },
): Promise<readonly CopyPlan[]> {
  const { rows } = await sql<{ id: bigint; user_id: bigint; account_id: bigint }>`
    select id, user_id, account_id from follow
    where main_account_id = ${deed.event.accountId} and status not in ('stopped', 'refused')
    order by id`.execute(trx);
  const dayEndsAtMs = tradingDayEnd("new-york", nowMs);
  return await read((books) =>
    rows.map((row) => {
      const accountId = Number(row.account_id) as AccountId;
      const owner = { followId: Number(row.id), userId: Number(row.user_id), accountId };
      const plan = planOf(deed, owner);
      const own = books.account(accountId)?.limits.dailyLossMax ?? null;
      const ownLossMax = own?.toString() ?? null;
      plan.details = { limits: limitsToDetails(deed.event.limits), ownLossMax, dayEndsAtMs };
      return plan;
    }),
  );
}

async function endBlown(trx: Database, deed: Of<"blown">): Promise<readonly number[]> {
  const { rows } = await sql<{ id: bigint }>`
    select id from follow where leader_account_id = ${deed.accountId}
      and status in ('copying', 'paused') and started_seq < ${deed.seq}`.execute(trx);
  return endFollows(trx, { ids: rows.map(({ id }) => Number(id)), reason: "leader-blown" });
}
