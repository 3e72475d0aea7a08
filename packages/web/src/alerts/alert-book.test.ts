// Price alerts: set, taken away and put back, and read anew when one fires.

import type { ReadRequest, WriteRequest } from "@truetick/contract";
import { type AlertWire, alertToWire, type Notice } from "@truetick/contract/notices";
import { createStore } from "@truetick/ui/state";
import { beforeEach, expect, test } from "vitest";
import type { Answer } from "../api/server.ts";
import type { Live } from "../live/live.ts";
import { createSession } from "../session/session.ts";
import { memoryStorage } from "../testing/memory-storage.ts";
import { sampleSession } from "../testing/sample-session.ts";
import { type AlertBook, createAlertBook } from "./alert-book.ts";

function wire(id: number, firedAt: number | null = null): AlertWire {
  const where = { marketId: "1", code: "EURUSD", price: "1.10000", direction: "above" } as const;
  return alertToWire({ ...where, id: String(id), createdAt: id, firedAt, firedSeq: firedAt });
}

let stored: AlertWire[];
let refusal: "TOO_MANY_ALERTS" | "ALERT_UNKNOWN" | null;
let leave: (notice: Notice) => void;

function refused(): Answer<never> | null {
  if (refusal === null) return null;
  const failure = { kind: "refused", code: "1", reason: refusal, numbers: {}, text: "no" } as const;
  return { isOk: false, failure };
}

const server = {
  read: async <T>({ read }: ReadRequest<T>): Promise<Answer<T>> => ({
    isOk: true,
    value: read({ data: stored }),
  }),
  write: async <T>({ path, fields, read }: WriteRequest<T>): Promise<Answer<T>> => {
    const no = refused();
    if (no) return no;
    if (path.endsWith("remove")) {
      stored = stored.filter(({ id }) => id !== fields.id);
      return { isOk: true, value: read({}) };
    }
    const made = { ...wire(stored.length + 10), price: fields.price ?? "" };
    stored = [made, ...stored];
    return { isOk: true, value: read(made) };
  },
};

const settle = () => new Promise((done) => setTimeout(done, 0));
const idsOf = (book: AlertBook) => book.get().alerts.map(({ id }) => id);

async function open(): Promise<AlertBook> {
  const session = createSession(memoryStorage());
  session.begin(sampleSession({ isDemo: true }));
  const onNew = (listener: (notice: Notice) => void) => {
    leave = listener;
    return () => undefined;
  };
  const live = { socket: { connection: createStore({ phase: "live" }) } } as unknown as Live;
  const book = createAlertBook({ session, server, live, inbox: { onNew } });
  await settle();
  return book;
}

beforeEach(() => {
  stored = [wire(2), wire(1, 5)];
  refusal = null;
});

test("a new one stands first, with the price the server keeps", async () => {
  const book = await open();
  const answer = await book.add({ marketId: "1", price: "1.20000" });
  expect(answer.isOk).toBe(true);
  expect(book.get().alerts[0]).toMatchObject({ price: "1.20000", firedAt: null });
});

test("what the server refuses changes nothing and is answered", async () => {
  const book = await open();
  refusal = "TOO_MANY_ALERTS";
  const answer = await book.add({ marketId: "1", price: "1.20000" });
  expect(answer).toMatchObject({ isOk: false, failure: { reason: "TOO_MANY_ALERTS" } });
  expect(idsOf(book)).toEqual(["2", "1"]);
});

test("one that is taken away is gone at once, and back when nobody heard it", async () => {
  const book = await open();
  const done = book.remove("2");
  expect(idsOf(book)).toEqual(["1"]);
  expect(await done).toBeNull();
  refusal = "TOO_MANY_ALERTS";
  expect(await book.remove("1")).not.toBeNull();
  await settle();
  expect(idsOf(book)).toEqual(["1"]);
});

test("one that was gone already is gone", async () => {
  const book = await open();
  refusal = "ALERT_UNKNOWN";
  expect(await book.remove("2")).toBeNull();
});

test("a notice that one has fired reads them anew", async () => {
  const book = await open();
  stored = [wire(2, 7), wire(1, 5)];
  const told = { id: "n", title: "", text: "", link: "/trade", createdAt: 7, isRead: false };
  leave({ ...told, kind: "orderFilled" });
  await settle();
  expect(book.get().alerts[0]?.firedAt).toBeNull();
  leave({ ...told, kind: "priceAlert" });
  await settle();
  expect(book.get().alerts[0]?.firedAt).toBe(7);
});
