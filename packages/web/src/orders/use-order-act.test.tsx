// An act on an order whose outcome nobody knows stays its sender's: it is asked about again as him,
// and as nobody else (T01).

import { cleanup } from "@testing-library/react";
import { requestCloseAll } from "@truetick/contract";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type App, useApp } from "../app/app.ts";
import { aroundARequest } from "../testing/around-a-request.ts";
import { showScreen } from "../testing/show-screen.tsx";
import { type OrderAct, useOrderAct } from "./use-order-act.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

/** What every account can be asked for in the same words. */
const CLOSE_ALL = requestCloseAll({ marketId: null, isCancellingPending: false });
const { path } = CLOSE_ALL;
const DONE = { orders: [], profit_total: "0.000000", cancelled: [], left: [] };

async function showAct() {
  const done: string[] = [];
  const now: { act: OrderAct | null; app: App | null } = { act: null, app: null };
  function Acting() {
    now.app = useApp();
    now.act = useOrderAct();
    return null;
  }
  const shown = await showScreen(<Acting />);
  const orderAct = () => {
    if (!now.act) throw new Error("it is shown");
    return now.act;
  };
  const around = aroundARequest(() => now.app);
  const { run } = around;
  // Nothing of the answer is read here.
  const request = { ...CLOSE_ALL, read: () => "done" };
  return {
    ...shown,
    ...around,
    done,
    orderAct,
    closeAll: (who: string) => run(() => orderAct().run(request, () => done.push(who))),
  };
}

test("T01 what is not known is asked about again, as whoever sent it", async () => {
  const { wires, done, orderAct, run, closeAll, giveUp } = await showAct();
  await closeAll("sender");
  await giveUp();
  expect(orderAct().phase).toBe("unknown");
  wires[path] = DONE;
  await run(() => orderAct().askAgain());
  expect(orderAct().phase).toBe("idle");
  expect(done).toEqual(["sender"]);
});

test("T01 another who logs in is not asked about it, and does what he means himself", async () => {
  const { wires, written, done, orderAct, run, closeAll, giveUp, logIn } = await showAct();
  await closeAll("sender");
  await giveUp();
  const asked = written.length;
  const { askAgain } = orderAct();
  wires[path] = DONE;
  await logIn("another");
  expect([orderAct().phase, orderAct().failure]).toEqual(["idle", null]);
  await run(() => orderAct().askAgain());
  await run(askAgain);
  expect(written).toHaveLength(asked);
  await closeAll("another");
  expect(done).toEqual(["another"]);
});

test("T01 a repetition that is due after another login is not made", async () => {
  const { wires, written, done, orderAct, closeAll, giveUp, logIn } = await showAct();
  await closeAll("sender");
  wires[path] = DONE;
  await logIn("another");
  await giveUp();
  expect(written).toHaveLength(1);
  expect(done).toEqual([]);
  expect(orderAct().phase).toBe("idle");
});

test("T01 who has logged out is asked for nothing, and asks when he is back", async () => {
  const { wires, written, done, orderAct, run, closeAll, giveUp, ...shown } = await showAct();
  const { logIn, logOut, sender } = shown;
  await closeAll("sender");
  await giveUp();
  const asked = written.length;
  await logOut();
  wires[path] = DONE;
  await run(() => orderAct().askAgain());
  expect(written).toHaveLength(asked);
  await logIn(sender);
  expect(orderAct().phase).toBe("unknown");
  await run(() => orderAct().askAgain());
  expect(done).toEqual(["sender"]);
});
