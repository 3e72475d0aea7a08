// The line is back once for every cut, and not for what happens on a line that is there.
// @vitest-environment node

import { createStore } from "@truetick/ui/state";
import { expect, test } from "vitest";
import type { Connection } from "./live-socket.ts";
import { onLineBack } from "./watch-line.ts";

const standing = (phase: Connection["phase"]): Connection => ({
  phase,
  attempt: 0,
  retryAtMs: null,
  lagMs: null,
  isFresh: false,
});

test("tells each time it comes back, until nobody wants to know", () => {
  const connection = createStore(standing("live"));
  let told = 0;
  const leave = onLineBack({ socket: { connection } }, () => {
    told += 1;
  });
  connection.set({ ...standing("live"), lagMs: 5 });
  expect(told).toBe(0);
  for (const phase of ["waiting", "connecting", "live", "live"] as const) {
    connection.set(standing(phase));
  }
  expect(told).toBe(1);
  leave();
  connection.set(standing("waiting"));
  connection.set(standing("live"));
  expect(told).toBe(1);
});
