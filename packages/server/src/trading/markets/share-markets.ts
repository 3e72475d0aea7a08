// The markets of one process kept equal to those of the others: whoever changes a value tells, and
// all read the table again. Used by trading.ts in every role. Invariant: what the table says holds
// everywhere soon after; reads follow one another, so that an older one never has the last word.

import type { Database } from "../../platform/database.ts";
import type { Log } from "../../platform/log.ts";
import type { News } from "../../platform/news/news.ts";
import type { LiveMarkets } from "./live-markets.ts";
import type { CategoryKey } from "./market-name.ts";
import { marketTexts } from "./market-values.ts";
import { loadCategories, loadMarkets } from "./traded-market.ts";

/** Which market, or the order of the categories as it is now. */
type Told = { readonly marketId: string } | { readonly categories: readonly CategoryKey[] };

export function shareMarkets({
  live,
  database,
  news,
  log,
}: {
  readonly live: LiveMarkets;
  readonly database: Database;
  readonly news: News;
  readonly log: Log;
}): LiveMarkets {
  const channel = news.channel("markets", parseTold);
  let last: Promise<void> = Promise.resolve();

  async function read(): Promise<void> {
    for (const stored of await loadMarkets(database)) {
      const known = live.find(stored.id);
      // A market that is new to the table is traded after the next start.
      const isOther = known !== null && textOf(known) !== textOf(stored);
      if (isOther) live.change(stored.id, stored);
    }
  }

  function readSoon(): void {
    last = last.then(read).catch((err) => log.warn({ err }, "markets may be out of date"));
  }

  channel.follow((told) => {
    if ("marketId" in told) readSoon();
    else live.orderCategories(told.categories);
  });
  function readAll(): void {
    readSoon();
    last = last
      .then(async () => live.orderCategories(await loadCategories(database)))
      .catch((err) => log.warn({ err }, "the order of categories may be out of date"));
  }
  news.onMissed(readAll);
  // What was changed between the first read and now was told to nobody here.
  if (!news.isAlone) void news.ready().then(readAll);
  return {
    ...live,
    change(id, values) {
      live.change(id, values);
      channel.tellOthers({ marketId: id });
    },
    orderCategories(categories) {
      live.orderCategories(categories);
      // The order itself: who tells of it may not have committed it yet.
      channel.tellOthers({ categories });
    },
  };
}

function textOf(values: Parameters<typeof marketTexts>[0]): string {
  return JSON.stringify(marketTexts(values));
}

/** Told by another process of ours, and by nobody else: its type vouches for the rest. */
function parseTold(said: unknown): Told | null {
  if (typeof said !== "object" || said === null) return null;
  return "marketId" in said || "categories" in said ? (said as Told) : null;
}
