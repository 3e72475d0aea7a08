// The area of what traders see of each other. Composed by main.ts, which hands its handlers to the
// gateway.

import { ROWS_PER_PAGE, rankedWishFromFields } from "@truetick/contract/calls";
import { rankedTraderToWire } from "@truetick/contract/ranking";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database.ts";
import type { Handlers } from "../platform/handler.ts";
import type { MarketDirectory } from "../trading/markets/market-directory.ts";
import { readRankedTraders } from "./ranking/ranked-traders.ts";

export type Community = { readonly handlers: Handlers<"listRankedTraders"> };

export function createCommunity({
  database,
  clock,
  directory,
}: {
  readonly database: Database;
  readonly clock: Clock;
  readonly directory: MarketDirectory;
}): Community {
  return {
    handlers: {
      async listRankedTraders(fields) {
        const { page } = rankedWishFromFields(fields);
        const wanted = { directory, nowMs: clock.now(), page, rowsPerPage: ROWS_PER_PAGE };
        const { traders, total } = await readRankedTraders(database, wanted);
        return { data: traders.map(rankedTraderToWire), total, is_simulated: 1 };
      },
    },
  };
}
