// Choices follow the person: taken over at a login, told when they change, and never left behind
// for the next person at the same device.

import { type MemberSettings, NO_MEMBER_SETTINGS } from "@truetick/contract";
import { beforeEach, expect, test, vi } from "vitest";
import type { Answer, Server } from "../api/server.ts";
import { createSession, type SessionStore } from "../session/session.ts";
import { memoryStorage } from "../testing/memory-storage.ts";
import { sampleSession } from "../testing/sample-session.ts";
import { createAccountSettings } from "./account-settings.ts";
import { createPreferences, type PreferenceStore } from "./preferences.ts";

let onServer: MemberSettings;
let told: Readonly<Record<string, string>>[];
let isLineDown: boolean;
let preferences: PreferenceStore;
let session: SessionStore;

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
    return isLineDown ? lost : { isOk: true, value: onServer as T };
  },
};

beforeEach(() => {
  onServer = NO_MEMBER_SETTINGS;
  told = [];
  isLineDown = false;
  const storage = memoryStorage();
  const scheme = { matches: false, addEventListener: () => undefined };
  // Preferences ask for nothing else of a media query.
  preferences = createPreferences(storage, scheme as unknown as MediaQueryList);
  session = createSession(storage);
  createAccountSettings({ preferences, session, server }).start();
});

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

test("stars taken back on another device do not return with a start", async () => {
  const storage = memoryStorage();
  storage.write("watchlist", "XAUUSD");
  const scheme = { matches: false, addEventListener: () => undefined };
  const here = createPreferences(storage, scheme as unknown as MediaQueryList);
  const still = createSession(storage);
  still.begin(sampleSession());
  createAccountSettings({ preferences: here, session: still, server }).start();
  await vi.waitFor(() => expect(here.get().watchlist).toEqual([]));
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
