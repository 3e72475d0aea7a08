// The desk's side of trading put together: markets and what can be proposed about them, orders,
// exposure, and the public list of changes. Composed by desk.ts.

import type { ProposalKinds } from "../members/proposals/proposal-kinds.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database.ts";
import type { Handlers } from "../platform/handler.ts";
import type { TradingView } from "../trading/trading-face.ts";
import { createExposureDesk, createExposureReader } from "./exposure/exposure.staff-routes.ts";
import { createChangeHandlers } from "./markets/market-changes.routes.ts";
import { registerMarketKinds } from "./markets/market-kinds.ts";
import { createMarketDesk, type MarketDeskHandlers } from "./markets/markets.staff-routes.ts";
import { createOrderDesk, type OrderDeskHandlers } from "./orders/orders.staff-routes.ts";

export type TradingDeskHandlers = MarketDeskHandlers &
  OrderDeskHandlers &
  Handlers<"getExposure" | "listMarketChanges">;

type Needs = {
  readonly database: Database;
  readonly clock: Clock;
  readonly trading: Pick<
    TradingView,
    "markets" | "halts" | "quotes" | "sources" | "sequencer" | "directory"
  >;
  readonly register: ProposalKinds["register"];
};

export function createTradingDesk({
  database,
  clock,
  trading,
  register,
}: Needs): TradingDeskHandlers {
  const { directory, sequencer } = trading;
  registerMarketKinds(register, trading);
  const exposure = createExposureReader({ sequencer, directory, clock });
  return {
    ...createMarketDesk({ database, trading, exposure }),
    ...createOrderDesk({ database, sequencer, directory }),
    ...createExposureDesk(exposure, directory),
    ...createChangeHandlers({ database, markets: trading.markets }),
  };
}
