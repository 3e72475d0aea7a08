// Connections in the plain lane: answered in order, handed over to node:http with nothing lost, let
// go when the server ends, and never held for nothing.

import { once } from "node:events";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type Call, stream } from "@truetick/contract/calls";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { z } from "zod";
import { answerStream } from "../../platform/handler.ts";
import { HANDLERS, MARKET_CALLS, type OpenGateway, openGateway } from "../testing/open-gateway.ts";
import {
  createFakeSendAll,
  type OpenLane,
  openClient,
  openLane,
  post,
  SOON,
} from "../testing/open-lane.ts";

const GET = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n";

describe.each([
  ["in one call", createFakeSendAll().sendAll],
  ["each with its own write", null],
])("a lane by itself, where answers go out %s", (_how, sendAll) => {
  let house: OpenLane;
  beforeAll(async () => {
    house = await openLane({ sendAll, firstMs: 1_000, keepAliveMs: 3_000 });
  });
  afterAll(() => house.close());

  it("answers one after the other, however early the next one comes", async () => {
    const client = await house.enter();
    client.say(post("{1}"));
    await house.asked(1);
    client.say(post("{2}"));
    await sleep(100);
    expect(house.waiting).toHaveLength(1);
    house.answer("one ");
    await house.asked(1);
    house.answer("two ");
    await expect.poll(client.heard, SOON).toBe("one two ");
  });

  it("hands over what is not for it, in the middle of a connection, to the last byte", async () => {
    house.handed.length = 0;
    const client = await house.enter();
    client.say(post("{1}"));
    await house.asked(1);
    const other = post("{2}", "", "/elsewhere");
    client.say(other.slice(0, 20));
    await sleep(20);
    client.say(other.slice(20));
    await sleep(20);
    house.answer("one");
    await expect.poll(() => house.handed.join(""), SOON).toBe(other);
    client.say(post("{3}"));
    await expect.poll(() => house.handed.join(""), SOON).toBe(other + post("{3}"));
    expect([client.heard(), house.waiting.length]).toEqual(["one", 0]);
  });

  it("lets go of who says nothing, at first and after an answer, and not before it", async () => {
    const silent = await house.enter();
    const client = await house.enter();
    client.say(post("{1}"));
    await house.asked(1);
    await expect.poll(silent.isOver, SOON).toBe(true);
    await sleep(300);
    expect(client.isOver()).toBe(false);
    house.answer("one");
    await expect.poll(client.heard, SOON).toBe("one");
    await sleep(1_300);
    expect(client.isOver()).toBe(false);
    await expect.poll(client.isOver, SOON).toBe(true);
  });

  it("leaves who does not take the answers to node:http, which waits", async () => {
    house.handed.length = 0;
    const client = await house.enter();
    client.socket.pause();
    client.say(post("{1}"));
    await house.asked(1);
    house.answer("x".repeat(20_000_000));
    await sleep(50);
    client.say(post("{2}"));
    await expect.poll(() => house.handed.join(""), SOON).toBe(post("{2}"));
    expect(house.waiting).toHaveLength(0);
  });

  it("does not carry out what comes when it has let go", async () => {
    const client = await house.enter();
    client.say(post("{1}"));
    await house.asked(1);
    house.answer("one");
    await expect.poll(client.heard, SOON).toBe("one");
    const late = await house.enter();
    house.lane.drain();
    // Read in the same turn as the end.
    late.theirs.emit("data", Buffer.from(post("{2}")));
    await expect.poll(late.isOver, SOON).toBe(true);
    expect([house.waiting.length, late.heard()]).toEqual([0, ""]);
  });

  it("begins after a turn what it brought, without who was cut off meanwhile", async () => {
    const theirs: Socket[] = [];
    for (let count = 0; count < 3; count += 1) theirs.push((await house.enter()).theirs);
    for (const socket of theirs) socket.emit("data", Buffer.from(post("{1}")));
    theirs[1]?.destroy();
    expect(house.waiting).toHaveLength(0);
    await new Promise(setImmediate);
    expect(house.waiting).toHaveLength(2);
    house.answer("one");
    house.answer("two");
  });

  it("still answers who has nothing more to say, then closes", async () => {
    const client = await house.enter();
    client.say(post("{1}"));
    client.socket.end();
    await house.asked(1);
    await sleep(50);
    house.answer("one");
    await expect.poll(client.isOver, SOON).toBe(true);
    expect(client.heard()).toBe("one");
  });

  it("survives who goes away before the answer", async () => {
    const client = await house.enter();
    client.say(post("{1}"));
    await house.asked(1);
    client.socket.resetAndDestroy();
    await sleep(50);
    house.answer("one");
    const next = await house.enter();
    next.say(post("{2}"));
    await house.asked(1);
    house.answer("two");
    await expect.poll(next.heard, SOON).toBe("two");
  });

  it("lets everybody go at the end: the idle at once, the others when answered", async () => {
    const [idle, busy, stuck] = [await house.enter(), await house.enter(), await house.enter()];
    busy.say(post("{1}"));
    await house.asked(1);
    stuck.say(post("{2}"));
    await house.asked(2);
    house.lane.drain();
    await expect.poll(idle.isOver, SOON).toBe(true);
    expect(busy.isOver()).toBe(false);
    house.answer("one");
    await expect.poll(busy.isOver, SOON).toBe(true);
    expect([busy.heard(), stuck.isOver()]).toEqual(["one", false]);
    house.lane.cut();
    await expect.poll(stuck.isOver, SOON).toBe(true);
    house.waiting.length = 0;
  });
});

describe("in front of the house", () => {
  const submit: Call = {
    method: "GET",
    path: "/v1/api/test/submit",
    effect: "write",
    audience: "visitor",
    summary: "Takes anything that fits.",
    input: z.object({ cont: z.string() }),
    output: z.object({ cont: z.string() }),
    reasons: [],
  };
  const download: Call = {
    ...submit,
    path: "/v1/api/test/download",
    input: z.object({}),
    output: stream(),
  };
  async function* rows() {
    yield "one\n";
    yield "two\n";
  }
  let gateway: OpenGateway;
  beforeAll(async () => {
    gateway = await openGateway({
      calls: { ...MARKET_CALLS, submit, download },
      areas: [
        HANDLERS,
        {
          submit: ({ cont }: { cont: string }) => ({ cont }),
          download: () => answerStream({ type: "text/csv", fileName: "a.csv", rows: rows() }),
        },
      ],
    });
  });
  afterAll(() => gateway.stop());

  /** What differs from answer to answer is taken out, and what is said in the head is sorted. */
  const shapesOf = (heard: string) =>
    heard
      .replace(/(X-Request-Id|Date): [^\r]*/g, "$1")
      .split(/(?=HTTP\/1\.1 )/)
      .map((answer) => {
        const [head = "", body] = answer.split("\r\n\r\n");
        return [head.split("\r\n").sort(), body];
      });

  it.each([
    ["done", '{"cont":"1"}'],
    ["done, in letters beyond ASCII", '{"cont":"\\u5916"}'],
    ["refused", '{"no":"1"}'],
    ["malformed", "{"],
  ])(
    "what is %s is answered as node:http does it, on a connection that stays",
    async (_what, body) => {
      const plain = await openClient(gateway.port);
      plain.say(post(body));
      await plain.until(1);
      plain.say(post(body));
      await plain.until(2);
      const own = await openClient(gateway.port);
      // In two pieces it is node:http's.
      for (let times = 1; times <= 2; times += 1) {
        const request = post(body);
        own.say(request.slice(0, -1));
        await sleep(30);
        own.say(request.slice(-1));
        await own.until(times);
      }
      expect(shapesOf(plain.heard())).toEqual(shapesOf(own.heard()));
      expect(plain.isOver()).toBe(false);
    },
  );

  it("goes on with node:http on the same connection: a page, a call, a page", async () => {
    const client = await openClient(gateway.port);
    client.say(post('{"cont":"1"}'));
    await client.until(1);
    client.say(GET);
    await client.until(2);
    client.say(post('{"cont":"2"}'));
    await client.until(3);
    client.say(post('{"cont":"3"}') + GET + post('{"cont":"4"}'));
    await client.until(6);
    const order = [...client.heard().matchAll(/"cont":"(\d)"|(HTTP)/g)].map(([word]) => word);
    const done = (cont: number) => ["HTTP", `"cont":"${cont}"`];
    expect(order).toEqual([done(1), "HTTP", done(2), done(3), "HTTP", done(4)].flat());
  });

  it("leaves calls that answer rows to node:http, which sends them", async () => {
    const client = await openClient(gateway.port);
    client.say(post("{}", "", "/v1/api/test/download"));
    await client.until(1, "two\n");
    expect(client.heard()).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*one\n/);
  });

  it("opens a live socket on a connection that node:http gets first", async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${gateway.port}/v1/ws`);
    await once(socket, "open");
    socket.terminate();
  });

  it("ends at once with the house, whoever is connected", async () => {
    const other = await openGateway({});
    const client = await openClient(other.port);
    client.say(post('{"cont":"1"}', "", "/v1/api/forex/close"));
    await client.until(1);
    const idle = await openClient(other.port);
    const startedAt = performance.now();
    await other.stop();
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    await expect.poll(() => client.isOver() && idle.isOver(), SOON).toBe(true);
  });
});
