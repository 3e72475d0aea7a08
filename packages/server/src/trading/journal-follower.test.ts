// Who follows the journals promptly acts at once on what concerns it, and leaves the database alone
// while people trade in what does not.

import type { Event } from "@truetick/engine";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createLog } from "../platform/log.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { followJournal, type JournalFollower } from "./journal-follower.ts";
import type { Committed } from "./sequencer/sequencer.ts";

const CONCERNED = 7;
const log = createLog("silent");

let test: TestDatabase;
let follower: JournalFollower;
let steps: number[][];
let commit: (accountId: number) => void;
/** What people do while a step is being written. */
let meanwhile: () => void;

beforeEach(async () => {
  test = await createTestDatabase();
  steps = [];
  meanwhile = () => undefined;
  let seq = 0;
  let hear: (committed: Committed) => void = () => undefined;
  follower = followJournal(
    {
      database: test.database,
      log,
      sequencer: {
        subscribe(listener) {
          hear = listener;
          return () => undefined;
        },
      },
    },
    {
      cursor: "copy_cursor",
      name: "test",
      isPrompt: true,
      concerns: ({ events }) => events.some(isOfConcerned),
      gather: (rows) => ({ step: [...rows].map((row) => row.seq), lastSeq: null }),
      async write(_trx, step) {
        steps.push(step);
        meanwhile();
      },
      afterwards: () => undefined,
    },
  );
  commit = (accountId) => {
    seq += 1;
    // No more of an event than is asked of it here.
    const events = [{ accountId }] as unknown as Event[];
    hear({ shard: 0, seq, atMs: 1_000, events });
  };
});
afterEach(async () => {
  meanwhile = () => undefined;
  await follower.stop();
  await test.close();
});

const isOfConcerned = (event: Event) => "accountId" in event && event.accountId === CONCERNED;

it("rests while nothing that is committed concerns it", async () => {
  commit(CONCERNED);
  meanwhile = () => {
    if (steps.length < 20) commit(1);
  };
  await follower.catchUp();
  expect(steps).toEqual([[1]]);
});

it("stays for what concerns it and came during a step", async () => {
  commit(CONCERNED);
  meanwhile = () => {
    commit(1);
    if (steps.length < 3) commit(CONCERNED);
  };
  await follower.catchUp();
  expect(steps).toEqual([[1], [3], [5]]);
});
