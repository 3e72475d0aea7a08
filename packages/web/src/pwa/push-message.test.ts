// A push message is shown as it is, whatever it is, and leads nowhere but into the app.
// @vitest-environment node

import { requestLogOut } from "@truetick/contract";
import { requestAlerts } from "@truetick/contract/notices";
import { describe, expect, test } from "vitest";
import { linkInside, readPush } from "./push-message.ts";

const ORIGIN = "https://trade.example";

test("says what the server wrote", () => {
  const message = { title: "Filled", text: "EUR/USD at 1.1", link: "/order?type=1", tag: "n7" };
  expect(readPush(JSON.stringify(message), ORIGIN)).toEqual(message);
});

test.each(["", "hello", "null", "[]", '{"title":7,"text":{},"link":[],"tag":null}'])(
  "%j still makes a notice, and leads home",
  (payload) => {
    const message = { title: "Truetick", text: "", link: "/", tag: "" };
    expect(readPush(payload, ORIGIN)).toEqual(message);
  },
);

test("no text is longer than a notice", () => {
  const payload = JSON.stringify({ title: "x".repeat(9_000), text: "y".repeat(9_000) });
  const { title, text } = readPush(payload, ORIGIN);
  expect([title.length, text.length]).toEqual([300, 300]);
});

describe("T25 a link stays inside the app", () => {
  test.each([
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example/",
    "javascript:alert(1)",
    "data:text/html,x",
    "/desk/users",
    "/nothing-here",
    requestLogOut().path,
    requestAlerts().path,
    "http://[",
    7,
    null,
  ])("%j leads home", (link) => expect(linkInside(link, ORIGIN)).toBe("/"));

  test.each(["/trade?market=EURUSD", "/order?type=1", "/"])("%s is followed", (link) => {
    expect(linkInside(link, ORIGIN)).toBe(link);
  });
});
