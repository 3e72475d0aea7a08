// New terms of a market look forward only: what happened stays, and positions that are open keep
// their margin, their fee and the result they would have had (H09, T55).
import { lots, rate } from "@truetick/money";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import {
  accountId,
  type Event,
  encodeEvents,
  type MarketTerms,
  type OrderId,
  orderId,
  orderView,
} from "./index.ts";
import { f64 } from "./state/columns.ts";
import { ACCOUNTS, type Act, acts, MARKETS, Run, runs } from "./testing/random-run.ts";

vi.setConfig({ testTimeout: 120_000 });

/** Everything about opening: leverage, fee, margin mode, sizes. */
function otherTerms(terms: MarketTerms): MarketTerms {
  return {
    ...terms,
    version: 2,
    leverages: [1, 3],
    marginMode: terms.marginMode === "fixed" ? "floating" : "fixed",
    feeType: "lots",
    feeRate: rate(500_000_000n),
    lotsMin: lots(1_000),
    lotsMax: lots(2_000),
  };
}

/** A history in which nothing waits for a price of its own. */
function runUpTo(list: readonly Act[]): Run {
  const run = new Run().begin();
  for (const act of list) run.step(act);
  for (const id of liveOrders(run)) {
    const view = orderView(run.state, id);
    if (view?.status !== "pending") continue;
    const who = { accountId: view.accountId, orderId: view.orderId };
    run.carryOut({ type: "CancelOrder", atMs: run.atMs, ...who });
  }
  return run;
}

function liveOrders(run: Run): OrderId[] {
  const { orders } = run.state;
  return Array.from({ length: orders.slotsEnd }, (_, slot) => slot)
    .filter((slot) => orders.isLive(slot))
    .map((slot) => orderId(f64(orders.orderId, slot)));
}

/** Prices move and positions are closed: nothing is opened any more. */
function playOut(run: Run, list: readonly Act[]): void {
  for (const [kind, ...draws] of list)
    run.step([kind < 60 ? kind % 45 : 70 + (kind % 6), ...draws]);
  for (const id of ACCOUNTS) {
    run.carryOut({
      type: "CloseAll",
      atMs: run.atMs,
      accountId: accountId(id),
      marketId: null,
      reason: "user",
      isCancellingPending: true,
    });
  }
}

/** What was realised, without the version of the terms it names. */
function resultsOf(history: readonly Event[]): unknown[] {
  return history.flatMap((event) => {
    if (event.type !== "OrderClosed" && event.type !== "OrderReduced") return [];
    const { reason, lots: closed, closePrice, profit, margin } = event;
    return [{ id: event.orderId, reason, closed, closePrice, profit, margin }];
  });
}

describe("H09, T55: a change of terms", () => {
  test("leaves what happened as it was and every open position what it was", () => {
    let open = 0;
    fc.assert(
      fc.property(acts(60), (list) => {
        const run = runUpTo(list);
        const before = encodeEvents(run.history);
        const count = run.history.length;
        const views = liveOrders(run).map((id) => orderView(run.state, id));
        open += views.length;
        for (const terms of MARKETS) {
          run.carryOut({ type: "DefineMarket", atMs: run.atMs, terms: otherTerms(terms) });
        }
        expect(encodeEvents(run.history.slice(0, count))).toEqual(before);
        expect(liveOrders(run).map((id) => orderView(run.state, id))).toEqual(views);
      }),
      runs(40),
    );
    expect(open).toBeGreaterThan(0);
  });

  test("changes no result of a position that was open before it", () => {
    let results = 0;
    fc.assert(
      fc.property(acts(60), acts(60), (past, future) => {
        const [kept, changed] = [runUpTo(past), runUpTo(past)];
        for (const terms of MARKETS) {
          changed.carryOut({ type: "DefineMarket", atMs: changed.atMs, terms: otherTerms(terms) });
        }
        playOut(kept, future);
        playOut(changed, future);
        expect(resultsOf(changed.history)).toEqual(resultsOf(kept.history));
        results += resultsOf(kept.history).length;
      }),
      runs(40),
    );
    expect(results).toBeGreaterThan(0);
  });
});
