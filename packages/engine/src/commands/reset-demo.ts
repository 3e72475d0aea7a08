// Resets a demo account: cancels and closes everything at the market and books the difference to
// its starting balance. Refuses: ACCOUNT_UNKNOWN, ONLY_DEMO, and, while a position's market is
// closed or stale, the same as closing it would.
import { money } from "@truetick/money";
import type { ResetDemo } from "../command.ts";
import { accept, type Decision, refuse } from "../decision.ts";
import { cancelPending } from "../rules/cancel-pending.ts";
import { checkTradable } from "../rules/check.ts";
import { closePosition, closingFor } from "../rules/close-position.ts";
import { Draft } from "../rules/draft.ts";
import { Prices } from "../rules/prices.ts";
import { i32, NONE } from "../state/columns.ts";
import type { State } from "../state/state.ts";
import { DEMO_BALANCE } from "./open-account.ts";

export function resetDemo(state: State, { accountId, atMs }: ResetDemo): Decision {
  const slot = state.accounts.slotOf(accountId);
  if (slot === NONE) return refuse({ reason: "ACCOUNT_UNKNOWN", accountId });
  if (state.accounts.book(slot) !== "demo") return refuse({ reason: "ONLY_DEMO", accountId });
  const draft = new Draft(state, new Prices(atMs));
  for (const order of draft.liveOrders(slot)) {
    if (order.status === "pending") {
      cancelPending(draft, order.slot, "demo-reset");
      continue;
    }
    const market = state.marketAt(i32(state.orders.market, order.slot));
    const refusal = checkTradable(market, draft.prices);
    if (refusal !== null) return refuse(refusal);
    closePosition(draft, order.slot, closingFor("demo-reset"));
  }
  const account = draft.account(slot);
  const missing = money(DEMO_BALANCE - account.cash);
  const why = { cause: "demo-grant", causeId: accountId } as const;
  const movements = missing === 0n ? [] : [draft.moveFromHouse(account, "grants", missing, why)];
  draft.emit({ type: "DemoReset", atMs, accountId, book: account.book, movements });
  return accept(draft.events);
}
