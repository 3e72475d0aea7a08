// FOREX_CLOSED of one account in one language: what ended since the last frame, each with the rule
// that fired, as the journal has it. Made by account-topics.ts. Who missed a frame gets the newest
// few again; all of them are in the history.

import { type EndedOrderNotice, endedOrderToWire, TOPIC_CLOSED } from "@truetick/contract";
import type { Event, OrderCancelled, OrderClosed, OrderReduced } from "@truetick/engine";
import { formatMoney, ZERO_MONEY } from "@truetick/money";
import { text } from "../../platform/messages.ts";
import { marketOf } from "../../trading/markets/market-directory.ts";
import { levelText } from "../../trading/orders/describe-order.ts";
import type { AccountSource, Owner } from "./account-topics.ts";
import { createTopicStream, type StreamTiming, type TopicStream } from "./topic-stream.ts";
import { wireFrame } from "./wire-frame.ts";

/** As many as an account can have open at once end in one stroke when it is stopped out. */
const NOTICES_KEPT_MAX = 500;

export type ClosedStream = Pick<TopicStream, "join" | "leave" | "readers" | "deliver"> & {
  /** Takes an event of the account; those that end no order are let pass. */
  readonly note: (event: Event) => void;
  readonly publish: () => void;
};

type Ending = OrderClosed | OrderReduced | OrderCancelled;

export function createClosedStream({
  source,
  language,
  ...timing
}: StreamTiming & Owner & { readonly source: AccountSource }): ClosedStream {
  const kept: EndedOrderNotice[] = [];
  let fresh: EndedOrderNotice[] = [];
  const stream = createTopicStream({
    ...timing,
    snapshot: (seq) => frameOf(kept, { snapshot: 1 }, seq),
  });

  function frameOf(
    notices: readonly EndedOrderNotice[],
    kind: { snapshot?: 1 },
    seq: number,
  ): Buffer {
    const data = notices.map(endedOrderToWire);
    return wireFrame(
      JSON.stringify({ type: TOPIC_CLOSED, sim: source.isSimulated, seq, ...kind, data }),
    );
  }

  function describe(event: Ending): EndedOrderNotice {
    const market = marketOf(source.directory, event.marketId);
    const isClosed = event.type !== "OrderCancelled";
    return {
      id: String(event.type === "OrderReduced" ? event.closedOrderId : event.orderId),
      partOf: event.type === "OrderReduced" ? String(event.orderId) : null,
      status: isClosed ? "closed" : "cancelled",
      marketId: market.id,
      reason: event.reason,
      reasonText: isClosed
        ? text(language, `closeReasons.${event.reason}`)
        : text(language, `cancelReasons.${event.reason}`),
      closingPrice: isClosed ? levelText(event.closePrice, market) : null,
      profit: formatMoney(isClosed ? event.profit : ZERO_MONEY),
      endedAt: event.atMs / 1_000,
    };
  }

  return {
    ...stream,
    note(event) {
      if (isEnding(event)) fresh.push(describe(event));
    },
    publish() {
      if (fresh.length === 0) return;
      const notices = fresh;
      fresh = [];
      kept.push(...notices);
      if (kept.length > NOTICES_KEPT_MAX) kept.splice(0, kept.length - NOTICES_KEPT_MAX);
      stream.publish((seq) => frameOf(notices, {}, seq));
    },
  };
}

function isEnding(event: Event): event is Ending {
  const { type } = event;
  return type === "OrderClosed" || type === "OrderReduced" || type === "OrderCancelled";
}
