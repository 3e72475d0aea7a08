// Chooses: what a command causes, or why it is refused. Reads the state, changes nothing, waits
// for nothing. The sequencer applies the events before it decides the next command.
import type { Command } from "./command.ts";
import { amendOrder } from "./commands/amend-order.ts";
import { cancelOrder } from "./commands/cancel-order.ts";
import { chargeFinancing } from "./commands/charge-financing.ts";
import { closeAll } from "./commands/close-all.ts";
import { closeOrder } from "./commands/close-order.ts";
import { credit } from "./commands/credit.ts";
import { defineMarket } from "./commands/define-market.ts";
import { delistMarket } from "./commands/delist-market.ts";
import { expireOrders } from "./commands/expire-orders.ts";
import { hold } from "./commands/hold.ts";
import { markStale } from "./commands/mark-stale.ts";
import { openAccount } from "./commands/open-account.ts";
import { placeOrder } from "./commands/place-order.ts";
import { release } from "./commands/release.ts";
import { resetDemo } from "./commands/reset-demo.ts";
import { setLimits } from "./commands/set-limits.ts";
import { setMarketSession } from "./commands/set-market-session.ts";
import { setStops } from "./commands/set-stops.ts";
import { setTrailing } from "./commands/set-trailing.ts";
import { settle } from "./commands/settle.ts";
import { startDay } from "./commands/start-day.ts";
import { takeQuote } from "./commands/take-quote.ts";
import { transfer } from "./commands/transfer.ts";
import type { Decision } from "./decision.ts";
import type { State } from "./state/state.ts";

export function decide(state: State, command: Command): Decision {
  switch (command.type) {
    case "TakeQuote":
      return takeQuote(state, command);
    case "PlaceOrder":
      return placeOrder(state, command);
    case "CloseOrder":
      return closeOrder(state, command);
    case "CloseAll":
      return closeAll(state, command);
    case "CancelOrder":
      return cancelOrder(state, command);
    case "SetStops":
      return setStops(state, command);
    case "SetTrailing":
      return setTrailing(state, command);
    case "AmendOrder":
      return amendOrder(state, command);
    case "ExpireOrders":
      return expireOrders(state, command);
    case "MarkStale":
      return markStale(state, command);
    case "DefineMarket":
      return defineMarket(state, command);
    case "SetMarketSession":
      return setMarketSession(state, command);
    case "DelistMarket":
      return delistMarket(state, command);
    case "ChargeFinancing":
      return chargeFinancing(state, command);
    case "StartDay":
      return startDay(state, command);
    case "OpenAccount":
      return openAccount(state, command);
    case "SetLimits":
      return setLimits(state, command);
    case "ResetDemo":
      return resetDemo(state, command);
    case "Credit":
      return credit(state, command);
    case "Hold":
      return hold(state, command);
    case "Release":
      return release(state, command);
    case "Settle":
      return settle(state, command);
    case "Transfer":
      return transfer(state, command);
  }
}
