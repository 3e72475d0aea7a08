// The ranking as it stands: whoever chose to be listed, with what the facts say. Nothing of it is
// stored: it is a view over journal, ledger and blotter (H18, T44), kept in memory for half a
// minute. What has been read is not read again: the facts only ever grow. Invariants: the equity of
// now and the facts are of one moment, so that no payment is taken for a profit; a fall is kept
// before it is shown, as the equity that was seen, unless it cannot be kept at that moment.

import type { RankedTrader, TraderProfile } from "@truetick/contract/ranking";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import type { Log } from "../../platform/log.ts";
import { cutAt } from "../../trading/exchange/new-york-cut.ts";
import type { MarketDirectory } from "../../trading/markets/market-directory.ts";
import type { Sequencer } from "../../trading/sequencer/sequencer.ts";
import { cutOnDay, tradingDayEnd, tradingDayStart } from "../../trading/sessions/trading-day.ts";
import { type Cut, EquityRecord } from "./equity-record.ts";
import { createHedgeWatch, type HedgedAccounts } from "./hedged-accounts.ts";
import {
  type LeaderFacts,
  type Moment,
  productOf,
  rankedTraderOf,
  traderProfileOf,
} from "./leader-figures.ts";
import { type Leader, readLeaders } from "./leader-table.ts";
import { noteLows, type SeenLeader } from "./note-lows.ts";
import { gainText } from "./ratio.ts";
import { readBooks } from "./read-books.ts";
import {
  type ClosedOrders,
  type Facts,
  type Heads,
  type KnownUpTo,
  readFacts,
  readMoved,
} from "./read-facts.ts";
import { readFollowers } from "./read-followers.ts";

/** What is shown is at most this old. */
const KEPT_MS = 30_000;
const DAY_MS = 86_400_000;
const THREE_WEEKS_DAYS = 21;
/** How long the ranking may keep everybody else waiting. */
const TURN_MS = 8;
/** Payments come by the second at most; the next look finds a moment without one. */
const LOOKS_MAX = 10;

export type Ranking = {
  /** Everybody who is listed. */
  readonly traders: () => Promise<readonly RankedTrader[]>;
  /** By alias, whatever its case; also of who has left the list. Null: nobody has it. */
  readonly profile: (alias: string) => Promise<TraderProfile | null>;
  /** What the figures of this account are; null when it has no alias. */
  readonly factsOf: (accountId: number) => Promise<LeaderFacts | null>;
  /** The same, of nothing that was known before. */
  readonly factsNow: (accountId: number) => Promise<LeaderFacts | null>;
  /**
   * What the account has returned since the beginning of the day of that moment, as a decimal;
   * null when it has no alias. Not exact within that day: equity is kept by days.
   */
  readonly returnSince: (accountId: number, sinceMs: number) => Promise<string | null>;
  /** Looks anew when it is next asked. */
  readonly forget: () => void;
};

export type RankingNeeds = {
  readonly database: Database;
  readonly sequencer: Pick<Sequencer, "read" | "storeTape">;
  readonly directory: MarketDirectory;
  readonly clock: Clock;
  readonly log: Log;
  /** Prices are made up or played back: play accounts may be listed too. */
  readonly isSimulated: boolean;
};

type Known = {
  readonly record: EquityRecord;
  /** By market and leverage. */
  readonly closed: Map<string, ClosedOrders>;
};

type View = {
  readonly facts: ReadonlyMap<number, LeaderFacts>;
  readonly hedges: HedgedAccounts;
  readonly moment: Moment;
  readonly traders: readonly RankedTrader[];
};

export function createRanking(needs: RankingNeeds): Ranking {
  const { clock, directory } = needs;
  const shelf: Shelf = { known: new Map(), cuts: new Map(), heads: new Map(), readAt: null };
  const findHedged = createHedgeWatch(needs);
  const giveWay = createGivingWay(clock);
  let looking: Promise<View> | null = null;
  let lookedAtMs = 0;

  async function look(): Promise<View> {
    const moment = momentOf(clock.now(), directory);
    const hedges = await findHedged();
    const facts = await readLeaderFacts({ ...needs, hedges, giveWay }, shelf, moment);
    const listed = [...facts.values()].filter(({ leader }) => leader.isListed);
    const traders: RankedTrader[] = [];
    for (const one of listed) {
      traders.push(rankedTraderOf(one, moment));
      await giveWay();
    }
    return { facts, moment, hedges, traders };
  }

  function view(): Promise<View> {
    const nowMs = clock.monotonic();
    if (looking && nowMs - lookedAtMs < KEPT_MS) return looking;
    lookedAtMs = nowMs;
    // One after the other: a look adds to what is known.
    const own = (looking ?? Promise.resolve()).catch(() => undefined).then(look);
    looking = own;
    // A look that failed is not what is remembered.
    own.catch(() => {
      if (looking === own) lookedAtMs = Number.NEGATIVE_INFINITY;
    });
    return own;
  }

  const forget = (): void => {
    lookedAtMs = Number.NEGATIVE_INFINITY;
  };
  const factsOf = async (id: number) => (await view()).facts.get(id) ?? null;

  return {
    traders: async () => (await view()).traders,
    factsOf,
    factsNow(id) {
      forget();
      return factsOf(id);
    },
    async returnSince(id, sinceMs) {
      const facts = (await view()).facts.get(id);
      if (!facts) return null;
      const { record, equity } = facts;
      const days = record.days.filter(({ endedAtMs }) => endedAtMs > sinceMs);
      return gainText(productOf([...days, record.today(equity)]));
    },
    async profile(alias) {
      const { facts, moment, hedges } = await view();
      const wanted = alias.toLowerCase();
      const one = [...facts.values()].find(({ leader }) => leader.alias.toLowerCase() === wanted);
      if (!one) return null;
      return traderProfileOf(one, moment, hedges.accountsOf(one.leader.accountId));
    },
    forget,
  };
}

function momentOf(nowMs: number, directory: MarketDirectory): Moment {
  const newestDay = Math.floor(tradingDayStart("new-york", nowMs) / DAY_MS);
  const firstAtMs = cutOnDay("new-york", newestDay - THREE_WEEKS_DAYS + 1);
  return {
    nowMs,
    today: cutAt(tradingDayEnd("new-york", nowMs)).cutDate,
    recentFromDate: cutAt(firstAtMs).cutDate,
    directory,
  };
}

type GiveWay = () => Promise<void>;
type LookParts = Pick<View, "hedges"> & { readonly giveWay: GiveWay };

/** Lets everybody else have their turn when this has taken long enough. */
function createGivingWay(clock: Clock): GiveWay {
  let turnEndsMs = 0;
  return async () => {
    if (clock.monotonic() < turnEndsMs) return;
    await new Promise(setImmediate);
    turnEndsMs = clock.monotonic() + TURN_MS;
  };
}

/** What was read so far, up to these rows of the journals. */
type Shelf = {
  readonly known: Map<number, Known>;
  /** By shard. */
  readonly cuts: Map<number, Cut[]>;
  heads: Heads;
  /** When, by the database's clock. */
  readAt: string | null;
};

async function readLeaderFacts(
  { database, log, sequencer, isSimulated, hedges, giveWay }: RankingNeeds & LookParts,
  shelf: Shelf,
  { recentFromDate }: Moment,
): Promise<ReadonlyMap<number, LeaderFacts>> {
  const leaders = await readLeaders(database, { hasDemos: isSimulated });
  const ids = leaders.map(({ accountId: id }) => id);
  for (let looks = 1; ; looks += 1) {
    const accounts = knownOf(shelf, leaders);
    const before = { cutsAfter: shelf.heads, readBefore: shelf.readAt };
    const facts = await readFacts(database, { accounts, ...before, recentFromDate });
    await learn(shelf, { leaders, facts, giveWay });
    const followersOf = await readFollowers(database);
    const books = await readBooks(sequencer, ids);
    const moved = await readMoved(database, knownOf(shelf, leaders));
    if (moved.size > 0 && looks < LOOKS_MAX) continue;
    const leaderFacts = new Map<number, SeenLeader>(
      leaders.flatMap((leader, index) => {
        const id = leader.accountId;
        const known = shelf.known.get(id);
        const now = books[index];
        if (!known || !now) return [];
        const closed = [...known.closed.values()];
        const own = { leader, record: known.record, closed, recent: facts.recent.get(id) ?? [] };
        const seen = { followers: followersOf(id), isHedged: hedges.isHedged(id) };
        return [[id, { ...own, ...now, ...seen }] as const];
      }),
    );
    // Of who moved on, it is not of one moment: what looks like a fall may be a payment.
    const still = [...leaderFacts.values()].filter(({ leader }) => !moved.has(leader.accountId));
    await noteLows({ database, sequencer, log }, still, shelf.heads);
    return leaderFacts;
  }
}

function knownOf(shelf: Shelf, leaders: readonly Leader[]): readonly KnownUpTo[] {
  return leaders.map(({ accountId: id, shard }) => {
    return { accountId: id, shard, seq: shelf.known.has(id) ? (shelf.heads.get(shard) ?? 0) : 0 };
  });
}

/** One look at a time does this: what it reads is known whole before the next begins. */
async function learn(
  shelf: Shelf,
  { leaders, facts, giveWay }: { leaders: readonly Leader[]; facts: Facts; giveWay: GiveWay },
): Promise<void> {
  for (const [shard, cuts] of facts.cuts) {
    shelf.cuts.set(shard, [...(shelf.cuts.get(shard) ?? []), ...cuts]);
  }
  for (const { accountId: id, shard, openedSeq } of leaders) {
    const old = shelf.known.get(id);
    const known: Known = old ?? { record: new EquityRecord(), closed: new Map() };
    shelf.known.set(id, known);
    known.record.take({
      cuts: old
        ? (facts.cuts.get(shard) ?? [])
        : (shelf.cuts.get(shard) ?? []).filter(({ seq }) => seq > openedSeq),
      equities: facts.equities.get(id) ?? [],
      flows: facts.flows.get(id) ?? [],
    });
    for (const low of facts.lows.get(id) ?? []) known.record.see(low);
    for (const row of facts.closed.get(id) ?? []) addClosed(known.closed, row);
    await giveWay();
  }
  shelf.heads = facts.heads;
  shelf.readAt = facts.readAt;
}

function addClosed(closed: Map<string, ClosedOrders>, row: ClosedOrders): void {
  const key = `${row.marketId}/${row.leverage}`;
  const old = closed.get(key);
  closed.set(key, {
    ...row,
    orders: row.orders + (old?.orders ?? 0n),
    closed: row.closed + (old?.closed ?? 0n),
    won: row.won + (old?.won ?? 0n),
    profit: row.profit + (old?.profit ?? 0n),
    heldMs: row.heldMs + (old?.heldMs ?? 0n),
  });
}
