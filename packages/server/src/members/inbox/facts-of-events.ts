// Which events of the journal are news to somebody, and what is told of them: a margin call, a
// stop-out with all it closed, an order that was filled, closed or ended by anything but its owner.
// Of every committed row only `hasNews` is asked at once; the rest is done when it is told. Pure.
// Invariant: an event is told to the account that it happened to, and to no other (T76).

import type { Event, OrderClosed, OrderReduced, StoppedOut } from "@truetick/engine";
import { formatLots, formatMoney, formatRate, money, ZERO_MONEY } from "@truetick/money";
import type { Committed } from "../../trading/sequencer/outcome.ts";
import type { NoticeDraft, NoticeFacts } from "./notice-facts.ts";

/** A pending order that ended without a fill; its size and price are in the blotter. */
export type EndedFacts = Pick<
  Extract<NoticeFacts, { kind: "orderEnded" }>,
  "kind" | "orderId" | "marketId" | "reason"
>;

/** News of an account; whose it is, the follower looks up. */
export type AccountNews = Omit<NoticeDraft, "userId" | "facts"> & {
  readonly accountId: number;
  /** Numbers become texts when somebody asks: ten thousand at once would hold everybody up. */
  readonly facts: () => NoticeFacts | EndedFacts;
};

/** Closings that the owner has not asked for. Those of a stop-out are told by the stop-out. */
const TOLD_CLOSINGS: ReadonlySet<string> = new Set<OrderClosed["reason"]>([
  "take-profit",
  "stop-loss",
  "trailing-stop",
  "delisted",
]);

const TOLD_CANCELLINGS: ReadonlySet<string> = new Set([
  "expired",
  "margin",
  "no-new-exposure",
  "leverage",
  "delisted",
]);

/**
 * Whether a row is news to anybody. Most are not, since their owners asked for what happened: those
 * are not remembered until they are told, and nothing has to be written of them.
 */
export function hasNews({ events }: Committed): boolean {
  return events.some(isNews);
}

function isNews(event: Event): boolean {
  switch (event.type) {
    case "MarginCalled":
    case "StoppedOut":
      return true;
    case "OrderOpened":
      return event.wasPending;
    case "OrderClosed":
    case "OrderReduced":
      return TOLD_CLOSINGS.has(event.reason);
    case "OrderCancelled":
      return TOLD_CANCELLINGS.has(event.reason);
    default:
      return false;
  }
}

export function newsOf({ shard, seq, events }: Committed): readonly AccountNews[] {
  let news: AccountNews[] | null = null;
  let stopOuts: Map<number, StopOut> | null = null;
  for (const [place, event] of events.entries()) {
    if (event.type === "StoppedOut") {
      stopOuts ??= new Map();
      stopOuts.set(event.accountId, { event, closed: 0, profit: ZERO_MONEY, closedId: null });
      continue;
    }
    if (stopOuts) addClosing(stopOuts, event);
    const told = tell(event, `${shard}/${seq}/${place}`);
    if (told === null) continue;
    news ??= [];
    news.push(told);
  }
  if (stopOuts) {
    news ??= [];
    for (const stopOut of stopOuts.values()) news.push(tellStopOut(stopOut, `${shard}/${seq}`));
  }
  return news ?? NO_NEWS;
}

const NO_NEWS: readonly AccountNews[] = [];

type StopOut = {
  readonly event: StoppedOut;
  closed: number;
  profit: bigint;
  /** The first that was closed. */
  closedId: number | null;
};

/** The closings follow their stop-out in the same row. */
function addClosing(stopOuts: Map<number, StopOut>, event: Event): void {
  if (event.type !== "OrderClosed" && event.type !== "OrderReduced") return;
  const stopOut = event.reason === "stop-out" ? stopOuts.get(event.accountId) : undefined;
  if (!stopOut) return;
  stopOut.closed += 1;
  stopOut.closedId ??= event.type === "OrderReduced" ? event.closedOrderId : event.orderId;
  stopOut.profit += event.profit;
}

function tellStopOut({ event, closed, profit, closedId }: StopOut, row: string): AccountNews {
  const { accountId, level, equity, used, atMs } = event;
  return {
    accountId,
    atMs,
    source: "stop-out",
    sourceId: `${row}/${accountId}`,
    facts: () => ({
      kind: "stopOut",
      level: formatRate(level),
      equity: formatMoney(equity),
      used: formatMoney(used),
      closed,
      profit: formatMoney(money(profit)),
      ...(closedId !== null && { closedId }),
    }),
  };
}

function tell(event: Event, place: string): AccountNews | null {
  if (!isNews(event)) return null;
  switch (event.type) {
    case "MarginCalled": {
      const { accountId, atMs, level, equity, used } = event;
      return {
        accountId,
        atMs,
        source: "margin-call",
        sourceId: place,
        facts: () => ({
          kind: "marginCall",
          level: formatRate(level),
          equity: formatMoney(equity),
          used: formatMoney(used),
        }),
      };
    }
    case "OrderOpened": {
      const { accountId, atMs, orderId, marketId, side, lots, openPrice: price } = event;
      return {
        accountId,
        atMs,
        source: "order-filled",
        sourceId: String(orderId),
        facts: () => {
          return { kind: "orderFilled", orderId, marketId, side, lots: formatLots(lots), price };
        },
      };
    }
    case "OrderClosed":
      return tellClosing(event, event.orderId);
    case "OrderReduced":
      return tellClosing(event, event.closedOrderId);
    case "OrderCancelled": {
      const { accountId, atMs, orderId, marketId, reason } = event;
      return {
        accountId,
        atMs,
        source: "order-ended",
        sourceId: String(orderId),
        facts: () => ({ kind: "orderEnded", orderId, marketId, reason }),
      };
    }
    default:
      return null;
  }
}

function tellClosing(event: OrderClosed | OrderReduced, orderId: number): AccountNews {
  const { accountId, atMs, marketId, side, lots, closePrice, profit, reason } = event;
  return {
    accountId,
    atMs,
    source: "order-closed",
    sourceId: String(orderId),
    facts: () => ({
      kind: "orderClosed",
      orderId,
      marketId,
      side,
      lots: formatLots(lots),
      price: closePrice,
      profit: formatMoney(profit),
      reason,
    }),
  };
}
