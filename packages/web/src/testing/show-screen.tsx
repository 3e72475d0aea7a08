// Shows a screen to a test as a member or a demo user would see it, in English, with a server that
// answers from a list of wires by path and remembers what was written to it.

import { act, render } from "@testing-library/react";
import {
  type Messages,
  type QuoteUpdate,
  type ReadRequest,
  requestAreas,
  requestPlatformSettings,
  type ServerFrame,
  type WriteRequest,
} from "@truetick/contract";
import english from "@truetick/contract/messages/en.json";
import { createNotation, NotationProvider } from "@truetick/ui";
import { createRouter, createStore, createToasts } from "@truetick/ui/state";
import type { ReactNode } from "react";
import { IntlProvider } from "use-intl";
import type { Answer, Server } from "../api/server.ts";
import { type App, AppProvider } from "../app/app.ts";
import { createResource } from "../app/resource.ts";
import { createQuoteBoard } from "../live/quote-board.ts";
import { createSession } from "../session/session.ts";
import { createPreferences } from "../settings/preferences.ts";
import { memoryStorage } from "./memory-storage.ts";
import { movingAccount } from "./moving-account.ts";
import { sampleSession } from "./sample-session.ts";

/** What a path answers: its wire, or the name of a refusal. */
export type Wires = Record<string, unknown | { readonly refused: string }>;

export type Shown = {
  readonly written: WriteRequest<unknown>[];
  readonly toasts: () => readonly string[];
  /** Says to the screen what the socket would. */
  readonly say: (frame: ServerFrame) => Promise<void>;
  readonly wires: Wires;
};

function answerOf<T>(wires: Wires, path: string, read: (wire: unknown) => T): Answer<T> {
  const wire = wires[path];
  if (typeof wire === "object" && wire !== null && "refused" in wire) {
    // Names of the contract's, as the server would send them.
    const reason = wire.refused as "INTERNAL";
    const text = `says ${reason}`;
    return { isOk: false, failure: { kind: "refused", code: "1", reason, numbers: {}, text } };
  }
  if (wire === undefined) return { isOk: false, failure: { kind: "unreachable", code: path } };
  return { isOk: true, value: read(wire) };
}

/** The live part of the app: a board with these quotes, and a socket that says what it is told. */
function liveWith(quotes: readonly QuoteUpdate[]) {
  const board = createQuoteBoard();
  board.apply(quotes, { isSnapshot: true });
  const listeners = new Set<(frame: ServerFrame) => void>();
  const live = {
    isSimulated: createStore(true),
    board,
    socket: {
      connection: createStore({ phase: "live", isFresh: true }),
      subscribe: () => () => undefined,
    },
    listen: (listener: (frame: ServerFrame) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const say = (frame: ServerFrame) =>
    act(async () => {
      for (const listener of [...listeners]) listener(frame);
    });
  return { live, say };
}

type Setting = {
  readonly path?: string;
  readonly wires?: Wires;
  readonly isDemo?: boolean;
  readonly quotes?: readonly QuoteUpdate[];
  /** What the browser has kept of earlier choices. */
  readonly kept?: Readonly<Record<string, string>>;
  readonly account?: ReturnType<typeof movingAccount>;
  /** Whose notation numbers have; the words stay English. */
  readonly languageTag?: string;
};

export async function showScreen(
  screen: ReactNode,
  {
    path = "/",
    wires = {},
    isDemo = false,
    quotes = [],
    kept = {},
    account = movingAccount(null),
    languageTag = "en",
  }: Setting = {},
): Promise<Shown> {
  window.history.replaceState(null, "", path);
  const storage = memoryStorage();
  for (const [name, text] of Object.entries(kept)) storage.write(name, text);
  const session = createSession(storage);
  session.begin(sampleSession({ isDemo }));
  const toasts = createToasts();
  const written: WriteRequest<unknown>[] = [];
  const server: Server = {
    read: async <T,>(request: ReadRequest<T>) => answerOf(wires, request.path, request.read),
    write: async <T,>(request: WriteRequest<T>) => {
      written.push(request);
      return answerOf(wires, request.path, request.read);
    },
  };
  const { live, say } = liveWith(quotes);
  const language = () => "en";
  // What screens about money use of the app.
  const parts = {
    router: createRouter(window),
    session,
    sessionLife: { noteEnded: () => undefined },
    server,
    storage,
    toasts,
    preferences: createPreferences(storage, window.matchMedia("(light)")),
    account,
    platformSettings: createResource({ server, request: requestPlatformSettings, language }),
    areas: createResource({ server, request: requestAreas, language }),
    markets: {
      ...createStore({ phase: "ready", markets: [], categories: [] }),
      refresh: async () => null,
    },
    live,
  };
  const messages: Messages = english;
  await act(async () => {
    render(
      <AppProvider value={parts as unknown as App}>
        <IntlProvider locale="en" messages={messages}>
          <NotationProvider value={createNotation(languageTag)}>{screen}</NotationProvider>
        </IntlProvider>
      </AppProvider>,
    );
  });
  return {
    written,
    wires,
    toasts: () => toasts.shown.get().map(({ title }) => title),
    say,
  };
}
