// Writes down when requests to open, to close and to close all came in, which quote was the newest
// then, and how long the answer took, one that broke too: the evidence that nobody is made to wait
// for a worse price (H03). Stands around the handlers of orders and in nobody's way: a line for
// each order is put on a pile that is written once a second. Invariants: no answer waits for it;
// what a handler answers or throws is left as it is.

import type { ClosedOrdersWire } from "@truetick/contract";
import { closingFromFields, orderDraftFromFields } from "@truetick/contract/calls";
import { type AccountId, type MarketId, marketId, orderId, type Quote } from "@truetick/engine";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import {
  type Caller,
  type Handlers,
  isRefused,
  type Refused,
  refuse,
} from "../../platform/handler.ts";
import type { Log } from "../../platform/log.ts";
import { isDatabaseAway } from "../../platform/outage.ts";
import type { Sequencer } from "../../trading/sequencer/sequencer.ts";
import { type Arrival, createArrivalPile } from "./arrival-table.ts";

type OrderCalls = Handlers<"placeOrder" | "closeOrder" | "closeAllOrders">;

export type OrderArrivals = {
  /** The same handlers, watched. */
  readonly watch: <Watched extends OrderCalls>(handlers: Watched) => Watched;
  readonly write: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

const WRITE_EVERY_MS = 1_000;

type Parts = {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly sequencer: Pick<Sequencer, "newestQuote" | "glance">;
};

type Seen = { readonly marketId: MarketId; readonly quote: Quote } | null;

export function startOrderArrivals(parts: Parts): OrderArrivals {
  const { sequencer } = parts;
  const pile = createArrivalPile(parts);
  const timer = setInterval(() => void pile.write(), WRITE_EVERY_MS);

  function watch<Watched extends OrderCalls>(handlers: Watched): Watched {
    return {
      ...handlers,
      placeOrder: async (fields, context) => {
        const wanted = marketId(orderDraftFromFields(fields).marketId);
        const seen = seeMarket(sequencer, wanted);
        const end = begin(parts, "open", context.caller);
        try {
          const answer = await handlers.placeOrder(fields, context);
          pile.put(end(answer, seen));
          return answer;
        } catch (problem) {
          pile.put(end(toldOf(problem), seen));
          throw problem;
        }
      },
      closeOrder: async (fields, context) => {
        const { orderId: wanted } = closingFromFields(fields);
        const seen = seeOrder(sequencer, wanted, context.caller.accountId);
        const end = begin(parts, "close", context.caller);
        try {
          const answer = await handlers.closeOrder(fields, context);
          pile.put(end(answer, seen));
          return answer;
        } catch (problem) {
          pile.put(end(toldOf(problem), seen));
          throw problem;
        }
      },
      closeAllOrders: async (fields, context) => {
        const seen = seeOrders(sequencer, context.caller.accountId);
        const end = begin(parts, "close", context.caller);
        try {
          const answer = await handlers.closeAllOrders(fields, context);
          for (const { id, said } of closingsIn(answer)) pile.put(end(said, seen.get(id) ?? null));
          return answer;
        } catch (problem) {
          pile.put(end(toldOf(problem), null));
          throw problem;
        }
      },
    };
  }

  return {
    watch,
    write: pile.write,
    stop: async () => {
      clearInterval(timer);
      await pile.write();
    },
  };
}

/** What is known at the arrival; the answer makes it whole, as often as it speaks of an order. */
function begin(
  { clock }: Parts,
  kind: Arrival["kind"],
  { isDemo }: Caller,
): (answer: unknown, seen: Seen) => Arrival {
  const startedMs = clock.monotonic();
  const arrived_at_ms = clock.now();
  let took_us: number | undefined;
  return (answer, seen) => {
    const refused = isRefused(answer) ? answer.reason : "";
    // All that one answer says was said at once.
    took_us ??= Math.max(0, Math.round((clock.monotonic() - startedMs) * 1_000));
    return {
      kind,
      book: isDemo ? "demo" : "real",
      arrived_at_ms,
      took_us,
      refused,
      order_id: refused === "" ? orderIn(answer) : null,
      market_id: seen?.marketId ?? null,
      tape_seq: seen?.quote.seq ?? null,
      bid: seen?.quote.bid ?? null,
      ask: seen?.quote.ask ?? null,
    };
  };
}

/** What the gateway tells whoever waited for a call that broke. */
function toldOf(problem: unknown): Refused {
  return refuse(isDatabaseAway(problem) ? "UNAVAILABLE" : "INTERNAL");
}

/** Of what was opened, or of the part that was closed. */
function orderIn(answer: unknown): number {
  const id = (answer as { readonly Id?: unknown }).Id;
  if (typeof id !== "string") throw new Error("Invariant: the answer of an order names it");
  return Number(id);
}

type Closing = { readonly id: number; readonly said: unknown };

/** Each order that was to be closed, with what became of it. */
function closingsIn(answer: unknown): readonly Closing[] {
  if (isRefused(answer)) return [{ id: 0, said: answer }];
  // As the call declares it; the gateway holds answers against that.
  const { data, left } = answer as ClosedOrdersWire;
  return [
    ...data.map((said) => ({ id: orderIn(said), said })),
    ...left.map(({ id, reason }) => ({ id: Number(id), said: refuse(reason) })),
  ];
}

function seeMarket({ newestQuote }: Pick<Sequencer, "newestQuote">, id: MarketId): Seen {
  const quote = newestQuote(id);
  return quote && { marketId: id, quote };
}

/** Of the books as they are here when it comes in: a question to their owner would cost more. */
function seeOrder({ newestQuote, glance }: Parts["sequencer"], id: number, own: AccountId): Seen {
  const order = glance((books) => books.order(orderId(id)));
  if (order?.accountId !== own) return null;
  return seeMarket({ newestQuote }, order.marketId);
}

/** All that an account has open or pending, by the order. */
function seeOrders(sequencer: Parts["sequencer"], own: AccountId): ReadonlyMap<number, Seen> {
  const orders = sequencer.glance((books) => books.orders(own));
  return new Map(orders.map((order) => [order.orderId, seeMarket(sequencer, order.marketId)]));
}
