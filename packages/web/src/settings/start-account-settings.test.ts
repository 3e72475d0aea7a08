// When the part that keeps choices with the account begins: with the first who is logged in.

import { NO_MEMBER_SETTINGS } from "@truetick/contract";
import { createStore } from "@truetick/ui/state";
import { expect, test, vi } from "vitest";
import type { Server } from "../api/server.ts";
import type { Connection } from "../live/live-socket.ts";
import { createSession } from "../session/session.ts";
import { memoryStorage } from "../testing/memory-storage.ts";
import { sampleSession } from "../testing/sample-session.ts";
import { createPreferences } from "./preferences.ts";
import { startAccountSettings } from "./start-account-settings.ts";

function open({ isLoggedIn }: { readonly isLoggedIn: boolean }) {
  const storage = memoryStorage();
  const session = createSession(storage);
  if (isLoggedIn) session.begin(sampleSession());
  const read = vi.fn(async () => ({
    isOk: true as const,
    value: { ...NO_MEMBER_SETTINGS, theme: "light" },
  }));
  const server = { read, write: vi.fn() } as unknown as Server;
  const scheme = { matches: false, addEventListener: () => undefined };
  // Preferences ask for nothing else of a media query.
  const preferences = createPreferences(storage, scheme as unknown as MediaQueryList);
  const connection = createStore<Connection>({
    phase: "live",
    attempt: 0,
    retryAtMs: null,
    lagMs: null,
    isFresh: false,
  });
  startAccountSettings({ preferences, session, server, storage, live: { socket: { connection } } });
  return { session, read, preferences };
}

test("whoever is logged in at the start has the choices of the account", async () => {
  const { preferences } = open({ isLoggedIn: true });
  await vi.waitFor(() => expect(preferences.get().theme).toBe("light"));
});

test("a visitor asks for none, and has them with the login", async () => {
  const { session, read, preferences } = open({ isLoggedIn: false });
  expect(read).not.toHaveBeenCalled();
  session.begin(sampleSession());
  await vi.waitFor(() => expect(preferences.get().theme).toBe("light"));
  expect(read).toHaveBeenCalledTimes(1);
});
