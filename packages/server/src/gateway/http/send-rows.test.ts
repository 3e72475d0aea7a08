// What is sent is held by us until its reader has it, so that readers are waited for, but not for
// ever: not for one who sleeps, and not for one who takes a little now and then. The connection
// here takes what it is told to; the clock is moved by hand.

import { createServer } from "node:http";
import { Duplex } from "node:stream";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { sendRows } from "./send-rows.ts";

const ROW = `${"x".repeat(1_023)}\n`;
const ROWS = 6_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A connection that takes all that is there, then rests so long. */
class Reader extends Duplex {
  readonly #restMs: number;
  takenBytes = 0;

  constructor(restMs: number) {
    super({ highWaterMark: 16_384 });
    this.#restMs = restMs;
    this.push("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  }

  override _read(): void {
    // It has asked already.
  }

  override _write(piece: Buffer, _encoding: string, done: () => void): void {
    this.takenBytes += piece.length;
    setTimeout(done, this.#restMs);
  }

  override _writev(pieces: readonly { readonly chunk: Buffer }[], done: () => void): void {
    this._write(Buffer.concat(pieces.map(({ chunk }) => chunk)), "buffer", done);
  }
}

async function sendTo(reader: Reader) {
  const seen = { isReturned: false, isWhole: false, tookMs: 0 };
  async function* rows() {
    try {
      for (let n = 0; n < ROWS; n += 1) yield ROW;
    } finally {
      seen.isReturned = true;
    }
  }
  const server = createServer(async (_request, response) => {
    const startedMs = performance.now();
    response.on("finish", () => {
      seen.isWhole = true;
    });
    await sendRows(response, rows());
    seen.tookMs = performance.now() - startedMs;
  });
  server.emit("connection", reader);
  await vi.advanceTimersByTimeAsync(5 * HOUR_MS);
  return seen;
}

it("waits for a slow reader and sends all", async () => {
  const reader = new Reader(1_000);
  const { isReturned, isWhole, tookMs } = await sendTo(reader);
  expect([isReturned, isWhole]).toEqual([true, true]);
  expect(reader.takenBytes).toBeGreaterThan(ROWS * ROW.length);
  expect(tookMs).toBeGreaterThan(5 * MINUTE_MS);
});

it("lets go of a reader who sleeps", async () => {
  const { isReturned, isWhole, tookMs } = await sendTo(new Reader(HOUR_MS));
  expect([isReturned, isWhole]).toEqual([true, false]);
  expect(tookMs).toBeLessThan(MINUTE_MS);
});

it("lets go of a reader who takes a little whenever patience is nearly over", async () => {
  const reader = new Reader(25_000);
  const { isReturned, isWhole, tookMs } = await sendTo(reader);
  expect([isReturned, isWhole, reader.destroyed]).toEqual([true, false, true]);
  expect(tookMs).toBeLessThan(3 * MINUTE_MS);
});
