// The books over all shards, as their replicas have them: an account, its orders and what they
// would cost are found where the account lives; what all shards have is taken from the first. Used
// by remote-sequencer.ts. Invariant: every shard that an answer rests on is named to `touch`.

import {
  type AccountId,
  accountOrders,
  accountView,
  exposureView,
  lotView,
  type MarketExposureView,
  type MarketId,
  type MarketView,
  marketView,
  orderView,
  previewOrder,
} from "@truetick/engine";
import { lots, money } from "@truetick/money";
import type { Books } from "../sequencer/sequencer.ts";
import type { Replica } from "./replica.ts";

export type BooksOptions = {
  /** At least one; the first is the tape's. */
  readonly replicas: readonly [Replica, ...Replica[]];
  /** Hears which shards were looked at. */
  readonly touch: (shard: number) => void;
  readonly now: () => number;
};

export function shardBooks({ replicas, touch, now }: BooksOptions): Books {
  const [first] = replicas;
  const touchAll = () => {
    for (const { shard } of replicas) touch(shard);
  };
  /** Who looks for what nobody has must know of all shards that they have it not. */
  const find = (has: (replica: Replica) => boolean): Replica | null => {
    const found = replicas.find(has) ?? null;
    if (found) touch(found.shard);
    else touchAll();
    return found;
  };
  const homeOf = (id: AccountId) => find(({ state }) => state.hasAccount(id));
  return {
    account: (id) => {
      const home = homeOf(id);
      return home && accountView(home.state, id);
    },
    order: (id) => {
      for (const { shard, state } of replicas) {
        const view = orderView(state, id);
        if (view === null) continue;
        touch(shard);
        return view;
      }
      touchAll();
      return null;
    },
    orders: (id) => {
      const home = homeOf(id);
      if (home === null) return [];
      return accountOrders(home.state, id).flatMap((order) => orderView(home.state, order) ?? []);
    },
    market: (id) => {
      // A cut that another shard's copy has not heard of yet is only asked for once more.
      touch(first.shard);
      return marketOf(replicas, id);
    },
    lot: (id) => {
      touch(first.shard);
      return lotView(first.state, id);
    },
    exposure: () => {
      touchAll();
      return sumExposures(replicas.map(({ state }) => exposureView(state)));
    },
    preview: (command) => {
      const { state } = homeOf(command.accountId) ?? first;
      return previewOrder(state, { ...command, atMs: now() });
    },
  };
}

/** As the tape's shard has it; a cut counts as charged once every shard has charged it. */
function marketOf(replicas: BooksOptions["replicas"], id: MarketId): MarketView | null {
  const view = marketView(replicas[0].state, id);
  if (view === null) return null;
  let { lastCutDate } = view;
  for (const { state } of replicas) {
    const other = state.marketOf(id);
    if (other !== null && other.lastCutDate < lastCutDate) lastCutDate = other.lastCutDate;
  }
  return lastCutDate === view.lastCutDate ? view : { ...view, lastCutDate };
}

function sumExposures(
  all: readonly (readonly MarketExposureView[])[],
): readonly MarketExposureView[] {
  const sums = new Map<string, MarketExposureView>();
  for (const view of all.flat()) {
    const place = `${view.book} ${view.marketId}`;
    const sum = sums.get(place);
    sums.set(place, sum ? addExposure(sum, view) : view);
  }
  return [...sums.values()];
}

function addExposure(sum: MarketExposureView, view: MarketExposureView): MarketExposureView {
  return {
    ...sum,
    longLots: lots(sum.longLots + view.longLots),
    shortLots: lots(sum.shortLots + view.shortLots),
    margin: money(sum.margin + view.margin),
    profit: money(sum.profit + view.profit),
    positions: sum.positions + view.positions,
    accounts: sum.accounts + view.accounts,
  };
}
