// One suite for both twins of the bus, so that what works within one process works between several;
// then what only a line between processes can do: go down, and come back.

import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasNats, NATS_ABSENT, type NatsServer, startNats } from "../../testing/nats-server.ts";
import { createLog } from "../log.ts";
import { BUS_MESSAGE_BYTES_MAX, type Bus, BusSilent } from "./bus.ts";
import { createMemoryBus } from "./memory-bus.ts";
import { connectNatsBus } from "./nats-bus.ts";

const log = createLog("silent");
const WAIT_MAX_MS = 10_000;
const bytesOf = (text: string) => Buffer.from(text);
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString();

async function until(isTrue: () => boolean): Promise<void> {
  const startedAt = performance.now();
  while (!isTrue()) {
    if (performance.now() - startedAt > WAIT_MAX_MS) throw new Error("it did not come true");
    await sleep(2);
  }
}

type Ends = { readonly here: Bus; readonly there: Bus };
type Twin = { readonly open: () => Promise<Ends>; readonly close: () => Promise<void> };

/** The same bus is both ends within a process. */
function memoryTwin(): Twin {
  const bus = createMemoryBus(log);
  return { open: async () => ({ here: bus, there: bus }), close: () => bus.stop() };
}

function natsTwin(): Twin {
  const opened: Bus[] = [];
  let server: NatsServer | null = null;
  return {
    async open() {
      server ??= await startNats();
      const options = { url: server.url, prefix: "test", log };
      const here = await connectNatsBus({ ...options, name: "here" });
      const there = await connectNatsBus({ ...options, name: "there" });
      opened.push(here, there);
      return { here, there };
    },
    async close() {
      for (const bus of opened) await bus.stop();
      await server?.kill();
    },
  };
}

const TWINS = [
  { name: "within one process", twin: memoryTwin, isThere: true },
  { name: "over NATS", twin: natsTwin, isThere: hasNats() },
];

describe.each(TWINS)("the bus $name", ({ twin, isThere }) => {
  const { open, close } = twin();
  let here: Bus;
  let there: Bus;
  let subjects = 0;
  const freshSubject = () => `subject.${++subjects}`;

  beforeAll(async () => {
    if (isThere) ({ here, there } = await open());
  });
  afterAll(close);

  const works = (name: string, run: () => Promise<void>) =>
    it(name, async ({ skip }) => {
      if (!isThere) skip(NATS_ABSENT);
      await run();
    });

  works(
    "brings what one publisher says in its order, to every subscriber, itself too",
    async () => {
      const subject = freshSubject();
      const heard: string[][] = [[], [], []];
      for (const [index, bus] of [here, there, there].entries()) {
        bus.subscribe(subject, ({ bytes }) => heard[index]?.push(textOf(bytes)));
      }
      await Promise.all([here.flush(), there.flush()]);
      const said = Array.from({ length: 2_000 }, (_, index) => `message ${index}`);
      for (const text of said) here.publish(subject, bytesOf(text));
      await until(() => heard.every(({ length }) => length >= said.length));
      expect(heard).toEqual([said, said, said]);
    },
  );

  works("never delivers inside publish", async () => {
    const subject = freshSubject();
    let isHeard = false;
    here.subscribe(subject, () => {
      isHeard = true;
    });
    here.publish(subject, bytesOf("x"));
    expect(isHeard).toBe(false);
    await until(() => isHeard);
  });

  works("tells nobody who has left, and nobody under another subject", async () => {
    const [subject, other] = [freshSubject(), freshSubject()];
    const heard: string[] = [];
    const leave = there.subscribe(subject, ({ bytes }) => heard.push(textOf(bytes)));
    there.subscribe(other, ({ bytes }) => heard.push(`other ${textOf(bytes)}`));
    await there.flush();
    here.publish(subject, bytesOf("before"));
    await until(() => heard.length > 0);
    leave();
    await there.flush();
    here.publish(subject, bytesOf("after"));
    here.publish(other, bytesOf("last"));
    await until(() => heard.length > 1);
    expect(heard).toEqual(["before", "other last"]);
  });

  works("answers a request once, with bytes as they are", async () => {
    const subject = freshSubject();
    there.subscribe(subject, ({ bytes, answer }) => {
      answer?.(Buffer.concat([bytes, Buffer.from([0, 255, 10, 13])]));
      answer?.(bytesOf("a second answer"));
    });
    await there.flush();
    const asked = Buffer.from([13, 10, 0, 128]);
    const answer = await here.request(subject, asked, 1_000);
    expect([...answer]).toEqual([13, 10, 0, 128, 0, 255, 10, 13]);
    expect([...(await here.request(subject, Buffer.alloc(0), 1_000))]).toEqual([0, 255, 10, 13]);
  });

  works("gives nobody an answer to give where nobody asked", async () => {
    const subject = freshSubject();
    let canAnswer: boolean | null = null;
    there.subscribe(subject, ({ answer }) => {
      canAnswer = answer !== null;
    });
    await there.flush();
    here.publish(subject, bytesOf("said"));
    await until(() => canAnswer !== null);
    expect(canAnswer).toBe(false);
  });

  works("is silent at once when nobody is there, and in time when nobody answers", async () => {
    const subject = freshSubject();
    const startedAt = performance.now();
    await expect(here.request(subject, bytesOf("?"), 5_000)).rejects.toThrow(BusSilent);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    there.subscribe(subject, () => undefined);
    await there.flush();
    await expect(here.request(subject, bytesOf("?"), 50)).rejects.toThrow(BusSilent);
  });

  works("goes on when a subscriber throws", async () => {
    const subject = freshSubject();
    const heard: string[] = [];
    there.subscribe(subject, () => {
      throw new Error("broken");
    });
    there.subscribe(subject, ({ bytes }) => heard.push(textOf(bytes)));
    await there.flush();
    here.publish(subject, bytesOf("one"));
    here.publish(subject, bytesOf("two"));
    await until(() => heard.length === 2);
    expect(heard).toEqual(["one", "two"]);
  });

  works("carries a large message, loses one that is too large, and goes on", async () => {
    const subject = freshSubject();
    const sizes: number[] = [];
    there.subscribe(subject, ({ bytes }) => sizes.push(bytes.length));
    await there.flush();
    here.publish(subject, new Uint8Array(BUS_MESSAGE_BYTES_MAX + 1));
    here.publish(subject, new Uint8Array(BUS_MESSAGE_BYTES_MAX));
    await until(() => sizes.length > 0);
    expect(sizes).toEqual([BUS_MESSAGE_BYTES_MAX]);
    expect(here.isUp()).toBe(true);
    await expect(
      here.request(subject, new Uint8Array(BUS_MESSAGE_BYTES_MAX + 1), 1_000),
    ).rejects.toThrow(BusSilent);
  });

  works("refuses what is a subject to one twin only", async () => {
    for (const subject of ["", "a.*", "a.>", "a b", ".a", "a..b"]) {
      expect(() => here.subscribe(subject, () => undefined)).toThrow("is a subject");
    }
  });

  works("says nothing more once stopped, and throws at nobody", async () => {
    const { here: leaving } = await twinAgain();
    const subject = freshSubject();
    await leaving.stop();
    await leaving.stop();
    leaving.publish(subject, bytesOf("x"));
    expect(leaving.isUp()).toBe(false);
    await expect(leaving.request(subject, bytesOf("?"), 100)).rejects.toThrow(BusSilent);
    await expect(leaving.flush()).rejects.toThrow(BusSilent);
    leaving.subscribe(subject, () => undefined)();
  });

  /** An end of its own, so that those of the others stay. */
  const twinAgain = (): Promise<Ends> => (twin === memoryTwin ? memoryTwin().open() : open());
});

describe.skipIf(!hasNats())("the line to NATS", () => {
  let server: NatsServer;
  let here: Bus;
  let there: Bus;

  beforeAll(async () => {
    server = await startNats();
    const options = { url: server.url, prefix: "line", log };
    here = await connectNatsBus({ ...options, name: "here" });
    there = await connectNatsBus({ ...options, name: "there" });
  });
  afterAll(async () => {
    await Promise.all([here.stop(), there.stop()]);
    await server.kill();
  });

  it("a killed server is waited for; what was said meanwhile is lost, and said so", async () => {
    const heard: string[] = [];
    let backs = 0;
    there.subscribe("news", ({ bytes }) => heard.push(textOf(bytes)));
    there.onBack(() => {
      backs += 1;
    });
    await there.flush();
    const waiting = here.request("nobody.answers", bytesOf("?"), 60_000).catch((err) => err);
    here.subscribe("nobody.answers", () => undefined);
    await server.kill();
    await until(() => !here.isUp() && !there.isUp());
    expect(await waiting).toBeInstanceOf(BusSilent);
    for (let index = 0; index < 100; index += 1) here.publish("news", bytesOf("into the void"));
    await expect(here.request("news", bytesOf("?"), 60_000)).rejects.toThrow(BusSilent);
    await expect(here.flush()).rejects.toThrow(BusSilent);
    await sleep(300);
    await server.start();
    await until(() => here.isUp() && there.isUp());
    expect(backs).toBe(1);
    await there.flush();
    here.publish("news", bytesOf("after"));
    await until(() => heard.length > 0);
    expect(heard).toEqual(["after"]);
  });

  it("a server that says nothing more is noticed, and comes back", async () => {
    let backs = 0;
    here.onBack(() => {
      backs += 1;
    });
    server.pause();
    await until(() => !here.isUp());
    server.resume();
    await until(() => here.isUp() && there.isUp());
    expect(backs).toBe(1);
    there.subscribe("again", ({ answer }) => answer?.(bytesOf("yes")));
    await there.flush();
    expect(textOf(await here.request("again", bytesOf("?"), 1_000))).toBe("yes");
  });

  it("stops while the server is away, and is waited for at the start", async () => {
    await server.kill();
    const late = connectNatsBus({ url: server.url, prefix: "line", name: "late", log });
    await until(() => !here.isUp());
    await here.stop();
    await server.start();
    const bus = await late;
    expect(bus.isUp()).toBe(true);
    await bus.stop();
  });
});
