// A follow: money that somebody sets aside to copy a listed trader, on the wire and in our own
// words. Browser-safe: no schema library here; `follow.calls.ts` declares the calls.
// Money, lots and ratios are decimal strings; on the wire an empty text means none.

/** The least that can be set aside, and the most, by book. */
export const FOLLOW_AMOUNT_MIN = "100";
export const FOLLOW_AMOUNT_MAX = { real: "1000000", demo: "1000000" } as const;
/** How many traders one may follow at the same time. */
export const FOLLOWS_MAX = 20;
export const FOLLOW_FACTOR_MIN = "0.1";
export const FOLLOW_FACTOR_MAX = "10";
/** Of the copy stop-loss, in percent of the amount that may be lost. */
export const FOLLOW_STOP_PERCENT_MIN = 5;
export const FOLLOW_STOP_PERCENT_MAX = 95;

/**
 * Stopping waits for closed markets before its cash returns; kept positions stay until their owner
 * closes them, and nothing is copied any more.
 */
export type FollowStatus = "copying" | "paused" | "stopping" | "stopped" | "kept";

/** Why it copies no more; empty while it does. */
export const STOP_REASONS_OF_FOLLOW = ["owner", "stop-loss", "leader-blown"] as const;
export type FollowStopReason = (typeof STOP_REASONS_OF_FOLLOW)[number];

export type Follow = {
  readonly id: string;
  /** The alias of who is copied. */
  readonly leader: string;
  /** Whether new followers may join; open copies go on either way. */
  readonly isLeaderListed: boolean;
  readonly status: FollowStatus;
  /** What the owner put in, less what the owner took out. */
  readonly amount: string;
  readonly equity: string;
  readonly cash: string;
  readonly floating: string;
  /** What can be taken out now. */
  readonly available: string;
  /** Equity less amount; the final one once it is stopped. */
  readonly profit: string;
  /** Profit by everything that was put in, as a ratio. */
  readonly rate: string;
  /** What the leader made over the same time, as a ratio; null while nobody can tell. */
  readonly leaderRate: string | null;
  readonly factor: string;
  /** Percent of the amount that may be lost; null: no copy stop-loss. */
  readonly stopPercent: number | null;
  /** The equity at which the copy stop-loss fires; null: none. */
  readonly stopEquity: string | null;
  /** The largest single copy in lots; null: any. */
  readonly lotsMax: string | null;
  /** Copies that are open now. */
  readonly orders: number;
  readonly skipped: number;
  /** Unix seconds. */
  readonly startedAt: number;
  readonly stoppedAt: number | null;
  readonly stopReason: FollowStopReason | null;
};

export type FollowWire = {
  id: string;
  user: string;
  is_listed: number;
  status: number;
  amount: string;
  equity: string;
  cash: string;
  floating: string;
  available: string;
  profit: string;
  rate: string;
  leader_rate: string;
  factor: string;
  stop_percent: string;
  stop_equity: string;
  max_lots: string;
  orders: number;
  skipped: number;
  started_at: number;
  stopped_at: number | null;
  stop_reason: FollowStopReason | "";
};

const STATUS_NUMBERS = { copying: 1, paused: 2, stopping: 3, stopped: 4, kept: 5 } as const;
const STATUS_BY_NUMBER = new Map<number, FollowStatus>([
  [1, "copying"],
  [2, "paused"],
  [3, "stopping"],
  [4, "stopped"],
  [5, "kept"],
]);

export function followToWire(follow: Follow): FollowWire {
  return {
    id: follow.id,
    user: follow.leader,
    is_listed: follow.isLeaderListed ? 1 : 0,
    status: STATUS_NUMBERS[follow.status],
    amount: follow.amount,
    equity: follow.equity,
    cash: follow.cash,
    floating: follow.floating,
    available: follow.available,
    profit: follow.profit,
    rate: follow.rate,
    leader_rate: follow.leaderRate ?? "",
    factor: follow.factor,
    stop_percent: follow.stopPercent === null ? "" : String(follow.stopPercent),
    stop_equity: follow.stopEquity ?? "",
    max_lots: follow.lotsMax ?? "",
    orders: follow.orders,
    skipped: follow.skipped,
    started_at: follow.startedAt,
    stopped_at: follow.stoppedAt,
    stop_reason: follow.stopReason ?? "",
  };
}

const given = (text: string) => (text === "" ? null : text);

export function followFromWire(wire: FollowWire): Follow {
  const status = STATUS_BY_NUMBER.get(wire.status);
  if (!status) throw new Error("The answer is not a follow");
  return {
    id: wire.id,
    leader: wire.user,
    isLeaderListed: wire.is_listed === 1,
    status,
    amount: wire.amount,
    equity: wire.equity,
    cash: wire.cash,
    floating: wire.floating,
    available: wire.available,
    profit: wire.profit,
    rate: wire.rate,
    leaderRate: given(wire.leader_rate),
    factor: wire.factor,
    stopPercent: wire.stop_percent === "" ? null : Number(wire.stop_percent),
    stopEquity: given(wire.stop_equity),
    lotsMax: given(wire.max_lots),
    orders: wire.orders,
    skipped: wire.skipped,
    startedAt: wire.started_at,
    stoppedAt: wire.stopped_at,
    stopReason: wire.stop_reason === "" ? null : wire.stop_reason,
  };
}

/** The private topic that says: one of your follows has changed, look again. */
export const TOPIC_COPY = "COPY";

/** Not numbered: a missed one is made good by reading the list after every reconnect. */
export type CopyFrame = {
  readonly type: typeof TOPIC_COPY;
  readonly data: { readonly id: string };
};
