// FOREX_TRADE of one account in one language: its figures, and those of its orders that changed
// since the last frame. Made by account-topics.ts. Texts of an order are made when an event has
// touched the account; a price changes only what floats.

import {
  type Account,
  type AccountUpdate,
  accountUpdateToWire,
  type Order,
  TOPIC_TRADE,
} from "@truetick/contract";
import type { AccountView, OrderView } from "@truetick/engine";
import { formatMoney } from "@truetick/money";
import { describeAccount } from "../../trading/account/describe-account.ts";
import { marketOf } from "../../trading/markets/market-directory.ts";
import { describeLive, levelText } from "../../trading/orders/describe-order.ts";
import type { Books } from "../../trading/sequencer/sequencer.ts";
import type { AccountSource, Owner } from "./account-topics.ts";
import { createTopicStream, type StreamTiming, type TopicStream } from "./topic-stream.ts";
import { wireFrame } from "./wire-frame.ts";

export type Sight = { readonly account: AccountView; readonly orders: readonly OrderView[] };

export type AccountStream = Pick<TopicStream, "join" | "leave" | "readers" | "deliver"> & {
  /** An event has changed something of the account. */
  readonly touch: () => void;
  readonly isDue: (isQuoted: boolean) => boolean;
  /** It was looked at before. */
  readonly isShown: () => boolean;
  /** Called right before the look, outside of it: a look may be repeated. */
  readonly begin: () => void;
  readonly look: (books: Pick<Books, "account" | "orders">) => Sight | null;
  readonly publish: (sight: Sight | null) => void;
};

type Shown = { readonly view: OrderView; readonly order: Order };

export function createAccountStream(
  parts: StreamTiming & Owner & { readonly source: AccountSource },
): AccountStream {
  const { accountId, source } = parts;
  const stream = createTopicStream({ ...parts, snapshot });
  let shown = new Map<number, Shown>();
  let account: { readonly view: AccountView; readonly text: Account } | null = null;
  let isTouched = true;
  /** The look under way answers for a touch. */
  let isWhole = false;

  function frameOf(update: AccountUpdate, seq: number, isSnapshot: boolean): Buffer {
    const kind = isSnapshot ? { snapshot: 1 } : {};
    const data = accountUpdateToWire(update);
    return wireFrame(
      JSON.stringify({ type: TOPIC_TRADE, sim: source.isSimulated, seq, ...kind, data }),
    );
  }

  function snapshot(seq: number): Buffer | null {
    if (!account) return null;
    const orders = [...shown.values()].map(({ order }) => order);
    const update = { account: account.text, orders, goneIds: [], total: orders.length };
    return frameOf(update, seq, true);
  }

  /** Orders as they are told now; those that read as before are the same objects. */
  function describe(views: readonly OrderView[]): Map<number, Shown> {
    return new Map(
      views.map((view) => {
        const known = shown.get(view.orderId);
        if (!known || isWhole) return [view.orderId, describeAnew(view, known, parts)];
        return [view.orderId, hasMoved(view, known.view) ? move(known, view, parts) : known];
      }),
    );
  }

  return {
    ...stream,
    touch() {
      isTouched = true;
    },
    isDue: (isQuoted) => isTouched || (isQuoted && (account === null || account.view.used > 0n)),
    isShown: () => account !== null,
    begin() {
      isWhole = isTouched;
      isTouched = false;
    },
    look(books) {
      const view = books.account(accountId);
      return view && { account: view, orders: books.orders(accountId) };
    },
    publish(sight) {
      if (!sight) return;
      const next = describe(sight.orders);
      const orders = [...next].flatMap(([id, { order }]) =>
        shown.get(id)?.order === order ? [] : [order],
      );
      const goneIds = [...shown.keys()].filter((id) => !next.has(id)).map(String);
      const isFirst = account === null;
      const isNews = isFirst || orders.length > 0 || goneIds.length > 0;
      if (!isNews && account && isSameFigures(sight.account, account.view)) return;
      account = { view: sight.account, text: describeAccount(sight.account) };
      shown = next;
      const update = { account: account.text, orders, goneIds, total: next.size };
      stream.publish((seq) => frameOf(update, seq, isFirst));
    },
  };
}

function isSameFigures(now: AccountView, before: AccountView): boolean {
  return (
    now.cash === before.cash &&
    now.floating === before.floating &&
    now.used === before.used &&
    now.reserved === before.reserved &&
    now.held === before.held &&
    now.isMarginCalled === before.isMarginCalled
  );
}

type Describing = Owner & { readonly source: AccountSource };

function describeAnew(view: OrderView, known: Shown | undefined, parts: Describing): Shown {
  const { source, language } = parts;
  const market = marketOf(source.directory, view.marketId);
  const financing = source.financingOf(view.orderId);
  const order = describeLive(view, { market, language, financing });
  const isSame = known !== undefined && JSON.stringify(known.order) === JSON.stringify(order);
  return { view, order: isSame ? known.order : order };
}

function hasMoved(now: OrderView, before: OrderView): boolean {
  return (
    now.profit !== before.profit ||
    now.closingPrice !== before.closingPrice ||
    now.trailingLevel !== before.trailingLevel
  );
}

function move({ order }: Shown, view: OrderView, { source }: Describing): Shown {
  const market = marketOf(source.directory, view.marketId);
  const moved = {
    ...order,
    profit: formatMoney(view.profit),
    closingPrice: levelText(view.closingPrice, market),
    trailingLevel: levelText(view.trailingLevel, market),
  };
  return { view, order: moved };
}
