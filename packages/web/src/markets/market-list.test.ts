// The list of markets: one request at a time, failures that keep what is shown, and markets that
// stay the same objects while their terms do.
// @vitest-environment node

import type { Market, ReadRequest } from "@truetick/contract";
import { expect, test } from "vitest";
import type { Answer, Reader } from "../api/server.ts";
import { createMarketList } from "./market-list.ts";

type Script = { markets: readonly Market[] | null; requests: number };

/** A server whose next answers the test writes; null is a lost line. */
function scriptedServer(script: Script): Reader {
  return {
    read: async <T>(request: ReadRequest<T>): Promise<Answer<T>> => {
      script.requests += 1;
      const { markets } = script;
      if (!markets) return { isOk: false, failure: { kind: "unreachable", code: "NETWORK" } };
      const isMarkets = request.path.endsWith("trade_list");
      // The rows go through unread: this test is about the list, not about the wire.
      return { isOk: true, value: (isMarkets ? markets : []) as T };
    },
  };
}

const market = (leverages: readonly number[]) =>
  ({ id: "1", code: "EURUSD", leverages, quote: null }) as unknown as Market;

test("a failed first load says so, and trying again mends it", async () => {
  const script: Script = { markets: null, requests: 0 };
  const list = createMarketList(scriptedServer(script), () => undefined);
  expect(list.get().phase).toBe("loading");
  expect(await list.refresh()).toEqual({ kind: "unreachable", code: "NETWORK" });
  expect(list.get().phase).toBe("failed");
  script.markets = [market([10])];
  const again = list.refresh();
  expect(list.get().phase).toBe("loading");
  expect(await again).toBeNull();
  expect(list.get().phase).toBe("ready");
});

test("a failed refresh keeps what is on the screen", async () => {
  const script: Script = { markets: [market([10])], requests: 0 };
  const list = createMarketList(scriptedServer(script), () => undefined);
  await list.refresh();
  script.markets = null;
  expect(await list.refresh()).not.toBeNull();
  expect(list.get().phase).toBe("ready");
});

test("asking twice at once is asking once", async () => {
  const script: Script = { markets: [market([10])], requests: 0 };
  const list = createMarketList(scriptedServer(script), () => undefined);
  await Promise.all([list.refresh(), list.refresh()]);
  expect(script.requests).toBe(2);
});

test("a market is a new one only when its terms are", async () => {
  const script: Script = { markets: [market([10])], requests: 0 };
  const list = createMarketList(scriptedServer(script), () => undefined);
  const shown = () => {
    const state = list.get();
    return state.phase === "ready" ? state.markets[0] : undefined;
  };
  await list.refresh();
  const first = shown();
  script.markets = [market([10])];
  await list.refresh();
  expect(shown()).toBe(first);
  script.markets = [market([10, 20])];
  await list.refresh();
  expect(shown()).not.toBe(first);
});
