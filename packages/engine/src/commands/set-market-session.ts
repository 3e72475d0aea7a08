// Opens, closes or halts a market, or leaves it open for closing only. While it is closed or halted
// nothing of it triggers; the first tick after it opens acts. While it is closing-only pending
// orders wait, and everything that takes risk away goes on. Refuses: MARKET_UNKNOWN,
// MARKET_DELISTED.
import type { SetMarketSession } from "../command.ts";
import { accept, type Decision, refuse } from "../decision.ts";
import type { State } from "../state/state.ts";

export function setMarketSession(state: State, command: SetMarketSession): Decision {
  const { marketId, session, atMs } = command;
  const market = state.marketOf(marketId);
  if (market === null) return refuse({ reason: "MARKET_UNKNOWN", marketId });
  if (market.session === "delisted") return refuse({ reason: "MARKET_DELISTED", marketId });
  return accept([{ type: "MarketSessionChanged", atMs, marketId, session }]);
}
