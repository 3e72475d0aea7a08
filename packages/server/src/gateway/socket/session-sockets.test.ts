// When sockets are let go because the session they are logged into has run out: asked of the
// database once per session and end, and not while it waits.

import { accountId } from "@truetick/engine";
import { expect, it, onTestFinished, vi } from "vitest";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createSessionSockets } from "./session-sockets.ts";

const LOOK_MS = 5;
const MINUTE_MS = 60_000;

/** Sessions by how long they hold yet; questions are noted. */
function open() {
  const clock = createFakeClock();
  const left = new Map<number, number>();
  const asked: number[][] = [];
  const broken: unknown[] = [];
  const failure = { next: null as Error | null };
  const sockets = createSessionSockets({
    source: {
      onEnded: () => () => undefined,
      onMissed: () => () => undefined,
      living: async (ids) => {
        asked.push([...ids]);
        if (failure.next) throw failure.next;
        return new Map([...left].filter(([id]) => ids.includes(id)));
      },
    },
    clock,
    socketsPerUserMax: 5,
    sessionsLookedAtEveryMs: LOOK_MS,
    onBroken: (error) => void broken.push(error),
  });
  onTestFinished(sockets.stop);
  const enter = (sessionId: number) => {
    const caller = { sessionId, userId: sessionId, accountId: accountId(1), isDemo: true };
    const socket = { endSession: vi.fn(() => sockets.leave(caller, socket)) };
    sockets.enter(caller, socket);
    return socket.endSession;
  };
  return { clock, left, asked, broken, failure, enter };
}

const looks = () => new Promise((resolve) => setTimeout(resolve, 10 * LOOK_MS));

it("ends what has run out, and asks once for all that came and once for each end", async () => {
  const { clock, left, asked, enter } = open();
  left.set(1, MINUTE_MS).set(2, 2 * MINUTE_MS);
  const [one, again, two] = [enter(1), enter(1), enter(2)];
  await looks();
  expect(asked).toEqual([[1, 2]]);
  clock.advance(MINUTE_MS - 1);
  await looks();
  expect(asked).toHaveLength(1);
  left.delete(1);
  clock.advance(1);
  await looks();
  expect(asked).toEqual([[1, 2], [1]]);
  expect(one).toHaveBeenCalled();
  expect(again).toHaveBeenCalled();
  expect(two).not.toHaveBeenCalled();
});

it("leaves what was used meanwhile, until its new end", async () => {
  const { clock, left, asked, enter } = open();
  left.set(1, MINUTE_MS);
  const one = enter(1);
  await looks();
  clock.advance(MINUTE_MS);
  await looks();
  expect(asked).toHaveLength(2);
  expect(one).not.toHaveBeenCalled();
  left.delete(1);
  clock.advance(MINUTE_MS);
  await looks();
  expect(one).toHaveBeenCalled();
});

it("T19: ends nothing while the database is away, and asks again after a while", async () => {
  const { clock, left, asked, broken, failure, enter } = open();
  left.set(1, MINUTE_MS);
  const one = enter(1);
  await looks();
  failure.next = new Error("away");
  left.delete(1);
  clock.advance(MINUTE_MS);
  await looks();
  expect([asked.length, broken.length]).toEqual([2, 1]);
  failure.next = null;
  clock.advance(MINUTE_MS);
  await looks();
  expect(asked).toHaveLength(3);
  expect(one).toHaveBeenCalled();
});
