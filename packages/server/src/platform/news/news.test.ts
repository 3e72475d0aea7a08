// News between processes, over both twins of the bus: everybody hears what one tells, nobody hears
// itself twice, a question is answered by whoever can, and a line that was lost is told to all.

import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAloneNews } from "../../testing/alone-news.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { hasNats, NATS_ABSENT, type NatsServer, startNats } from "../../testing/nats-server.ts";
import { createAttemptLimit } from "../attempt-limit.ts";
import { BUS_MESSAGE_BYTES_MAX, type Bus } from "../bus/bus.ts";
import { createMemoryBus } from "../bus/memory-bus.ts";
import { connectNatsBus } from "../bus/nats-bus.ts";
import { createLog } from "../log.ts";
import { createCashierChanges } from "../member-changes.ts";
import { createNews, type News } from "./news.ts";

const log = createLog("silent");
const SOON = { timeout: 5_000, interval: 5 };
const parseText = (said: unknown) => (typeof said === "string" ? said : null);

type Line = { readonly open: () => Promise<Bus>; readonly close: () => Promise<void> };

function memoryLine(): Line {
  const bus = createMemoryBus(log);
  return { open: async () => bus, close: () => bus.stop() };
}

function natsLine(): Line {
  const opened: Bus[] = [];
  let server: NatsServer | null = null;
  return {
    async open() {
      server ??= await startNats();
      const name = `process ${opened.length}`;
      const bus = await connectNatsBus({ url: server.url, prefix: "news", name, log });
      opened.push(bus);
      return bus;
    },
    async close() {
      for (const bus of opened) await bus.stop();
      await server?.kill();
    },
  };
}

const LINES = [
  { name: "within one process", line: memoryLine, isThere: true },
  { name: "over NATS", line: natsLine, isThere: hasNats() },
];

describe.each(LINES)("news $name", ({ line, isThere }) => {
  const { open, close } = line();
  let buses: Bus[];
  let processes: News[];

  beforeAll(async () => {
    if (!isThere) return;
    buses = [await open(), await open(), await open()];
    processes = buses.map((bus) => createNews({ bus, log }));
  });
  afterAll(close);

  /** Everything that was subscribed is in force. */
  const settle = () => Promise.all(buses.map((bus) => bus.flush()));

  it.skipIf(!isThere)(`reach every process once, in order (${NATS_ABSENT})`, async () => {
    const heard = processes.map((): string[] => []);
    const channels = processes.map((news, at) => {
      const channel = news.channel("letters", parseText);
      channel.follow((text) => heard[at]?.push(text));
      return channel;
    });
    await settle();
    for (let at = 0; at < 50; at += 1) channels[0]?.tell(String(at));
    expect(heard[0]).toHaveLength(50);
    await expect.poll(() => heard.map((texts) => texts.length), SOON).toEqual([50, 50, 50]);
    await sleep(20);
    expect(heard[0]).toEqual(Array.from({ length: 50 }, (_, at) => String(at)));
    expect(heard[2]).toEqual(heard[0]);
    expect(heard[1]).toEqual(heard[0]);
  });

  it.skipIf(!isThere)("leave alone what they do not understand", async () => {
    const heard: string[] = [];
    processes[1]?.channel("versions", parseText).follow((text) => heard.push(text));
    await settle();
    const newer = processes[0]?.channel("versions", (said) => said as object | string);
    newer?.tell({ of: "a newer version" });
    buses[0]?.publish("news.versions", Buffer.from("12345678{broken"));
    newer?.tell("understood");
    await expect.poll(() => heard, SOON).toEqual(["understood"]);
  });

  it.skipIf(!isThere)(
    "that are too long for the bus are not told, and nothing breaks",
    async () => {
      const heard: string[] = [];
      const channel = processes[0]?.channel("long", parseText);
      processes[1]?.channel("long", parseText).follow((text) => heard.push(text.slice(0, 5)));
      await settle();
      channel?.tell("x".repeat(BUS_MESSAGE_BYTES_MAX));
      channel?.tell("short");
      await expect.poll(() => heard, SOON).toEqual(["short"]);
    },
  );

  it.skipIf(!isThere)("answer a question by whoever can, and silence is a no", async () => {
    const [asking, other] = processes.map((news) => news.question("presence", parseText));
    other?.answer((name) => name === "ann");
    other?.answer(async (name) => name === "bob");
    await settle();
    expect(await asking?.ask("ann", 2_000)).toBe(true);
    expect(await asking?.ask("bob", 2_000)).toBe(true);
    expect(await asking?.ask("nobody", 50)).toBe(false);
    expect(await other?.ask("ann", 50)).toBe(true);
  });

  it.skipIf(!isThere)("T21: an attempt counts once for all gateways", async () => {
    const clock = createFakeClock();
    const limits = processes.map((news) =>
      createAttemptLimit({
        clock,
        attemptsMax: 6,
        windowMs: 1_000,
        shared: { news, name: "knocks" },
      }),
    );
    await settle();
    let allowed = 0;
    for (let at = 0; at < 30; at += 1) {
      if (limits[at % 3]?.allows("1.2.3.4", at < 3 ? "one and the same" : null)) allowed += 1;
      await sleep(5);
    }
    // The named one is let through three times and counted once.
    expect(allowed).toBe(8);
    expect(limits[1]?.allows("5.6.7.8")).toBe(true);
    clock.advance(1_000);
    expect(limits[2]?.allows("1.2.3.4")).toBe(true);
  });
});

describe("a line that was lost", () => {
  it.skipIf(!hasNats())(`makes every process look again (${NATS_ABSENT})`, async () => {
    const server = await startNats();
    const connect = (name: string) =>
      connectNatsBus({ url: server.url, prefix: "news", name, log });
    const buses = [await connect("one"), await connect("two")];
    const told: string[] = [];
    const [mine, others] = buses.map((bus) => createCashierChanges(createNews({ bus, log })));
    mine?.follow(7, (what) => told.push(what));
    await Promise.all(buses.map((bus) => bus.flush()));
    await server.kill();
    others?.tell(7, "deposit");
    await sleep(50);
    expect(told).toEqual([]);
    await server.start();
    await expect.poll(() => [...new Set(told)], SOON).toContain("deposit");
    expect(new Set(told)).toEqual(new Set(["deposit", "withdrawal", "identity", "method"]));
    for (const bus of buses) await bus.stop();
    await server.kill();
  });

  it("is no concern of a process that is alone", async () => {
    const news = createAloneNews();
    const heard: string[] = [];
    const channel = news.channel("own", parseText);
    channel.follow((text) => heard.push(text));
    channel.tell("at once");
    channel.tellOthers("nobody");
    expect(heard).toEqual(["at once"]);
    expect(await news.question("own", parseText).ask("anybody", 10_000)).toBe(false);
  });
});
