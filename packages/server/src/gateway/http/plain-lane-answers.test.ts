// How answers leave the plain lane: those of one turn in one call, whole and in order whatever the
// kernel takes; and how long a connection may rest after one, of which its stream knows nothing.

import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import type { SendAll } from "../socket/send-all.ts";
import { createFakeSendAll, openLane, post, SOON } from "../testing/open-lane.ts";

const FIRST_MS = 500;
const KEEP_ALIVE_MS = 1_000;

async function open(sendAll: SendAll | null, keepAliveMs = 20_000) {
  const house = await openLane({ sendAll, firstMs: FIRST_MS, keepAliveMs });
  onTestFinished(house.close);
  return {
    ...house,
    /** Somebody whose request waits for its answer. */
    async enterAsking() {
      const client = await house.enter();
      client.say(post("{1}"));
      await house.asked(house.waiting.length + 1);
      return client;
    },
  };
}

describe("answers that go past their streams", () => {
  it("leave in one call when they are ready in one turn", async () => {
    const { sendAll, calls } = createFakeSendAll();
    const house = await open(sendAll);
    const clients = [
      await house.enterAsking(),
      await house.enterAsking(),
      await house.enterAsking(),
    ];
    for (const text of ["one", "three", "seven"]) house.answer(text);
    await expect
      .poll(() => clients.map(({ heard }) => heard()), SOON)
      .toEqual(["one", "three", "seven"]);
    expect(calls).toEqual([[3, 5, 5]]);
    for (const { theirs } of clients) expect(theirs.bytesWritten).toBe(0);
  });

  it("go on through the stream where the kernel takes a part, the next one behind", async () => {
    const { sendAll, calls } = createFakeSendAll({ bytesMax: 1_000 });
    const house = await open(sendAll);
    const client = await house.enterAsking();
    client.socket.pause();
    // More than the network holds for who does not read.
    const large = Array.from({ length: 2_000_000 }, (_, at) => `${at} `).join("");
    house.answer(large);
    await expect.poll(() => client.theirs.writableLength, SOON).toBeGreaterThan(0);
    client.socket.resume();
    await expect.poll(() => client.heard().length, { timeout: 20_000 }).toBe(large.length);
    client.say(post("{2}"));
    await house.asked(1);
    house.answer("last");
    await expect.poll(() => client.heard().length, SOON).toBe(large.length + 4);
    expect(client.heard() === `${large}last`).toBe(true);
    expect(calls).toEqual([[1_000], [4]]);
  });

  it("tell the stream of a broken socket, and the others get theirs", async () => {
    const { sendAll, calls } = createFakeSendAll();
    const house = await open(sendAll);
    const [broken, here] = [await house.enterAsking(), await house.enterAsking()];
    const failed = once(broken.theirs, "error");
    broken.socket.resetAndDestroy();
    // Before the loop turns, so that nobody has heard of the end yet.
    house.answer("one");
    house.answer("two");
    expect((await failed)[0]).toMatchObject({ syscall: "write" });
    await expect.poll(here.heard, SOON).toBe("two");
    expect(calls).toEqual([[-1, 3]]);
    expect(broken.theirs.destroyed).toBe(true);
  });

  it("use no number of a socket that was closed meanwhile", async () => {
    const { sendAll, calls } = createFakeSendAll();
    const house = await open(sendAll);
    const [gone, here] = [await house.enterAsking(), await house.enterAsking()];
    house.answer("one");
    house.answer("two");
    // Both are ready, none is sent.
    await Promise.resolve();
    gone.theirs.destroy();
    await expect.poll(here.heard, SOON).toBe("two");
    expect(calls).toEqual([[3]]);
  });

  it("are sent before anything else of their connection begins", async () => {
    const { sendAll, calls } = createFakeSendAll();
    const house = await open(sendAll);
    const client = await house.enterAsking();
    house.answer("one");
    await Promise.resolve();
    const other = post("{2}", "", "/elsewhere");
    client.theirs.emit("data", Buffer.from(other));
    expect([client.theirs.isPaused(), calls.length]).toEqual([true, 0]);
    await expect.poll(() => house.handed.join(""), SOON).toBe(other);
    await expect.poll(client.heard, SOON).toBe("one");
    expect(calls).toEqual([[3]]);
  });
});

describe.each([
  ["in one call", createFakeSendAll().sendAll],
  ["each with its own write", null],
])("a connection whose answers go out %s", (_how, sendAll) => {
  it.each([
    ["soon", 10],
    ["later than it may rest", KEEP_ALIVE_MS + FIRST_MS],
  ])(
    "may rest its whole time after one that comes %s, and is let go then",
    async (_when, tookMs) => {
      const house = await open(sendAll, KEEP_ALIVE_MS);
      const client = await house.enterAsking();
      const closed = once(client.theirs, "close");
      await sleep(tookMs);
      house.answer("one");
      await expect.poll(client.heard, SOON).toBe("one");
      client.say(post("{2}"));
      await house.asked(1);
      await sleep(tookMs);
      const answeredAt = performance.now();
      house.answer("two");
      await closed;
      expect(performance.now() - answeredAt).toBeGreaterThanOrEqual(KEEP_ALIVE_MS);
      expect(client.heard()).toBe("onetwo");
    },
  );

  it("may rest its whole time after one that was taken slowly", async () => {
    const house = await open(sendAll, KEEP_ALIVE_MS);
    const client = await house.enterAsking();
    client.socket.pause();
    house.answer("x".repeat(20_000_000));
    await sleep(KEEP_ALIVE_MS - FIRST_MS);
    const drained = once(client.theirs, "drain");
    client.socket.resume();
    await drained;
    // Longer than it has at first.
    await sleep(FIRST_MS + 200);
    expect(client.theirs.destroyed).toBe(false);
    await expect.poll(client.isOver, SOON).toBe(true);
  });
});
