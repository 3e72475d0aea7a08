// What the desk sees of open positions, against the orders themselves, in any history.
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { accountOrders, exposureView, type OrderView, orderView, type State } from "./index.ts";
import { acts, Run, runs } from "./testing/random-run.ts";

vi.setConfig({ testTimeout: 120_000 });

function positionsOf(state: State): { book: string; view: OrderView }[] {
  const { accounts } = state;
  return Array.from({ length: accounts.count }, (_, slot) => slot).flatMap((slot) =>
    accountOrders(state, accounts.accountId(slot)).flatMap((id) => {
      const view = orderView(state, id);
      return view?.status === "holding" ? [{ book: accounts.book(slot), view }] : [];
    }),
  );
}

test("exposure is the sum of the positions, market by market and book by book", () => {
  let seen = 0;
  fc.assert(
    fc.property(acts(), (list) => {
      const run = new Run().begin();
      for (const act of list) run.step(act);
      const positions = positionsOf(run.state);
      const exposures = exposureView(run.state);
      seen += exposures.length;
      expect(exposures.reduce((sum, each) => sum + each.positions, 0)).toBe(positions.length);
      for (const exposure of exposures) {
        const mine = positions.filter(
          ({ book, view }) => book === exposure.book && view.marketId === exposure.marketId,
        );
        const lotsOf = (side: string) =>
          mine.reduce((sum, { view }) => sum + (view.side === side ? view.lots : 0), 0);
        expect(exposure.longLots).toBe(lotsOf("buy"));
        expect(exposure.shortLots).toBe(lotsOf("sell"));
        expect(exposure.margin).toBe(mine.reduce((sum, { view }) => sum + view.margin, 0n));
        expect(exposure.accounts).toBe(new Set(mine.map(({ view }) => view.accountId)).size);
        const profit = mine.reduce((sum, { view }) => sum + view.profit, 0n);
        const off = exposure.profit - profit;
        expect(off < 0n ? -off : off).toBeLessThanOrEqual(BigInt(mine.length + 1));
      }
    }),
    runs(40),
  );
  expect(seen).toBeGreaterThan(0);
});
