// Fan-out of prices: one frame for all, readers that fall behind, readers that never catch up.

import { describe, expect, it } from "vitest";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createMovedQuotes } from "../testing/open-gateway.ts";
import { createQuoteFanOut, type Reader } from "./quote-fan-out.ts";

const BEHIND_MAX_MS = 15_000;

function createReader() {
  const frames: Buffer[] = [];
  let unsent = 0;
  let hasGivenUp = false;
  const reader: Reader = {
    unsentBytes: () => unsent,
    write: (frame) => void frames.push(frame),
    giveUp: () => {
      hasGivenUp = true;
    },
  };
  return {
    reader,
    frames,
    stall: () => {
      unsent = 1;
    },
    drain: () => {
      unsent = 0;
    },
    hasGivenUp: () => hasGivenUp,
  };
}

function setUp(codes?: readonly string[]) {
  const source = createMovedQuotes(codes);
  const clock = createFakeClock();
  let written = 0;
  const countFrame = (bytes: number) => {
    written += bytes;
  };
  const fanOut = createQuoteFanOut({ source, clock, behindMaxMs: BEHIND_MAX_MS, countFrame });
  return { source, clock, fanOut, written: () => written };
}

const codesIn = (frame: Buffer | undefined) =>
  JSON.parse(String(frame)).data.map(({ Code }: { Code: string }) => Code);

describe("quote fan-out", () => {
  it("writes the very same bytes to everybody", () => {
    const { source, fanOut, written } = setUp();
    const readers = Array.from({ length: 10 }, createReader);
    for (const { reader } of readers) fanOut.add(reader);
    source.move("EURUSD", "1.00001");
    fanOut.flush();
    const first = readers[0]?.frames ?? [];
    expect(first).toHaveLength(2);
    for (const { frames } of readers) {
      expect(frames[0]).toBe(first[0]);
      expect(frames[1]).toBe(first[1]);
    }
    expect(written()).toBe(10 * ((first[0]?.length ?? 0) + (first[1]?.length ?? 0)));
  });

  it("writes nothing when nothing changed", () => {
    const { fanOut } = setUp();
    const { reader, frames } = createReader();
    fanOut.add(reader);
    fanOut.flush();
    fanOut.flush();
    expect(frames).toHaveLength(1);
  });

  it("writes nothing for a change that no reader can see", () => {
    const { source, clock } = setUp();
    let version = source.version();
    const blind = { ...source, version: () => version };
    const fanOut = createQuoteFanOut({
      source: blind,
      clock,
      behindMaxMs: BEHIND_MAX_MS,
      countFrame: () => undefined,
    });
    const { reader, frames } = createReader();
    fanOut.add(reader);
    version += 1;
    fanOut.flush();
    expect(frames).toHaveLength(1);
  });

  it("skips a reader that has not taken the last frame, then sends it the newest of all", () => {
    const { source, fanOut } = setUp(["EURUSD", "XAUUSD", "BTCUSD"]);
    const slow = createReader();
    const quick = createReader();
    fanOut.add(slow.reader);
    fanOut.add(quick.reader);
    slow.stall();
    for (const [code, bid] of [
      ["EURUSD", "1.1"],
      ["XAUUSD", "1.2"],
      ["EURUSD", "1.3"],
    ] as const) {
      source.move(code, bid);
      fanOut.flush();
    }
    expect(quick.frames).toHaveLength(4);
    expect(slow.frames).toHaveLength(1);
    slow.drain();
    fanOut.flush();
    expect(slow.frames).toHaveLength(2);
    const caughtUp = JSON.parse(String(slow.frames[1])).data;
    expect(caughtUp.map(({ Code, Bid }: { Code: string; Bid: string }) => [Code, Bid])).toEqual([
      ["EURUSD", "1.3"],
      ["XAUUSD", "1.2"],
      ["BTCUSD", "1.00000"],
    ]);
    source.move("BTCUSD", "9.9");
    fanOut.flush();
    expect(codesIn(slow.frames[2])).toEqual(["BTCUSD"]);
    expect(slow.frames[2]).toBe(quick.frames[4]);
  });

  it("a reader that joins between two flushes misses nothing", () => {
    const { source, fanOut } = setUp();
    source.move("EURUSD", "1.1");
    const late = createReader();
    fanOut.add(late.reader);
    source.move("XAUUSD", "1.2");
    fanOut.flush();
    expect(codesIn(late.frames[0])).toEqual(["EURUSD", "XAUUSD"]);
    expect(codesIn(late.frames[1])).toContain("XAUUSD");
  });

  it("F18: gives up on a reader that stays behind, and on nobody else", () => {
    const { source, clock, fanOut } = setUp();
    const slow = createReader();
    const quick = createReader();
    fanOut.add(slow.reader);
    fanOut.add(quick.reader);
    slow.stall();
    for (let passedMs = 0; passedMs <= BEHIND_MAX_MS; passedMs += 1_000) {
      expect(slow.hasGivenUp()).toBe(false);
      source.move("EURUSD", `1.${passedMs}`);
      fanOut.flush();
      clock.advance(1_000);
    }
    expect(slow.hasGivenUp()).toBe(true);
    expect(quick.hasGivenUp()).toBe(false);
    expect(slow.frames).toHaveLength(1);
  });

  it("a snapshot does not pile up either: subscribing again while unread waits its turn", () => {
    const { fanOut } = setUp();
    const slow = createReader();
    slow.stall();
    for (let again = 0; again < 20; again += 1) {
      fanOut.add(slow.reader);
      fanOut.remove(slow.reader);
    }
    fanOut.add(slow.reader);
    expect(slow.frames).toHaveLength(0);
    slow.drain();
    fanOut.flush();
    expect(codesIn(slow.frames[0])).toEqual(["EURUSD", "XAUUSD"]);
  });
});
