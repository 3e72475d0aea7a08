// The router says what the address bar says, adds no copies to the history, and stays in the app.

import { afterEach, beforeEach, expect, test } from "vitest";
import { createRouter, type Router } from "./router.ts";

let router: Router;

beforeEach(() => {
  window.history.replaceState(null, "", "/");
  router = createRouter(window);
});

afterEach(() => router.stop());

const path = () => router.location.get().path;

test("knows where it is, with its query, whatever slash ends it", () => {
  router.navigate("/trade/?market=EURUSD");
  expect(path()).toBe("/trade");
  expect(router.location.get().query.get("market")).toBe("EURUSD");
  expect(window.location.pathname).toBe("/trade/");
});

test("going somewhere adds a step, replacing and staying do not", () => {
  const before = window.history.length;
  router.navigate("/trade");
  expect(window.history.length).toBe(before + 1);
  router.navigate("/trade?market=A", { isReplacing: true });
  router.navigate("/trade?market=A");
  expect(window.history.length).toBe(before + 1);
  expect(router.location.get().query.get("market")).toBe("A");
});

test("every navigation is a visit of its own", () => {
  const { visit } = router.location.get();
  router.navigate("/copy");
  router.navigate("/copy");
  expect(router.location.get().visit).toBe(visit + 2);
});

test("knows how far back the app goes: a step adds one, a replacement and a reload none", () => {
  const depth = () => router.location.get().depth;
  expect(depth()).toBe(0);
  router.navigate("/login", { isReplacing: true });
  router.navigate("/order", { isReplacing: true });
  expect(depth(), "behind it is not our app").toBe(0);
  router.navigate("/trade");
  router.navigate("/trade");
  expect(depth()).toBe(1);
  router.stop();
  router = createRouter(window);
  expect(depth()).toBe(1);
});

test("follows the browser's own buttons", () => {
  router.navigate("/rank");
  window.history.replaceState(null, "", "/order");
  window.dispatchEvent(new PopStateEvent("popstate"));
  expect(path()).toBe("/order");
});

test("what a screen notes in the address is part of the same visit and step", () => {
  router.navigate("/order?type=3");
  const { visit, depth } = router.location.get();
  const before = window.history.length;
  router.note("/order?type=3&side=1");
  expect(router.location.get()).toMatchObject({ path: "/order", visit, depth });
  expect(router.location.get().query.get("side")).toBe("1");
  expect(window.history.length).toBe(before);
});

test("never leaves the app", () => {
  expect(() => router.navigate("https://elsewhere.test/")).toThrow("stays inside");
  expect(() => router.navigate("//elsewhere.test/")).toThrow("stays inside");
});
