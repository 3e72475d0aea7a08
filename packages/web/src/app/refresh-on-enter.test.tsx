// Every navigation makes sure of the live socket; entering Quotes or Trade asks for the markets
// again, and no other screen does.

import { act, cleanup, render } from "@testing-library/react";
import type { Messages } from "@truetick/contract";
import english from "@truetick/contract/messages/en.json";
import { createRouter, createToasts } from "@truetick/ui/state";
import { IntlProvider } from "use-intl";
import { afterEach, expect, test } from "vitest";
import { type App, AppProvider } from "./app.ts";
import { RefreshOnEnter } from "./refresh-on-enter.tsx";

afterEach(cleanup);

test("every navigation opens the socket; / and /trade refresh the list", async () => {
  window.history.replaceState(null, "", "/");
  const router = createRouter(window);
  let ensured = 0;
  let asked = 0;
  // What it uses of the app.
  const parts = {
    router,
    toasts: createToasts(),
    live: {
      socket: {
        ensure: () => {
          ensured += 1;
        },
      },
    },
    markets: {
      refresh: async () => {
        asked += 1;
        return null;
      },
      get: () => ({ phase: "ready" }),
    },
  };
  const messages: Messages = english;
  render(
    <AppProvider value={parts as unknown as App}>
      <IntlProvider locale="en" messages={messages}>
        <RefreshOnEnter />
      </IntlProvider>
    </AppProvider>,
  );
  const go = (path: string) => act(async () => router.navigate(path));
  expect([ensured, asked], "the start asks by itself").toEqual([1, 0]);
  await go("/rank");
  expect([ensured, asked]).toEqual([2, 0]);
  await go("/trade");
  expect([ensured, asked]).toEqual([3, 1]);
  await go("/news");
  await go("/");
  expect([ensured, asked]).toEqual([5, 2]);
});
