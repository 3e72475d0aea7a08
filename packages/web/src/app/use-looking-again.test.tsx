// Looking again while answers take longer than the pause: nobody discards what is under way.

import { act, cleanup, render, renderHook, screen } from "@testing-library/react";
import type { Messages, ReadRequest } from "@truetick/contract";
import { copiedPageToWire, followToWire } from "@truetick/contract/copying";
import english from "@truetick/contract/messages/en.json";
import { rankedTraderToWire } from "@truetick/contract/ranking";
import { createNotation, NotationProvider } from "@truetick/ui";
import { createRouter, createStore, createToasts } from "@truetick/ui/state";
import type { ReactNode } from "react";
import { IntlProvider } from "use-intl";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Answer } from "../api/server.ts";
import { CopiedOrders } from "../copy/copied-orders.tsx";
import { useFollows } from "../copy/use-follows.ts";
import { useRanking } from "../ranking/use-ranking.ts";
import { sampleFollow } from "../testing/sample-follow.ts";
import { sampleTrader } from "../testing/sample-trader.ts";
import { type App, AppProvider } from "./app.ts";

let asked: ((wire: unknown) => void)[];
let app: App;

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  window.history.replaceState(null, "", "/");
  const parts = {
    router: createRouter(window),
    toasts: createToasts(),
    server: {
      read: <T,>({ read }: ReadRequest<T>) =>
        new Promise<Answer<T>>((resolve) => {
          asked.push((wire) => resolve({ isOk: true, value: read(wire) }));
        }),
    },
    live: {
      socket: { connection: createStore({ phase: "live" }), subscribe: () => () => undefined },
      listen: () => () => undefined,
    },
  };
  // What these lists use of the app.
  app = parts as unknown as App;
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const messages: Messages = english;

function InApp({ children }: { readonly children: ReactNode }) {
  return (
    <AppProvider value={app}>
      <IntlProvider locale="en" messages={messages}>
        <NotationProvider value={createNotation("en")}>{children}</NotationProvider>
      </IntlProvider>
    </AppProvider>
  );
}

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const answer = (nth: number, wire: unknown) => act(async () => asked[nth]?.(wire));

test("the first page comes, however slowly, and is asked for again after that", async () => {
  render(<CopiedOrders follow={sampleFollow()} tab="holding" onChanged={() => undefined} />, {
    wrapper: InApp,
  });
  await wait(5_000);
  await answer(0, copiedPageToWire({ orders: [], total: 0, profitTotal: "0.000000" }));
  expect(screen.getByText(english.copy.none.holding)).toBeDefined();
  expect(asked).toHaveLength(1);
  await wait(2_000);
  expect(asked).toHaveLength(2);
});

test("what a follow is worth moves, however slowly it is told", async () => {
  const { result } = renderHook(() => useFollows(), { wrapper: InApp });
  await answer(0, { data: [followToWire(sampleFollow({ equity: "500.000000" }))] });
  await wait(2_500);
  await wait(2_500);
  expect(asked).toHaveLength(2);
  await answer(1, { data: [followToWire(sampleFollow({ equity: "600.000000" }))] });
  expect(result.current.state).toMatchObject({ value: [{ equity: "600.000000" }] });
  await wait(2_000);
  expect(asked).toHaveLength(3);
});

test("a further page that is on its way is not discarded", async () => {
  const { result } = renderHook(() => useRanking(), { wrapper: InApp });
  const pageOf = (alias: string) => ({
    data: [rankedTraderToWire(sampleTrader({ alias }))],
    total: 2,
    is_simulated: 0,
  });
  await answer(0, pageOf("first"));
  await wait(59_000);
  act(() => result.current.pages.loadMore());
  await wait(2_000);
  await answer(1, pageOf("second"));
  const { rows } = result.current.pages.list;
  expect(rows.map(({ alias }) => alias)).toEqual(["first", "second"]);
});
