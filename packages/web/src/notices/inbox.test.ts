// The inbox: live, each notice once, read here and elsewhere, in the language of now, and nobody
// else's after a logout.

import type { ReadRequest, ServerFrame, WriteRequest } from "@truetick/contract";
import { languageOf } from "@truetick/contract";
import { type NoticeWire, TOPIC_NOTICE } from "@truetick/contract/notices";
import { createStore } from "@truetick/ui/state";
import { beforeEach, expect, test } from "vitest";
import type { Answer } from "../api/server.ts";
import { createSession } from "../session/session.ts";
import { memoryStorage } from "../testing/memory-storage.ts";
import { sampleSession } from "../testing/sample-session.ts";
import { createInbox, type Inbox, type InboxParts } from "./inbox.ts";

function wire(id: number, isRead = 0): NoticeWire {
  const told = { kind: "orderFilled", text: "", link: "/order?type=1" } as const;
  return { ...told, id: String(id), title: `Filled ${id}`, created_at: id, is_read: isRead };
}

let stored: NoticeWire[];
let written: string[];
let asked: number;
let isDown: boolean;
let say: (frame: ServerFrame) => void;
let topics: Set<string>;

const connection = createStore({ phase: "live" });
const preferences = createStore({ language: languageOf("en") });
const session = createSession(memoryStorage());
const unreadOf = (all: readonly NoticeWire[]) => all.filter((one) => one.is_read === 0).length;

const server = {
  read: async <T>({ query, read }: ReadRequest<T>): Promise<Answer<T>> => {
    asked += 1;
    if (isDown) return { isOk: false, failure: { kind: "unreachable", code: "NETWORK" } };
    const older = stored.filter(({ id }) => Number(id) < Number(query.before ?? Infinity));
    return { isOk: true, value: read({ data: older.slice(0, 20), unread: unreadOf(stored) }) };
  },
  write: async <T>({ fields, read }: WriteRequest<T>): Promise<Answer<T>> => {
    written.push(fields.id ?? "all");
    if (isDown) return { isOk: false, failure: { kind: "unreachable", code: "NETWORK" } };
    stored = stored.map((one) =>
      fields.id === undefined || fields.id === one.id ? { ...one, is_read: 1 } : one,
    );
    return { isOk: true, value: read({ unread: unreadOf(stored) }) };
  },
};

async function open(): Promise<Inbox> {
  const live = {
    socket: {
      connection,
      subscribe: (topic: string) => {
        topics.add(topic);
        return () => void topics.delete(topic);
      },
    },
    listen: (listener: (frame: ServerFrame) => void) => {
      say = listener;
      return () => undefined;
    },
  };
  // Only what an inbox touches of the app.
  const inbox = createInbox({ live, session, server, preferences } as unknown as InboxParts);
  await settle();
  return inbox;
}

const settle = () => new Promise((done) => setTimeout(done, 0));
const idsOf = (inbox: Inbox) => inbox.get().notices.map(({ id }) => id);

beforeEach(() => {
  stored = [wire(3), wire(2, 1), wire(1, 1)];
  written = [];
  asked = 0;
  isDown = false;
  topics = new Set();
  connection.set({ phase: "live" });
  preferences.set({ language: languageOf("en") });
  session.begin(sampleSession({ isDemo: false }));
});

test("shows what is there, and what comes, newest first and once", async () => {
  const inbox = await open();
  expect(inbox.get()).toMatchObject({ phase: "ready", unread: 1, hasMore: false });
  const told: string[] = [];
  inbox.onNew(({ id }) => told.push(id));
  const frame = { type: TOPIC_NOTICE, unread: 2, data: [wire(4)] } as const;
  stored = [wire(4), ...stored];
  say(frame);
  say(frame);
  await settle();
  expect(idsOf(inbox)).toEqual(["4", "3", "2", "1"]);
  expect(inbox.get().unread).toBe(2);
  expect(told, "told once, and nothing of before").toEqual(["4"]);
});

test("what came together is told one by one, in order, in the reader's words", async () => {
  const inbox = await open();
  const told: string[] = [];
  inbox.onNew(({ title }) => told.push(title));
  stored = [wire(5), wire(4), ...stored];
  say({ type: TOPIC_NOTICE, unread: 3, data: [{ ...wire(5), title: "成交 5" }] });
  await settle();
  expect(told).toEqual(["Filled 4", "Filled 5"]);
});

test("loads older ones behind those that are there", async () => {
  stored = Array.from({ length: 25 }, (_, at) => wire(25 - at, 1));
  const inbox = await open();
  expect(inbox.get().hasMore).toBe(true);
  expect(await inbox.loadMore()).toBeNull();
  expect(idsOf(inbox)).toHaveLength(25);
  expect(inbox.get().hasMore).toBe(false);
  expect(await inbox.loadMore()).toBeNull();
  expect(asked).toBe(2);
  await inbox.refresh();
  expect(idsOf(inbox), "what was shown stays").toHaveLength(25);
});

test("one that is read is read at once, and told to the server once", async () => {
  const inbox = await open();
  const done = inbox.markRead("3");
  expect(inbox.get()).toMatchObject({ unread: 0 });
  await done;
  await inbox.markRead("3");
  expect(written).toEqual(["3"]);
});

test("all are read at once; what the server did not hear is unread again", async () => {
  const inbox = await open();
  isDown = true;
  await inbox.markRead(null);
  isDown = false;
  await inbox.refresh();
  expect(inbox.get().unread).toBe(1);
  await inbox.markRead(null);
  expect(inbox.get().unread).toBe(0);
  expect(inbox.get().notices.every(({ isRead }) => isRead)).toBe(true);
});

test("read elsewhere is read here; the echo of one's own reading asks nothing", async () => {
  const inbox = await open();
  stored = stored.map((one) => ({ ...one, is_read: 1 }));
  say({ type: TOPIC_NOTICE, unread: 0, data: [] });
  await settle();
  expect(inbox.get().notices.every(({ isRead }) => isRead)).toBe(true);
  const before = asked;
  say({ type: TOPIC_NOTICE, unread: 0, data: [] });
  await settle();
  expect(asked).toBe(before);
});

test("after a cut line, and in another language, it is read anew", async () => {
  const inbox = await open();
  stored = [wire(9), ...stored];
  connection.set({ phase: "waiting" });
  connection.set({ phase: "live" });
  await settle();
  expect(idsOf(inbox)[0]).toBe("9");
  stored = [wire(10), ...stored];
  preferences.set({ language: languageOf("fr") });
  await settle();
  expect(idsOf(inbox)[0]).toBe("10");
});

test("a server that cannot be reached is said, and asked again", async () => {
  isDown = true;
  const inbox = await open();
  expect(inbox.get().phase).toBe("failed");
  isDown = false;
  await inbox.refresh();
  expect(inbox.get()).toMatchObject({ phase: "ready", failure: null });
});

test("nothing of one person is left for the next", async () => {
  const inbox = await open();
  expect([...topics]).toEqual([TOPIC_NOTICE]);
  session.end();
  expect(inbox.get()).toMatchObject({ phase: "loading", notices: [], unread: 0 });
  expect([...topics]).toEqual([]);
});
