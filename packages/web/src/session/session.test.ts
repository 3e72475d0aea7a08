// Who is logged in: kept over a reload, shared by all windows, and nothing that merely looks like a
// session counts as one.
// @vitest-environment node

import type { Session } from "@truetick/contract";
import { expect, test } from "vitest";
import { memoryStorage } from "../testing/memory-storage.ts";
import { sampleSession } from "../testing/sample-session.ts";
import { createSession } from "./session.ts";

test("a login is kept for the next visit, a logout forgotten for good", () => {
  const storage = memoryStorage();
  createSession(storage).begin(sampleSession());
  const next = createSession(storage);
  expect(next.get()).toEqual(sampleSession());
  next.end();
  expect(storage.kept.has("session")).toBe(false);
  expect(createSession(storage).get()).toBeNull();
});

test.each([
  "",
  "null",
  "[]",
  "{",
  '"token"',
  '{"token":"t"}',
  '{"token":"","identifierHash":"h","user":{"id":"1","isDemo":true}}',
  '{"token":7,"identifierHash":"h","user":{"id":"1","isDemo":true}}',
  '{"token":"t","identifierHash":"h","user":{"id":1,"isDemo":"yes"}}',
  '{"token":"t","identifierHash":"h","user":null}',
])("what stands in storage is not believed: %s", (text) => {
  expect(createSession(memoryStorage({ session: text })).get()).toBeNull();
});

test("another window's login and logout are this one's too", () => {
  const storage = memoryStorage();
  const session = createSession(storage);
  const seen: (Session | null)[] = [];
  session.subscribe(() => seen.push(session.get()));
  storage.writeElsewhere("session", JSON.stringify(sampleSession({ token: "other" })));
  expect(session.get()?.token).toBe("other");
  storage.writeElsewhere("session", null);
  expect(session.get()).toBeNull();
  expect(seen).toHaveLength(2);
});

test("news of a user belong to the session they were asked with", () => {
  const session = createSession(memoryStorage());
  session.begin(sampleSession({ token: "now" }));
  const { user } = sampleSession();
  session.amend("before", { ...user, uid: "666" });
  expect(session.get()?.user.uid).toBe(user.uid);
  session.amend("now", { ...user, uid: "777" });
  expect(session.get()?.user.uid).toBe("777");
});
