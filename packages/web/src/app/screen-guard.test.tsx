// A screen that cannot be fetched takes nothing along: the others are as they were, and the next
// visit tries again.

import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { languageOf, type Messages } from "@truetick/contract";
import english from "@truetick/contract/messages/en.json";
import { createRouter, type Router, useStore } from "@truetick/ui/state";
import { useState } from "react";
import { IntlProvider } from "use-intl";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTexts } from "../languages/texts.ts";
import { createSession } from "../session/session.ts";
import { memoryStorage } from "../testing/memory-storage.ts";
import { type App, AppProvider, useApp } from "./app.ts";
import type { Route } from "./route-table.ts";
import { ScreenGuard } from "./screen-guard.tsx";
import { Screens } from "./screens.tsx";

const BROKEN = english.shell.broken.title;
const OUTDATED = english.shell.newBuild.title;
const messages: Messages = english;

let router: Router;
let hasLine: boolean;
/** Answers who asks whether there is a newer build. */
let tellPage: (html: string) => void;

beforeEach(() => {
  hasLine = false;
  // React tells of every screen that breaks.
  vi.spyOn(console, "error").mockReturnValue();
  const page = new Promise<Response>((resolve) => {
    tellPage = (html) => resolve(new Response(html));
  });
  vi.stubGlobal("fetch", () => page);
  window.history.replaceState(null, "", "/");
  router = createRouter(window);
});

afterEach(() => {
  cleanup();
  router.stop();
  document.head.innerHTML = "";
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function Counter() {
  const [count, setCount] = useState(0);
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      counted {count}
    </button>
  );
}

function route(path: string, isCached: boolean, load: Route["load"]): Route {
  return { path, title: "quotes", load, needsLogin: false, hasTabs: true, isCached };
}

/** Its file can be had only while there is a line. */
async function loadFar() {
  if (!hasLine) throw new Error("no line");
  return () => <p>far away</p>;
}

function Guarded({ routes }: { readonly routes: readonly Route[] }) {
  const { visit } = useStore(useApp().router.location);
  return (
    <ScreenGuard visit={visit}>
      <Screens routes={routes} />
    </ScreenGuard>
  );
}

async function show(extent: "first" | "whole" = "whole"): Promise<void> {
  const whole = async () => {
    if (extent === "first" && !hasLine) throw new Error("no line");
    return messages;
  };
  const texts = createTexts({ first: async () => messages, whole });
  await texts.open(languageOf("en"), extent);
  // Screens use nothing else of the app.
  const app = { router, session: createSession(memoryStorage()), texts } as Partial<App> as App;
  const routes = [
    route("/", true, async () => Counter),
    route("/copy", false, loadFar),
    route("/trade", true, loadFar),
  ];
  await act(async () => {
    render(
      <AppProvider value={app}>
        <IntlProvider locale="en" messages={messages}>
          <Guarded routes={routes} />
        </IntlProvider>
      </AppProvider>,
    );
  });
}

const go = (to: string) => act(async () => router.navigate(to));

test.each(["/copy", "/trade"])("%s that cannot be fetched is alone in that", async (path) => {
  await show();
  fireEvent.click(await screen.findByText("counted 0"));
  await go(path);
  expect(await screen.findByText(BROKEN)).toBeDefined();
  await go("/");
  expect(screen.queryByText(BROKEN)?.checkVisibility() ?? false).toBe(false);
  expect(screen.getByText("counted 1")).toBeDefined();
});

test.each(["/copy", "/trade"])("%s is fetched again by the next visit", async (path) => {
  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = "/assets/far.css";
  document.head.append(style);
  await show();
  await go(path);
  expect(await screen.findByText(BROKEN)).toBeDefined();
  await go("/");
  hasLine = true;
  await go(path);
  expect(await screen.findByText("far away")).toBeDefined();
  expect(screen.queryByText(BROKEN)).toBeNull();
  // Whoever imports again asks for the script only.
  expect(document.querySelector("link")).not.toBe(style);
});

test("texts that cannot be fetched are as well", async () => {
  await show("first");
  await go("/copy");
  expect(await screen.findByText(BROKEN)).toBeDefined();
  await go("/");
  expect(await screen.findByText("counted 0")).toBeDefined();
  hasLine = true;
  await go("/copy");
  expect(await screen.findByText("far away")).toBeDefined();
});

test("a newer build that is told late takes no screen away", async () => {
  const script = document.createElement("script");
  script.setAttribute("type", "module");
  script.setAttribute("src", "/assets/old.js");
  await show();
  document.head.append(script);
  await go("/copy");
  expect(await screen.findByText(BROKEN)).toBeDefined();
  await go("/");
  await act(async () => tellPage("/assets/new.js"));
  expect(screen.queryByText(OUTDATED)).toBeNull();
  expect(sessionStorage, "the page has not been loaded anew").toHaveLength(0);
  expect(screen.getByText("counted 0")).toBeDefined();
});
