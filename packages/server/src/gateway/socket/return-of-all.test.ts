// A gateway that restarts under its clients: all are told when to come back, come back spread out,
// and are logged in again, without one login that fails for being one of many (F20). The program
// bench/fanout/parts/return-load.ts does the same with 10,000.

import { reconnectDelayMs } from "@truetick/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTradingFloor, type Trader, type TradingFloor } from "../../testing/trading-floor.ts";
import { callSocket, type SocketCaller } from "../testing/socket-caller.ts";

const CLIENTS = 500;
const TRADERS = 25;
const BACK_WITHIN_MS = 30_000;

let floor: TradingFloor;

beforeAll(async () => {
  floor = await openTradingFloor();
});
afterAll(() => floor.close());

async function connect(trader: Trader): Promise<SocketCaller> {
  const caller = await callSocket(floor.gateway());
  caller.say({ type: "login", params: trader.token });
  caller.say({ type: "sub", params: "DAY_MARKET" });
  caller.say({ type: "sub", params: "FOREX_TRADE" });
  await Promise.all([caller.until("login"), caller.until("DAY_MARKET")]);
  return caller;
}

it("500 clients are back within 30 s, each logged in at the first try", async () => {
  const traders: Trader[] = [];
  for (let at = 0; at < TRADERS; at += 1) traders.push(await floor.openDemo());
  const owners = Array.from({ length: CLIENTS }, (_, at) => traders[at % TRADERS] as Trader);
  const callers = await Promise.all(owners.map(connect));
  const restarted = floor.restart();
  const delays = await Promise.all(
    callers.map(async ({ closed }) => reconnectDelayMs((await closed).reason)),
  );
  expect(delays).not.toContain(null);
  await restarted;
  const startedAt = performance.now();
  const back = await Promise.all(
    owners.map(async (owner, at) => {
      await new Promise((resolve) => setTimeout(resolve, delays[at] ?? 0));
      return connect(owner);
    }),
  );
  expect(performance.now() - startedAt).toBeLessThan(BACK_WITHIN_MS);
  expect(back.flatMap(({ frames }) => frames("error"))).toEqual([]);
  await Promise.all(back.map(({ until }) => until("FOREX_TRADE")));
  for (const { socket } of back) socket.terminate();
}, 60_000);
