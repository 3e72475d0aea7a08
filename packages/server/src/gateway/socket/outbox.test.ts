// Frames through one call to many sockets: whole and in order for every reader, also for one that
// does not read, one that is gone and one that has more to be sent than a call carries.

import { execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import { connect, createServer, type Server, Socket } from "node:net";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { createOutbox } from "./outbox.ts";
import { loadSendAll, type SendAll } from "./send-all.ts";
import { restOf } from "./send-together.ts";
import type { Reader } from "./topic-stream.ts";

const COMPILER = "cc";
const BUILD = join(import.meta.dirname, "../../../../../scripts/native.mjs");
const FILE = join(import.meta.dirname, "../../../native/dist/send-all.node");

let sendAll: SendAll | null = null;
beforeAll(() => {
  const build = `import { buildNative } from ${JSON.stringify(BUILD)}; await buildNative();`;
  execFileSync(process.execPath, ["--input-type=module", "--eval", build]);
  sendAll = loadSendAll(FILE);
});

/** No process has as many files open. */
const NO_DESCRIPTOR = 2 ** 30;

const open: { end: () => void }[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.end();
});

/** Our end of a connection, and the other one, which reads when it is told to. */
async function connection(): Promise<{ readonly ours: Socket; readonly theirs: Socket }> {
  const server: Server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("Invariant: it has a port");
  const theirs = connect(address.port, "127.0.0.1");
  theirs.on("error", () => undefined);
  const [ours] = await once(server, "connection");
  if (!(ours instanceof Socket)) throw new Error("Invariant: a connection is a socket");
  ours.on("error", () => undefined);
  open.push({
    end: () => {
      ours.destroy();
      theirs.destroy();
      server.close();
    },
  });
  return { ours, theirs };
}

function readerOf(ours: Socket): Reader & { readonly written: Buffer[][] } {
  const written: Buffer[][] = [];
  const { _handle: handle } = ours as unknown as { _handle: { fd: number } };
  return {
    written,
    pending: [],
    unsentBytes: () => ours.writableLength,
    descriptor: () => (ours.writableLength > 0 || ours.destroyed ? null : handle.fd),
    write(frames) {
      written.push([...frames]);
      for (const frame of frames) ours.write(frame);
    },
    giveUp: () => ours.destroy(),
  };
}

async function read(theirs: Socket, bytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of theirs) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= bytes) break;
  }
  return Buffer.concat(chunks);
}

function outboxOf(): ReturnType<typeof createOutbox> {
  return createOutbox({ countFrame: () => undefined, sendAll });
}

describe("one call to many sockets", () => {
  it("gives each reader its own frames, in order, past its stream", async () => {
    const pairs = await Promise.all([connection(), connection(), connection()]);
    const readers = pairs.map(({ ours }) => readerOf(ours));
    const outbox = outboxOf();
    const shared = Buffer.from("shared ");
    for (const [at, reader] of readers.entries()) {
      outbox.put(reader, shared);
      for (let part = 0; part <= at; part += 1) outbox.put(reader, Buffer.from(`${at}${part} `));
    }
    outbox.send();
    const texts = ["shared 00 ", "shared 10 11 ", "shared 20 21 22 "];
    const got = await Promise.all(
      pairs.map(({ theirs }, at) => read(theirs, texts[at]?.length ?? 0)),
    );
    expect(got.map(String)).toEqual(texts);
    // Where it could not be built, every frame goes through the stream.
    expect(readers.map(({ written }) => written.length)).toEqual(sendAll ? [0, 0, 0] : [1, 1, 1]);
  });

  it("is there wherever there is a compiler", () => {
    const hasCompiler = spawnSync(COMPILER, ["--version"]).status === 0;
    expect(sendAll !== null || !hasCompiler || process.platform !== "linux").toBe(true);
  });

  it("leaves what the kernel does not take to the stream: nothing is lost or doubled", async () => {
    const { ours, theirs } = await connection();
    theirs.pause();
    const reader = readerOf(ours);
    const outbox = outboxOf();
    const frames = Array.from({ length: 40 }, (_, at) => Buffer.alloc(400_000, at + 1));
    for (const frame of frames) outbox.put(reader, frame);
    outbox.send();
    expect(reader.unsentBytes()).toBeGreaterThan(0);
    expect(reader.pending).toEqual([]);
    // Something is on its way: the next flush goes behind it.
    outbox.put(reader, Buffer.from("last"));
    outbox.send();
    const whole = Buffer.concat([...frames, Buffer.from("last")]);
    expect((await read(theirs, whole.length)).equals(whole)).toBe(true);
  });

  it("sends more frames than one call carries", async () => {
    const { ours, theirs } = await connection();
    const reader = readerOf(ours);
    const outbox = outboxOf();
    const texts = Array.from({ length: 150 }, (_, at) => `frame ${at};`);
    for (const text of texts) outbox.put(reader, Buffer.from(text));
    outbox.send();
    expect(String(await read(theirs, texts.join("").length))).toBe(texts.join(""));
  });

  it("goes on for the others when one is broken, and its stream hears of it", async () => {
    const [broken, here] = await Promise.all([connection(), connection()]);
    const noSocket = { ...readerOf(broken.ours), descriptor: () => NO_DESCRIPTOR };
    const outbox = outboxOf();
    for (const reader of [noSocket, readerOf(here.ours)]) outbox.put(reader, Buffer.from("news"));
    outbox.send();
    expect(String(await read(here.theirs, 4))).toBe("news");
    expect(noSocket.written.map(String)).toEqual(["news"]);
  });

  it("grows with its readers", async () => {
    const { ours, theirs } = await connection();
    const readers = Array.from({ length: 700 }, () => readerOf(ours));
    const outbox = outboxOf();
    for (const reader of readers) outbox.put(reader, Buffer.from("x"));
    outbox.send();
    expect((await read(theirs, 700)).length).toBe(700);
  });

  it("refuses what it does not understand", () => {
    if (!sendAll) return;
    const call = sendAll as unknown as (...given: unknown[]) => void;
    const taken = new Int32Array(1);
    const frames = [Buffer.from("x")];
    const parcel = (...numbers: number[]) => Int32Array.of(NO_DESCRIPTOR, ...numbers);
    const wrong = [
      [],
      [2, parcel(0, 1), frames, taken],
      [1, parcel(0, 2), frames, taken],
      [1, parcel(-1, 1), frames, taken],
      [1, parcel(0, 0), frames, taken],
      [1, parcel(0, 1), ["x"], taken],
      [1, parcel(0, 1), frames, new Int32Array(0)],
      [1, new Float64Array(3), frames, taken],
    ];
    for (const given of wrong) expect(() => call(...given)).toThrow(TypeError);
  });
});

it("what is left of frames begins inside one of them, or between two", () => {
  const frames = ["abc", "de", "f"].map((text) => Buffer.from(text));
  const left = (taken: number) => restOf(frames, taken).map(String);
  expect(left(-1)).toEqual(["abc", "de", "f"]);
  expect(left(0)).toEqual(["abc", "de", "f"]);
  expect(left(2)).toEqual(["c", "de", "f"]);
  expect(left(3)).toEqual(["de", "f"]);
  expect(left(4)).toEqual(["e", "f"]);
  expect(left(6)).toEqual([]);
});
