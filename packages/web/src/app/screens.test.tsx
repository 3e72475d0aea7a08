// Screens behind the address: kept ones come back as they were left, with their scroll; others
// begin anew, at the top; an address nobody knows says so.

import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { languageOf, type Messages } from "@truetick/contract";
import english from "@truetick/contract/messages/en.json";
import { createRouter, type Router } from "@truetick/ui/state";
import { useEffect, useState } from "react";
import { IntlProvider } from "use-intl";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTexts, type TextStore } from "../languages/texts.ts";
import { createSession, type SessionStore } from "../session/session.ts";
import { memoryStorage } from "../testing/memory-storage.ts";
import { sampleSession } from "../testing/sample-session.ts";
import { type App, AppProvider } from "./app.ts";
import type { Route } from "./route-table.ts";
import { Screens } from "./screens.tsx";

let shown: string[];

/** A screen with something to remember: a counter and a list that scrolls. */
function counterScreen(name: string) {
  return function CounterScreen() {
    const [count, setCount] = useState(0);
    useEffect(() => {
      shown.push(`${name} in`);
      return () => {
        shown.push(`${name} out`);
      };
    }, []);
    return (
      <div data-testid={name}>
        <button type="button" onClick={() => setCount(count + 1)}>
          {name} {count}
        </button>
        <div data-testid={`${name} list`} />
      </div>
    );
  };
}

function route(path: string, name: string, isCached: boolean): Route {
  const Screen = counterScreen(name);
  return {
    path,
    title: "quotes",
    load: async () => Screen,
    needsLogin: false,
    hasTabs: true,
    isCached,
  };
}

const ROUTES = [
  route("/", "kept", true),
  route("/copy", "passing", false),
  { ...route("/order", "private", false), needsLogin: true },
  route("/login", "door", false),
];

let router: Router;
let session: SessionStore;
let texts: TextStore;
/** Lets the texts of the other screens arrive. */
let bringTexts: () => void;

beforeEach(() => {
  shown = [];
  window.history.replaceState(null, "", "/");
  router = createRouter(window);
  session = createSession(memoryStorage());
  const messages: Messages = english;
  texts = createTexts({
    first: async () => messages,
    whole: () =>
      new Promise((resolve) => {
        bringTexts = () => resolve(messages);
      }),
  });
});

afterEach(() => {
  cleanup();
  router.stop();
});

async function show(extent: "first" | "whole" = "whole"): Promise<void> {
  const opened = texts.open(languageOf("en"), extent);
  if (extent === "whole") bringTexts();
  await opened;
  // Screens and their links use nothing else of the app.
  const app = { router, session, texts } as App;
  const messages: Messages = english;
  await act(async () => {
    render(
      <AppProvider value={app}>
        <IntlProvider locale="en" messages={messages}>
          <Screens routes={ROUTES} />
        </IntlProvider>
      </AppProvider>,
    );
  });
}

const go = (to: string) => act(async () => router.navigate(to));
const press = async (name: RegExp) => fireEvent.click(await screen.findByText(name));

function scrollList(name: string, top: number): HTMLElement {
  const list = screen.getByTestId(`${name} list`);
  list.scrollTop = top;
  fireEvent.scroll(list);
  return list;
}

test("a kept screen comes back as it was left, with its scroll", async () => {
  await show();
  await press(/kept 0/);
  const list = scrollList("kept", 640);
  await go("/copy");
  // What a browser does to a list that is not displayed.
  list.scrollTop = 0;
  await go("/");
  expect(screen.getByText("kept 1")).toBeDefined();
  expect(screen.getByTestId("kept list")).toBe(list);
  expect(list.scrollTop).toBe(640);
});

test("a hidden screen does no work", async () => {
  await show();
  await go("/copy");
  await go("/");
  expect(shown).toEqual(["kept in", "kept out", "passing in", "passing out", "kept in"]);
});

test("any other screen begins anew, at the top", async () => {
  await show();
  await go("/copy");
  await press(/passing 0/);
  scrollList("passing", 300);
  await go("/");
  expect(screen.queryByTestId("passing")).toBeNull();
  await go("/copy");
  expect(screen.getByText("passing 0")).toBeDefined();
  expect(screen.getByTestId("passing list").scrollTop).toBe(0);
});

test("visiting the same screen again is a new visit", async () => {
  await show();
  await go("/copy");
  await press(/passing 0/);
  await go("/copy");
  expect(screen.getByText("passing 0")).toBeDefined();
});

test("an address nobody knows says so and leads back", async () => {
  await show();
  await go("/nowhere");
  expect(screen.getByRole("heading", { level: 2, name: "Page not found" })).toBeDefined();
  fireEvent.click(screen.getByRole("link", { name: "Go to quotes" }));
  expect(await screen.findByText("kept 0")).toBeDefined();
});

test("a screen that needs a login opens /login instead, with the way back", async () => {
  await show();
  const steps = window.history.length;
  await go("/order?type=1");
  expect(screen.queryByTestId("private")).toBeNull();
  expect(await screen.findByTestId("door")).toBeDefined();
  expect(router.location.get().query.get("from")).toBe("/order?type=1");
  // Going back leads to where one was, not into the same door again.
  expect(window.history.length).toBe(steps + 1);
});

test("a trader sees it, until the session ends", async () => {
  session.begin(sampleSession());
  await show();
  await go("/order");
  expect(await screen.findByTestId("private")).toBeDefined();
  await act(async () => session.end());
  expect(screen.queryByTestId("private")).toBeNull();
  expect(await screen.findByTestId("door")).toBeDefined();
});

test("a screen waits for its texts; the first one has them", async () => {
  await show("first");
  expect(screen.getByText("kept 0")).toBeDefined();
  await go("/copy");
  expect(screen.queryByTestId("passing")).toBeNull();
  await act(async () => bringTexts());
  expect(await screen.findByTestId("passing")).toBeDefined();
});
