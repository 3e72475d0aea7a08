// Every order as the journal's events make it, folded here a second time, apart from the blotter's
// own code: what has ended is handed out to be compared, what lives is kept. Called by
// check-books.ts. Memory: the live orders, and one bit for every order that ever was.

import type {
  OrderAmended,
  OrderClosed,
  OrderEvent,
  OrderOpened,
  OrderPlaced,
  OrderReduced,
} from "@truetick/engine";
import { type SpelledRow, spellRow } from "./spelled-row.ts";

type Cell = string | number | bigint | null;
type OrderCells = Record<string, Cell>;

/** Nothing is known of these until an event says it. */
const UNTOLD: Readonly<OrderCells> = {
  open_price: null,
  close_price: null,
  pending_kind: null,
  stop_loss: null,
  take_profit: null,
  trailing_distance: null,
  profit: null,
  expires_at_ms: null,
  opened_at_ms: null,
  ended_at_ms: null,
  end_reason: null,
  part_of: null,
  stops_seq: null,
};

export class OrderFold {
  readonly #live = new Map<number, OrderCells>();
  #ended: SpelledRow[] = [];
  readonly #ids = new IdSet();
  readonly #shard: number;

  constructor(shard: number) {
    this.#shard = shard;
  }

  get count(): number {
    return this.#ids.count;
  }

  has(orderId: number): boolean {
    return this.#ids.has(orderId);
  }

  /** Those that ended since this was last asked. */
  takeEnded(): readonly SpelledRow[] {
    const ended = this.#ended;
    this.#ended = [];
    return ended;
  }

  *live(): Generator<SpelledRow> {
    for (const cells of this.#live.values()) yield spellRow(cells);
  }

  /** False: the event speaks of an order that no event before it made. */
  take(event: OrderEvent, seq: number): boolean {
    switch (event.type) {
      case "OrderPlaced":
        this.#begin(event.orderId, { ...this.#born(event, seq), ...placed(event) });
        return true;
      case "OrderOpened":
        if (event.wasPending) return this.#change(event.orderId, seq, triggered(event));
        this.#begin(event.orderId, { ...this.#born(event, seq), ...opened(event) });
        return true;
      case "OrderClosed":
        return this.#end(event.orderId, seq, closed(event));
      case "OrderReduced":
        this.#ids.add(event.closedOrderId);
        this.#ended.push(spellRow({ ...this.#born(event, seq), ...closedPart(event) }));
        return this.#change(event.orderId, seq, {
          lots: event.lotsLeft,
          margin: event.marginLeft,
          fee: event.feeLeft,
        });
      case "OrderCancelled":
        return this.#end(event.orderId, seq, ending("cancelled", event));
      case "OrderAmended":
        return this.#change(event.orderId, seq, amended(event));
      case "StopsSet":
        return this.#change(event.orderId, seq, stops(event));
      case "TrailingSet": {
        const { trailingDistance } = event;
        return this.#change(event.orderId, seq, { trailing_distance: trailingDistance });
      }
      case "OrderLeftOpen":
        return true;
    }
  }

  #born({ accountId, book, marketId, atMs }: OrderEvent, seq: number): OrderCells {
    return {
      ...UNTOLD,
      shard: this.#shard,
      account_id: accountId,
      book,
      market_id: marketId,
      placed_at_ms: atMs,
      journal_seq: seq,
    };
  }

  #begin(orderId: number, cells: OrderCells): void {
    this.#ids.add(orderId);
    this.#live.set(orderId, { ...cells, order_id: orderId });
  }

  #change(orderId: number, seq: number, change: OrderCells): boolean {
    const cells = this.#live.get(orderId);
    if (!cells) return false;
    Object.assign(cells, change, { journal_seq: seq });
    return true;
  }

  #end(orderId: number, seq: number, change: OrderCells): boolean {
    const cells = this.#live.get(orderId);
    if (!cells) return false;
    this.#ended.push(spellRow({ ...cells, ...change, journal_seq: seq }));
    this.#live.delete(orderId);
    return true;
  }
}

function placed(event: OrderPlaced): OrderCells {
  return {
    status: "pending",
    side: event.side,
    lots: event.lots,
    leverage: event.leverage,
    asked_price: event.target,
    pending_kind: event.pendingKind,
    stop_loss: event.stopLoss,
    take_profit: event.takeProfit,
    trailing_distance: event.trailingDistance,
    margin: event.margin,
    fee: event.fee,
    expires_at_ms: event.expiresAtMs,
    stops_seq: event.seq,
    terms_version: event.termsVersion,
  };
}

function opened(event: OrderOpened): OrderCells {
  return {
    ...triggered(event),
    side: event.side,
    lots: event.lots,
    leverage: event.leverage,
    asked_price: event.askedPrice,
    terms_version: event.fill.termsVersion,
  };
}

function triggered(event: OrderOpened): OrderCells {
  return {
    status: "holding",
    open_price: event.openPrice,
    stop_loss: event.stopLoss,
    take_profit: event.takeProfit,
    trailing_distance: event.trailingDistance,
    margin: event.margin,
    fee: event.fee,
    expires_at_ms: null,
    opened_at_ms: event.atMs,
    stops_seq: event.fill.seq,
  };
}

function closed(event: OrderClosed): OrderCells {
  return {
    ...ending("closed", event),
    close_price: event.closePrice,
    margin: event.margin,
    fee: event.fee,
    profit: event.profit,
  };
}

function closedPart(event: OrderReduced): OrderCells {
  return {
    ...ending("closed", event),
    order_id: event.closedOrderId,
    part_of: event.orderId,
    side: event.side,
    lots: event.lots,
    leverage: event.leverage,
    asked_price: event.askedPrice,
    open_price: event.openPrice,
    close_price: event.closePrice,
    stop_loss: event.stopLoss,
    take_profit: event.takeProfit,
    margin: event.margin,
    fee: event.fee,
    profit: event.profit,
    placed_at_ms: event.openedAtMs,
    opened_at_ms: event.openedAtMs,
    terms_version: event.fill.termsVersion,
  };
}

function amended(event: OrderAmended): OrderCells {
  return {
    ...stops(event),
    asked_price: event.target,
    pending_kind: event.pendingKind,
    expires_at_ms: event.expiresAtMs,
    margin: event.margin,
    fee: event.fee,
  };
}

function stops(event: Pick<OrderAmended, "stopLoss" | "takeProfit" | "seq">): OrderCells {
  return { stop_loss: event.stopLoss, take_profit: event.takeProfit, stops_seq: event.seq };
}

function ending(
  status: "closed" | "cancelled",
  { atMs, reason }: { readonly atMs: number; readonly reason: string },
): OrderCells {
  return { status, ended_at_ms: atMs, end_reason: reason };
}

const WORD_BITS = 32;
const WORDS_PER_PAGE = 8_192;
const IDS_PER_PAGE = WORD_BITS * WORDS_PER_PAGE;

/** A set of numbers that are given out one after the other, from wherever a shard begins. */
class IdSet {
  readonly #pages = new Map<number, Uint32Array>();
  count = 0;

  has(id: number): boolean {
    const page = this.#pages.get(Math.floor(id / IDS_PER_PAGE));
    const word = page?.[Math.floor(id / WORD_BITS) % WORDS_PER_PAGE] ?? 0;
    return ((word >>> (id % WORD_BITS)) & 1) === 1;
  }

  add(id: number): void {
    if (this.has(id)) return;
    const number = Math.floor(id / IDS_PER_PAGE);
    const page = this.#pages.get(number) ?? new Uint32Array(WORDS_PER_PAGE);
    this.#pages.set(number, page);
    const at = Math.floor(id / WORD_BITS) % WORDS_PER_PAGE;
    page[at] = (page[at] ?? 0) | (1 << (id % WORD_BITS));
    this.count += 1;
  }
}
