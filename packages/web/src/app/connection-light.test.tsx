// The light of the top bar: words and delay as the socket knows them; the delay without a render.

import { act, cleanup, render, screen } from "@testing-library/react";
import english from "@truetick/contract/messages/en.json";
import { createNotation, NotationProvider } from "@truetick/ui";
import { createStore } from "@truetick/ui/state";
import { Profiler } from "react";
import { IntlProvider } from "use-intl";
import { afterEach, expect, test } from "vitest";
import { type App, AppProvider } from "./app.ts";
import { ConnectionLight } from "./connection-light.tsx";

afterEach(cleanup);

test("says connecting, then live with the delay, which is painted", () => {
  const connection = createStore<{ isFresh: boolean; lagMs: number | null }>({
    isFresh: false,
    lagMs: null,
  });
  let renders = 0;
  render(
    <AppProvider value={{ live: { socket: { connection } } } as unknown as App}>
      <IntlProvider locale="en" messages={english}>
        <NotationProvider value={createNotation("en")}>
          <Profiler
            id="light"
            onRender={() => {
              renders += 1;
            }}
          >
            <ConnectionLight />
          </Profiler>
        </NotationProvider>
      </IntlProvider>
    </AppProvider>,
  );
  expect(screen.getByText("Connecting")).toBeTruthy();
  act(() => connection.set({ isFresh: true, lagMs: 0.4 }));
  expect(screen.getByText("1 ms")).toBeTruthy();
  const before = renders;
  act(() => connection.set({ isFresh: true, lagMs: 1_234.5 }));
  expect(screen.getByText("1,235 ms")).toBeTruthy();
  expect(renders).toBe(before);
  act(() => connection.set({ isFresh: false, lagMs: 1_234.5 }));
  expect(screen.queryByText("1,235 ms")).toBeNull();
});
