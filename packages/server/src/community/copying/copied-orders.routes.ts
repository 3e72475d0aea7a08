// The calls about what a follow of the caller's has copied and skipped, and the closing of one copy
// by hand. Whose follow it is is the session's word (T56, T74).

import type { Language, Order } from "@truetick/contract";
import {
  copiedListFromFields,
  copyClosingFromFields,
  ROWS_PER_PAGE,
  skippedListFromFields,
} from "@truetick/contract/calls";
import { copiedPageToWire, skippedCopyToWire } from "@truetick/contract/copying";
import { type AccountId, orderId } from "@truetick/engine";
import { formatLots, formatMoney, type Lots, type Money, money } from "@truetick/money";
import type { Database } from "../../platform/database.ts";
import { type Handlers, isRefused, refuse } from "../../platform/handler.ts";
import { type MarketDirectory, marketOf } from "../../trading/markets/market-directory.ts";
import { describeEnded, describeLive } from "../../trading/orders/describe-order.ts";
import type { FinancingBook } from "../../trading/orders/financing-book.ts";
import { readHistory, sumHistory } from "../../trading/orders/order-history.ts";
import type { Books, Sequencer } from "../../trading/sequencer/sequencer.ts";
import { eventOf, submitAttempt } from "../../trading/submit-attempt.ts";
import { findOwnFollow } from "./follow-table.ts";
import { readLeaderOrders } from "./plan-table.ts";
import { readSkipped, type StoredSkip } from "./skip-table.ts";
import { skipText } from "./skip-text.ts";
import type { Tender } from "./tend-follows.ts";

export type CopiedOrderParts = {
  readonly database: Database;
  readonly sequencer: Pick<Sequencer, "submit" | "read">;
  readonly directory: MarketDirectory;
  readonly financingOf: FinancingBook["financingOf"];
  readonly tender: Pick<Tender, "tend">;
};

export type CopiedOrderHandlers = Handlers<
  "listCopiedOrders" | "listSkippedCopies" | "closeCopiedOrder"
>;

export function createCopiedOrderHandlers(parts: CopiedOrderParts): CopiedOrderHandlers {
  const { database, sequencer, directory } = parts;
  return {
    async listCopiedOrders(fields, { caller: { userId }, language }) {
      const { followId, tab, page } = copiedListFromFields(fields);
      const follow = await findOwnFollow(database, { userId, followId });
      if (!follow) return refuse("FOLLOW_UNKNOWN");
      const wanted = { accountId: follow.accountId, language, skip: (page - 1) * ROWS_PER_PAGE };
      const list = tab === "holding" ? listLive : listEnded;
      const { orders, total, profit } = await list(parts, wanted);
      const named = orders.map((order) => Number(order.partOf ?? order.id));
      const leaders = await readLeaderOrders(database, named);
      return copiedPageToWire({
        orders: orders.map((order) => {
          const leaderOrder = String(leaders.get(Number(order.partOf ?? order.id)) ?? "");
          return { ...order, leaderOrder };
        }),
        total,
        profitTotal: formatMoney(profit),
      });
    },
    async listSkippedCopies(fields, { caller: { userId }, language }) {
      const { followId, page } = skippedListFromFields(fields);
      const follow = await findOwnFollow(database, { userId, followId });
      if (!follow) return refuse("FOLLOW_UNKNOWN");
      const skip = (page - 1) * ROWS_PER_PAGE;
      const { skips, total } = await readSkipped(database, { followId, skip, take: ROWS_PER_PAGE });
      const minima = await sequencer.read((books) => skips.map((one) => lotsMinOf(books, one)));
      const data = skips.map((one, at) =>
        describeSkip(one, { language, directory, lotsMin: minima[at] ?? null }),
      );
      return { data, total };
    },
    async closeCopiedOrder(fields, context) {
      const { followId, orderId: id } = copyClosingFromFields(fields);
      const follow = await findOwnFollow(database, { userId: context.caller.userId, followId });
      if (!follow) return refuse("FOLLOW_UNKNOWN");
      const { accountId } = follow;
      const own = { accountId, orderId: orderId(id), lots: null, reason: "user" } as const;
      const outcome = await submitAttempt(
        sequencer.submit,
        { type: "CloseOrder", ...own },
        { context, pricePrecision: null },
      );
      if (isRefused(outcome)) return outcome;
      const closed = eventOf(outcome.events.find((event) => event.type === "OrderClosed"));
      // The last position of a kept one takes the cash home with it.
      await parts.tender.tend();
      return { id: String(closed.orderId), profit: formatMoney(closed.profit) };
    },
  };
}

type Wanted = {
  readonly accountId: AccountId;
  readonly language: Language;
  readonly skip: number;
};

type Found = {
  readonly orders: readonly Order[];
  readonly total: number;
  /** Of all pages. */
  readonly profit: Money;
};

async function listLive(
  { sequencer, directory, financingOf }: CopiedOrderParts,
  { accountId, language, skip }: Wanted,
): Promise<Found> {
  const views = await sequencer.read((books) => [...books.orders(accountId)].reverse());
  const orders = views.slice(skip, skip + ROWS_PER_PAGE).map((view) => {
    const market = marketOf(directory, view.marketId);
    return describeLive(view, { market, language, financing: financingOf(view.orderId) });
  });
  const profit = money(views.reduce((sum, view) => sum + view.profit, 0n));
  return { orders, total: views.length, profit };
}

const ALL = {
  marketId: null,
  side: null,
  result: null,
  reason: null,
  fromMs: null,
  toMs: null,
} as const;

async function listEnded(
  { database, directory }: CopiedOrderParts,
  { accountId, language, skip }: Wanted,
): Promise<Found> {
  const asked = { accountId, filter: ALL };
  const [rows, sums] = await Promise.all([
    readHistory(database, { ...asked, before: null, skip, take: ROWS_PER_PAGE }),
    sumHistory(database, asked),
  ]);
  const orders = rows.map((row) =>
    describeEnded(row, { market: marketOf(directory, row.marketId), language }),
  );
  return { orders, total: sums.count, profit: sums.profit };
}

function lotsMinOf(books: Books, { marketId }: StoredSkip): Lots | null {
  return books.market(marketId)?.terms.lotsMin ?? null;
}

function describeSkip(
  skip: StoredSkip,
  reader: {
    readonly language: Language;
    readonly directory: MarketDirectory;
    readonly lotsMin: Lots | null;
  },
) {
  const { language, directory, lotsMin } = reader;
  const { displayCode, pricePrecision } = marketOf(directory, skip.marketId);
  return skippedCopyToWire({
    id: String(skip.id),
    at: Math.floor(skip.atMs / 1_000),
    kind: skip.kind,
    market: displayCode,
    side: skip.side,
    leaderOrder: String(skip.leaderOrder),
    leaderLots: formatLots(skip.leaderLots),
    wantedLots: skip.wantedLots === null ? null : formatLots(skip.wantedLots),
    lotsMin: formatLots(lotsMin ?? skip.leaderLots),
    reason: skipText(skip.reason, { language, pricePrecision }),
  });
}
