// A screen hears of what it cares about, and looks again when the line is back.

import { act, cleanup, render } from "@testing-library/react";
import type { CashierKind, ServerFrame } from "@truetick/contract";
import { createStore } from "@truetick/ui/state";
import { afterEach, expect, test } from "vitest";
import { type App, AppProvider } from "../app/app.ts";
import type { Connection } from "./live-socket.ts";
import { useCashierNews } from "./use-cashier-news.ts";

afterEach(cleanup);

function Listener({ look }: { readonly look: () => void }) {
  useCashierNews(["deposit"], look);
  return null;
}

function openLine() {
  const phase = (name: Connection["phase"]): Connection => ({
    phase: name,
    attempt: 0,
    retryAtMs: null,
    lagMs: null,
    isFresh: true,
  });
  const connection = createStore(phase("live"));
  const topics: string[] = [];
  const listeners = new Set<(frame: ServerFrame) => void>();
  // What the hook uses of the live part.
  const live = {
    socket: {
      connection,
      subscribe: (topic: string) => {
        topics.push(topic);
        return () => topics.pop();
      },
    },
    listen: (listener: (frame: ServerFrame) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const say = (kinds: CashierKind[]) => {
    for (const listener of listeners) listener({ type: "CASHIER", kinds });
  };
  const set = (name: Connection["phase"]) => connection.set(phase(name));
  return { app: { live } as unknown as App, say, set, topics, listeners };
}

test("looks again for its own kinds and after a lost line, and not for others", () => {
  const { app, say, set, topics, listeners } = openLine();
  let looks = 0;
  const look = () => {
    looks += 1;
  };
  const { unmount } = render(
    <AppProvider value={app}>
      <Listener look={look} />
    </AppProvider>,
  );
  expect(topics).toEqual(["CASHIER"]);
  act(() => say(["identity"]));
  expect(looks).toBe(0);
  act(() => say(["withdrawal", "deposit"]));
  expect(looks).toBe(1);
  act(() => set("waiting"));
  act(() => set("live"));
  expect(looks).toBe(2);
  unmount();
  expect([topics, listeners.size]).toEqual([[], 0]);
});
