// Writes down when requests to open and to close came in, which quote was the newest then, and how
// long the answer took: the evidence that nobody is made to wait for a worse price (H03). Stands
// around the handlers of orders and in nobody's way: a line is put on a pile that is written once a
// second. Invariants: no answer waits for it; what a handler answers or throws is left as it is.

import { closingFromFields, orderDraftFromFields } from "@truetick/contract/calls";
import { type AccountId, type MarketId, marketId, orderId, type Quote } from "@truetick/engine";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import { type Caller, type Handlers, isRefused } from "../../platform/handler.ts";
import type { Log } from "../../platform/log.ts";
import type { Sequencer } from "../../trading/sequencer/sequencer.ts";
import { type Arrival, createArrivalPile } from "./arrival-table.ts";

type OrderCalls = Handlers<"placeOrder" | "closeOrder">;

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
        const end = begin(parts, "open", context.caller, seeMarket(sequencer, wanted));
        const answer = await handlers.placeOrder(fields, context);
        pile.put(end(answer));
        return answer;
      },
      closeOrder: async (fields, context) => {
        const { orderId: wanted } = closingFromFields(fields);
        const seen = seeOrder(sequencer, wanted, context.caller.accountId);
        const end = begin(parts, "close", context.caller, seen);
        const answer = await handlers.closeOrder(fields, context);
        pile.put(end(answer));
        return answer;
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

/** What is known at the arrival; the answer makes it whole. */
function begin(
  { clock }: Parts,
  kind: Arrival["kind"],
  { isDemo }: Caller,
  seen: Seen,
): (answer: unknown) => Arrival {
  const startedMs = clock.monotonic();
  const arrived_at_ms = clock.now();
  return (answer) => {
    const refused = isRefused(answer) ? answer.reason : "";
    return {
      kind,
      book: isDemo ? "demo" : "real",
      arrived_at_ms,
      took_us: Math.max(0, Math.round((clock.monotonic() - startedMs) * 1_000)),
      refused,
      order_id: refused === "" ? orderIn(answer) : null,
      market_id: seen?.marketId ?? null,
      tape_seq: seen?.quote.seq ?? null,
      bid: seen?.quote.bid ?? null,
      ask: seen?.quote.ask ?? null,
    };
  };
}

/** Of what was opened, or of the part that was closed. */
function orderIn(answer: unknown): number {
  const id = (answer as { readonly Id?: unknown }).Id;
  if (typeof id !== "string") throw new Error("Invariant: the answer of an order names it");
  return Number(id);
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
