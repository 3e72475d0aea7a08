// Choices follow the person: taken over at a login, told when they change, and never left behind
// for the next person at the same device.

import { type MemberSettings, NO_MEMBER_SETTINGS } from "@truetick/contract";
import { createStore, type Store } from "@truetick/ui/state";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Answer, Server } from "../api/server.ts";
import type { Connection } from "../live/live-socket.ts";
import { createSession, type SessionStore } from "../session/session.ts";
import { type MemoryStorage, memoryStorage } from "../testing/memory-storage.ts";
import { sampleSession } from "../testing/sample-session.ts";
import { createAccountSettings } from "./account-settings.ts";
import { createPreferences, type PreferenceStore } from "./preferences.ts";

let onServer: MemberSettings;
let told: Readonly<Record<string, string>>[];
let isLineDown: boolean;
let refusal: "TOO_MANY" | "OVERLOADED" | null;
let preferences: PreferenceStore;
let session: SessionStore;
let storage: MemoryStorage;
let connection: Store<Connection>;

const refused = (reason: "TOO_MANY" | "OVERLOADED") =>
  ({
    isOk: false,
    failure: { kind: "refused", code: "1", reason, numbers: {}, text: "" },
  }) as const;
const lost = { isOk: false, failure: { kind: "unreachable", code: "NETWORK" } } as const;

/** Answers what the test says the server has; notes what it is told. */
const server: Server = {
  read: async <T>(): Promise<Answer<T>> =>
    isLineDown ? lost : { isOk: true, value: onServer as T },
  write: async <T>({
    fields,
  }: {
    fields: Readonly<Record<string, string>>;
  }): Promise<Answer<T>> => {
    told.push(fields);
    if (refusal) return refused(refusal);
    return isLineDown ? lost : { isOk: true, value: onServer as T };
  },
};

beforeEach(() => {
  vi.useFakeTimers();
  onServer = NO_MEMBER_SETTINGS;
  told = [];
  isLineDown = false;
  refusal = null;
  storage = memoryStorage();
  start();
});

afterEach(() => void vi.useRealTimers());

/** Opens the app on what the browser has kept; somebody may leave before this part has come. */
function start(leave: () => void = () => undefined): void {
  // A page that is gone waits for nothing.
  vi.clearAllTimers();
  connection = createStore(lineThatIs("live"));
  const scheme = { matches: false, addEventListener: () => undefined };
  // Preferences ask for nothing else of a media query.
  preferences = createPreferences(storage, scheme as unknown as MediaQueryList);
  session = createSession(storage);
  const live = { socket: { connection } };
  const token = session.get()?.token ?? null;
  leave();
  createAccountSettings({ preferences, session, server, storage, live }).start(token);
}

function lineThatIs(phase: Connection["phase"]): Connection {
  return { phase, attempt: 0, retryAtMs: null, lagMs: null, isFresh: false };
}

function cutLine(): void {
  isLineDown = true;
  connection.set(lineThatIs("waiting"));
}

function mendLine(): void {
  isLineDown = false;
  connection.set(lineThatIs("live"));
}

const settle = () => vi.waitFor(() => Promise.resolve());

test("what was chosen elsewhere holds here after a login, and is not told back", async () => {
  onServer = {
    ...NO_MEMBER_SETTINGS,
    theme: "light",
    language: "fr",
    upDown: "red-up",
    defaultLots: "0.50",
    isOneTap: true,
  };
  session.begin(sampleSession());
  await vi.waitFor(() => expect(preferences.get().theme).toBe("light"));
  const { language, upDown, defaultLots, isOneTap } = preferences.get();
  expect([language.id, upDown, defaultLots, isOneTap]).toEqual(["fr", "red-up", "0.50", true]);
  await settle();
  expect(told).toEqual([]);
});

test("a visitor's look goes along with the first login; a choice of the account wins", async () => {
  preferences.chooseTheme("dark");
  preferences.chooseLanguage("en");
  onServer = { ...NO_MEMBER_SETTINGS, language: "jp" };
  session.begin(sampleSession());
  await vi.waitFor(() => expect(told).toEqual([{ theme: "dark" }]));
  expect(preferences.get().language.id).toBe("jp");
});

test("a choice of a trader is told alone, a visitor's to nobody", async () => {
  preferences.chooseTheme("dark");
  await settle();
  expect(told).toEqual([]);
  onServer = { ...NO_MEMBER_SETTINGS, theme: "dark" };
  session.begin(sampleSession());
  await settle();
  preferences.chooseOneTap(true);
  await vi.waitFor(() => expect(told).toEqual([{ one_tap: "1" }]));
});

test("what could not be told is told with the next choice", async () => {
  session.begin(sampleSession());
  await settle();
  isLineDown = true;
  preferences.chooseDefaultLots("0.10");
  await settle();
  isLineDown = false;
  preferences.chooseUpDown("red-up");
  await vi.waitFor(() => expect(told.at(-1)).toEqual({ default_lots: "0.10", up_down: "red-up" }));
});

test("stars follow the person: a visitor's go along, an account's win, none stay", async () => {
  preferences.chooseWatchlist(["XAUUSD", "EURUSD"]);
  session.begin(sampleSession());
  await vi.waitFor(() => expect(told).toEqual([{ watchlist: "XAUUSD,EURUSD" }]));
  session.end();
  expect(preferences.get().watchlist).toEqual([]);
  preferences.chooseWatchlist(["BTCUSD"]);
  onServer = { ...NO_MEMBER_SETTINGS, watchlist: "USDJPY,EURUSD" };
  session.begin(sampleSession({ token: "another" }));
  await vi.waitFor(() => expect(preferences.get().watchlist).toEqual(["USDJPY", "EURUSD"]));
  await settle();
  expect(told).toHaveLength(1);
  preferences.chooseWatchlist([]);
  await vi.waitFor(() => expect(told.at(-1)).toEqual({ watchlist: "" }));
});

test("a visitor's stars go along later when the account could not be asked at first", async () => {
  preferences.chooseWatchlist(["XAUUSD"]);
  // The server does not answer, and the line is none the wiser.
  isLineDown = true;
  session.begin(sampleSession());
  await vi.advanceTimersByTimeAsync(20_000);
  isLineDown = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual([{ watchlist: "XAUUSD" }]);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(told, "once").toHaveLength(1);
});

test("all of them, when one was set meanwhile; to an account with its own, that one", async () => {
  for (const [own, all] of [
    [null, "XAUUSD,EURUSD"],
    ["USDJPY", "USDJPY,EURUSD"],
  ] as const) {
    told = [];
    storage = memoryStorage();
    start();
    preferences.chooseWatchlist(["XAUUSD"]);
    cutLine();
    session.begin(sampleSession());
    await settle();
    preferences.chooseWatchlist(["XAUUSD", "EURUSD"]);
    await settle();
    onServer = { ...NO_MEMBER_SETTINGS, watchlist: own };
    mendLine();
    await vi.waitFor(() => expect(told).toEqual([{ watchlist: all }]));
    expect(preferences.get().watchlist.join()).toBe(all);
    session.end();
  }
});

test("or with the next start, where a visit ended before it could be asked", async () => {
  preferences.chooseWatchlist(["XAUUSD"]);
  cutLine();
  session.begin(sampleSession());
  await settle();
  isLineDown = false;
  start();
  await vi.waitFor(() => expect(told).toEqual([{ watchlist: "XAUUSD" }]));
  expect(preferences.get().watchlist).toEqual(["XAUUSD"]);
  // Told, they are the account's; taken back elsewhere they do not return.
  told = [];
  start();
  await vi.waitFor(() => expect(preferences.get().watchlist).toEqual([]));
  expect(told).toEqual([]);
});

test("nor do they get lost with a server that has too much to do when it is told", async () => {
  preferences.chooseWatchlist(["XAUUSD"]);
  refusal = "OVERLOADED";
  session.begin(sampleSession());
  await vi.waitFor(() => expect(told).toHaveLength(1));
  start();
  await vi.waitFor(() => expect(told).toHaveLength(2));
  expect(preferences.get().watchlist).toEqual(["XAUUSD"]);
  refusal = null;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual(Array.from({ length: 3 }, () => ({ watchlist: "XAUUSD" })));
});

test("what no account could be asked about is not the next person's, either", async () => {
  preferences.chooseWatchlist(["XAUUSD"]);
  cutLine();
  session.begin(sampleSession());
  await settle();
  session.end();
  const { user } = sampleSession();
  session.begin({ ...sampleSession({ token: "another" }), user: { ...user, id: "9" } });
  mendLine();
  await vi.advanceTimersByTimeAsync(60_000);
  start();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual([]);
  expect(preferences.get().watchlist).toEqual([]);
});

test("stars taken back on another device do not return with a start", async () => {
  storage = memoryStorage();
  storage.write("watchlist", "XAUUSD");
  createSession(storage).begin(sampleSession());
  start();
  await vi.waitFor(() => expect(preferences.get().watchlist).toEqual([]));
  expect(told).toEqual([]);
});

test("how one person gives orders is not how the next one does", async () => {
  onServer = { ...NO_MEMBER_SETTINGS, isOneTap: true, defaultLots: "5", theme: "light" };
  session.begin(sampleSession());
  await vi.waitFor(() => expect(preferences.get().isOneTap).toBe(true));
  session.end();
  const { isOneTap, defaultLots, theme } = preferences.get();
  expect([isOneTap, defaultLots, theme]).toEqual([false, null, "light"]);
  expect(told).toEqual([]);
});

test("what is chosen before the account could be asked is told when the line is back", async () => {
  cutLine();
  session.begin(sampleSession());
  await settle();
  onServer = { ...NO_MEMBER_SETTINGS, theme: "light", upDown: "red-up", watchlist: "USDJPY" };
  preferences.chooseWatchlist(["XAUUSD"]);
  preferences.chooseTheme("dark");
  await settle();
  mendLine();
  // The account's stars are not lost for one that was set without them.
  await vi.waitFor(() => expect(told).toEqual([{ theme: "dark", watchlist: "USDJPY,XAUUSD" }]));
  const { theme, upDown, watchlist } = preferences.get();
  expect([theme, upDown, watchlist]).toEqual(["dark", "red-up", ["USDJPY", "XAUUSD"]]);
});

test("an account that could not be asked is asked with the next choice", async () => {
  isLineDown = true;
  session.begin(sampleSession());
  await settle();
  isLineDown = false;
  onServer = { ...NO_MEMBER_SETTINGS, upDown: "red-up" };
  preferences.chooseOneTap(true);
  await vi.waitFor(() => expect(told).toEqual([{ one_tap: "1" }]));
  expect(preferences.get().upDown).toBe("red-up");
});

test("what was chosen last and could not be told is told when the line is back", async () => {
  session.begin(sampleSession());
  await settle();
  cutLine();
  preferences.chooseTheme("dark");
  await vi.waitFor(() => expect(told).toHaveLength(1));
  mendLine();
  await vi.waitFor(() => expect(told).toEqual([{ theme: "dark" }, { theme: "dark" }]));
});

test("or with the next start, which does not take it back", async () => {
  onServer = { ...NO_MEMBER_SETTINGS, theme: "light", watchlist: "USDJPY,EURUSD" };
  session.begin(sampleSession());
  await vi.waitFor(() => expect(preferences.get().theme).toBe("light"));
  cutLine();
  preferences.chooseTheme("dark");
  preferences.chooseWatchlist(["EURUSD", "XAUUSD"]);
  await vi.waitFor(() => expect(told).toHaveLength(2));
  told = [];
  isLineDown = false;
  // Another device has starred one more meanwhile.
  onServer = { ...onServer, upDown: "red-up", watchlist: "USDJPY,EURUSD,BTCUSD" };
  start();
  await vi.waitFor(() =>
    expect(told).toEqual([{ theme: "dark", watchlist: "EURUSD,BTCUSD,XAUUSD" }]),
  );
  const { theme, upDown, watchlist } = preferences.get();
  expect([theme, upDown, watchlist]).toEqual(["dark", "red-up", ["EURUSD", "BTCUSD", "XAUUSD"]]);
});

test("what one person could not tell is not told for the next one", async () => {
  session.begin(sampleSession());
  await settle();
  cutLine();
  preferences.chooseWatchlist(["XAUUSD"]);
  preferences.chooseOneTap(true);
  await vi.waitFor(() => expect(told).not.toEqual([]));
  session.end();
  mendLine();
  told = [];
  session.begin(sampleSession({ token: "another" }));
  await settle();
  start();
  await settle();
  expect(told).toEqual([]);
  expect([preferences.get().watchlist, preferences.get().isOneTap]).toEqual([[], false]);
});

test("nor when another session stands in the browser at a start", async () => {
  session.begin(sampleSession());
  await settle();
  cutLine();
  preferences.chooseOneTap(true);
  await vi.waitFor(() => expect(told).toHaveLength(1));
  isLineDown = false;
  const { user } = sampleSession();
  createSession(storage).begin({
    ...sampleSession(),
    token: "another",
    user: { ...user, id: "9" },
  });
  start();
  await vi.waitFor(() => expect(preferences.get().isOneTap).toBe(false));
  expect(told).toHaveLength(1);
});

test("nor what stood here of somebody who left before this part had come", async () => {
  preferences.chooseOneTap(true);
  createSession(storage).begin(sampleSession());
  start(() => session.end());
  expect(preferences.get().isOneTap).toBe(false);
  session.begin(sampleSession({ token: "another" }));
  await settle();
  expect(told).toEqual([]);
});

test("what the server refuses is not brought up again by the next start", async () => {
  onServer = { ...NO_MEMBER_SETTINGS, theme: "light" };
  session.begin(sampleSession());
  await vi.waitFor(() => expect(preferences.get().theme).toBe("light"));
  refusal = "TOO_MANY";
  preferences.chooseTheme("dark");
  await vi.waitFor(() => expect(told).toHaveLength(1));
  refusal = null;
  start();
  await vi.waitFor(() => expect(preferences.get().theme).toBe("light"));
  expect(told).toHaveLength(1);
});

const ODD = ["{", "7", `{"userId":"${sampleSession().user.id}","settings":{"watchlist":7}}`];

test.each(ODD)("a start goes on over %s in storage", async (text) => {
  createSession(storage).begin(sampleSession());
  storage.write("accountSettings", text);
  onServer = { ...NO_MEMBER_SETTINGS, watchlist: "USDJPY" };
  start();
  await vi.waitFor(() => expect(preferences.get().watchlist).toEqual(["USDJPY"]));
  expect(told).toEqual([]);
});

test("taking over tells nothing on the way", async () => {
  preferences.chooseTheme("dark");
  preferences.chooseLanguage("en");
  onServer = { ...NO_MEMBER_SETTINGS, language: "fr", theme: "light" };
  session.begin(sampleSession());
  await vi.waitFor(() => expect(preferences.get().theme).toBe("light"));
  await settle();
  expect(told).toEqual([]);
});
