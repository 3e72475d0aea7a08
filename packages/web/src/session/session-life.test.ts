// What becomes of a session: looked at on start without a word, given to the socket, ended by its
// owner or elsewhere, and never ended by a late answer to an older one.

import { type ReadRequest, requestLogOut, type WriteRequest } from "@truetick/contract";
import { createRouter, createToasts, type Router, type Toasts } from "@truetick/ui/state";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Answer, AskOptions, EndedSession, Server } from "../api/server.ts";
import { memoryStorage } from "../testing/memory-storage.ts";
import { sampleSession } from "../testing/sample-session.ts";
import { createSession, type SessionStore } from "./session.ts";
import { createSessionLife, type SessionLife } from "./session-life.ts";

const GONE = "Please log in again.";

let session: SessionStore;
let life: SessionLife;
let router: Router;
let toasts: Toasts;
let socketTokens: (string | null)[];
let asked: string[];
/** What the server says next: a user, that the session is gone, or nothing. */
let reply: "user" | "gone" | "unreachable";

/** Answers as api/server.ts does, with the token of the moment it was asked. */
function scriptedServer(): Server {
  const ask = async <T>(
    request: ReadRequest<T> | WriteRequest<T>,
    { isInitial = false }: AskOptions = {},
  ): Promise<Answer<T>> => {
    const token = session.get()?.token ?? null;
    const answer = reply;
    asked.push(`${request.path} ${token}`);
    await Promise.resolve();
    if (answer === "gone") {
      life.noteEnded({ token, text: GONE, isInitial });
      const numbers = {};
      const failure = { kind: "refused", code: "999", reason: null, numbers, text: GONE } as const;
      return { isOk: false, failure };
    }
    if (answer === "unreachable") {
      return { isOk: false, failure: { kind: "unreachable", code: "NETWORK" } };
    }
    const wire = { id: "7", uid: "99", email: "", is_demo: 0, invite_code: "" };
    return { isOk: true, value: request.read(wire) };
  };
  return { read: ask, write: ask };
}

beforeEach(() => {
  window.history.replaceState(null, "", "/");
  session = createSession(memoryStorage());
  router = createRouter(window);
  toasts = createToasts();
  socketTokens = [];
  asked = [];
  reply = "user";
  const socket = { logIn: (token: string | null) => void socketTokens.push(token) };
  life = createSessionLife({ session, server: scriptedServer(), socket, router, toasts });
});

afterEach(() => router.stop());

const settled = () => new Promise((resume) => setTimeout(resume, 0));
const titles = () => toasts.shown.get().map(({ title }) => title);
const address = () => window.location.pathname + window.location.search;
const ended = (over: Partial<EndedSession> = {}): EndedSession => ({
  token: "token",
  text: GONE,
  isInitial: false,
  ...over,
});

test("the start asks who the user is and logs the socket in", async () => {
  session.begin(sampleSession());
  life.start();
  await settled();
  expect(socketTokens).toEqual(["token"]);
  expect(session.get()?.user.uid).toBe("99");
  session.begin(sampleSession({ token: "next" }));
  session.end();
  expect(socketTokens).toEqual(["token", "next", null]);
});

test("a visitor is asked about by nobody", async () => {
  life.start();
  await settled();
  expect(asked).toEqual([]);
  expect(socketTokens).toEqual([]);
});

test("an error of the start is silent, and leaves the session as it was", async () => {
  session.begin(sampleSession());
  reply = "unreachable";
  life.start();
  await settled();
  expect([titles(), address(), session.get()?.token]).toEqual([[], "/", "token"]);
});

test("a session that ended before the start is forgotten without a word", async () => {
  session.begin(sampleSession());
  reply = "gone";
  life.start();
  await settled();
  expect([titles(), address(), session.get()]).toEqual([[], "/", null]);
});

test("999 later: the session is forgotten, and /login opens with the way back", () => {
  session.begin(sampleSession());
  router.navigate("/order?type=1");
  life.noteEnded(ended());
  expect(session.get()).toBeNull();
  expect(titles()).toEqual([GONE]);
  expect(address()).toBe("/login?from=%2Forder%3Ftype%3D1");
});

test("a late answer to an older session ends nothing", () => {
  session.begin(sampleSession({ token: "new" }));
  life.noteEnded(ended({ token: "old" }));
  expect([session.get()?.token, address(), titles()]).toEqual(["new", "/", []]);
});

test("a visitor whose call needs a login is led to it", () => {
  router.navigate("/trade");
  life.noteEnded(ended({ token: null }));
  expect(address()).toBe("/login?from=%2Ftrade");
});

test("logging in clears what was told before", () => {
  life.start();
  toasts.show({ tone: "failed", title: GONE });
  session.begin(sampleSession());
  expect(titles()).toEqual([]);
});

test("logging out tells the server with the old token, and goes to the start", async () => {
  session.begin(sampleSession());
  router.navigate("/order");
  await life.logOut();
  expect(asked).toEqual([`${requestLogOut().path} token`]);
  expect([session.get(), address()]).toEqual([null, "/"]);
});

test("logging out works without a line, and says nothing of a session that was gone", async () => {
  session.begin(sampleSession());
  reply = "gone";
  await life.logOut();
  expect([session.get(), address(), titles()]).toEqual([null, "/", []]);
});

test("a socket whose session ended asks: the answer decides", async () => {
  session.begin(sampleSession());
  reply = "gone";
  life.noteSocketEnded();
  await settled();
  expect([session.get(), address()]).toEqual([null, "/login"]);
  session.begin(sampleSession({ token: "new" }));
  reply = "user";
  life.noteSocketEnded();
  await settled();
  expect(session.get()?.token).toBe("new");
  expect(socketTokens).toEqual(["new"]);
});
