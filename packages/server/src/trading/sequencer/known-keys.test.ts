// What is remembered of attempts while they are under way, and what is not kept of them later.

import { expect, it } from "vitest";
import { createLog } from "../../platform/log.ts";
import type { JournalStore } from "../journal/journal-store.ts";
import { KnownKeys } from "./known-keys.ts";
import type { Outcome } from "./outcome.ts";

/** Nobody asks it here: what is under way is in memory. */
const UNASKED = {} as JournalStore;
const DONE: Outcome = { isAccepted: true, seq: 7, atMs: 1, events: [] };

function openKeys() {
  const keys = new KnownKeys({ store: UNASKED, log: createLog("error") });
  const identity = keys.identify({ ownerId: 1, key: "again", payload: "buy" });
  return { keys, identity };
}

it("T01: who repeats what is under way shares its outcome; not with another payload", async () => {
  const { keys, identity } = openKeys();
  const outcome = Promise.resolve(DONE);
  keys.follow(identity, outcome);
  expect(keys.recall(identity)).toBe(outcome);
  const other = keys.identify({ ownerId: 1, key: "again", payload: "sell" });
  expect(await keys.recall(other)).toEqual({
    isAccepted: false,
    refusal: { reason: "KEY_REUSED" },
  });
  const elsewhere = keys.identify({ ownerId: 2, key: "again", payload: "buy" });
  expect(keys.recall(elsewhere)).toBeNull();
});

it("nothing is kept of an attempt that has ended; who asked in time still hears", async () => {
  const { keys, identity } = openKeys();
  const attempt = keys.follow(identity, Promise.resolve(DONE));
  const twin = keys.recall(identity);
  keys.letGo(identity, attempt);
  expect(attempt.outcome).toBeNull();
  expect(keys.recall(identity)).toBeNull();
  expect(await twin).toBe(DONE);
});

it("an attempt that is over does not take away the one that came after it", () => {
  const { keys, identity } = openKeys();
  const first = keys.follow(identity, Promise.resolve(DONE));
  const second = Promise.resolve(DONE);
  keys.follow(identity, second);
  keys.letGo(identity, first);
  expect(keys.recall(identity)).toBe(second);
});
