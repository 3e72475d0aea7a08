// The bell of a wide screen: what opens under it comes when its file can be had, and until then
// nothing else on the page goes away with it.

import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { languageOf, type Messages, type ReadRequest } from "@truetick/contract";
import english from "@truetick/contract/messages/en.json";
import { createNotation, NotationProvider } from "@truetick/ui";
import { createRouter, createStore, createToasts } from "@truetick/ui/state";
import { Suspense } from "react";
import { IntlProvider } from "use-intl";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type App, AppProvider } from "../app/app.ts";
import { createSession } from "../session/session.ts";
import { memoryStorage } from "../testing/memory-storage.ts";
import { sampleSession } from "../testing/sample-session.ts";
import { Bell } from "./bell.tsx";
// Read beforehand: when it is asked for below, nobody waits for the machine.
import "./newest-notices.tsx";

const messages: Messages = english;
/** Of real time: what imports takes turns of the event loop, more of them on a busy machine. */
const READ_WITHIN_MS = 4_000;

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function appOf(): App {
  const session = createSession(memoryStorage());
  session.begin(sampleSession());
  const parts = {
    router: createRouter(window),
    toasts: createToasts(),
    session,
    texts: createStore({ areWhole: true }),
    preferences: createStore({ language: languageOf("en") }),
    server: {
      read: async <T,>({ read }: ReadRequest<T>) => ({
        isOk: true,
        value: read({ data: [], unread: 0 }),
      }),
    },
    live: {
      socket: { connection: createStore({ phase: "live" }), subscribe: () => () => undefined },
      listen: () => () => undefined,
    },
  };
  // What the bell and its list use of the app.
  return parts as unknown as App;
}

test("a list that cannot be fetched takes nothing along, and opens when it comes", async () => {
  // A file that is missing, as without a line; nothing else can take a file away from here.
  vi.doMock("./newest-notices.tsx", () => {
    throw new Error("no line");
  });
  render(
    <AppProvider value={appOf()}>
      <IntlProvider locale="en" messages={messages}>
        <NotationProvider value={createNotation("en")}>
          <Suspense>
            <Bell />
          </Suspense>
        </NotationProvider>
      </IntlProvider>
    </AppProvider>,
  );
  const name = english.shell.titles.notices;
  fireEvent.click(screen.getByRole("button", { name }));
  // The wait begins when the first try has failed, which no clock of ours brings about.
  await act(() => vi.waitUntil(() => vi.getTimerCount() > 0, { timeout: READ_WITHIN_MS }));
  expect(screen.getByRole("button", { name })).toBeDefined();
  expect(screen.queryByRole("dialog")).toBeNull();
  vi.doUnmock("./newest-notices.tsx");
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  await vi.waitUntil(() => screen.queryByRole("dialog"), { timeout: READ_WITHIN_MS });
});
