// A body is heard up to its limit and within its time; one that was refused unread is heard out.

import type { IncomingMessage } from "node:http";
import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { createLateBody, readBody } from "./read-body.ts";

const LIMITS = { bytesMax: 10, discardedMax: 30, msMax: 100 };

/** A request as far as reading its body needs one. */
function speak() {
  const stream = new PassThrough();
  return { stream, request: stream as unknown as IncomingMessage };
}

describe("a body", () => {
  it("is whole, too large, or cut off", async () => {
    const cases = [
      [10, { isWhole: true, isTooLarge: false, length: 10 }],
      [11, { isWhole: true, isTooLarge: true, length: 0 }],
      [31, { isWhole: false, isTooLarge: true, length: 0 }],
    ] as const;
    for (const [bytes, expected] of cases) {
      const { stream, request } = speak();
      const reading = readBody(request, LIMITS);
      stream.end(Buffer.alloc(bytes));
      const { isWhole, isTooLarge, bytes: read } = await reading;
      expect({ isWhole, isTooLarge, length: read.length }).toEqual(expected);
    }
  });

  it("T36, T78: that hardly comes is not waited for", async () => {
    const { stream, request } = speak();
    const drip = setInterval(() => stream.write("x"), 400);
    const startedAtMs = performance.now();
    const { isWhole } = await readBody(request, LIMITS);
    clearInterval(drip);
    expect(isWhole).toBe(false);
    expect(performance.now() - startedAtMs).toBeLessThan(5_000);
  });

  it("that nobody read is heard out, so that its sender hears the answer", async () => {
    const unread = speak();
    const late = createLateBody(unread.request);
    unread.stream.end(Buffer.alloc(5_000_000));
    expect(await late.settle()).toBe(true);
    const endless = speak();
    const later = createLateBody(endless.request);
    const settled = later.settle();
    endless.stream.end(Buffer.alloc(12_000_000));
    expect(await settled).toBe(false);
  });
});
