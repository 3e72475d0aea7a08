// Fan-out of prices: one frame for all, readers that fall behind, readers that never catch up.

import type { QuoteUpdate } from "@truetick/contract";
import { describe, expect, it } from "vitest";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createMovedQuotes } from "../testing/open-gateway.ts";
import { createOutbox } from "./outbox.ts";
import { createQuoteTopics, type QuoteSource } from "./quote-topics.ts";
import type { Reader } from "./topic-stream.ts";

const BEHIND_MAX_MS = 15_000;

function createReader() {
  const frames: Buffer[] = [];
  let unsent = 0;
  let writes = 0;
  let hasGivenUp = false;
  const reader: Reader = {
    pending: [],
    unsentBytes: () => unsent,
    descriptor: () => null,
    write: (written) => {
      writes += 1;
      frames.push(...written);
    },
    giveUp: () => {
      hasGivenUp = true;
    },
  };
  return {
    reader,
    frames,
    writes: () => writes,
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
  return { source, ...topicsOf(source) };
}

function topicsOf(source: QuoteSource) {
  const clock = createFakeClock();
  let written = 0;
  const outbox = createOutbox({
    countFrame: (bytes) => {
      written += bytes;
    },
  });
  const topics = createQuoteTopics({ source, clock, behindMaxMs: BEHIND_MAX_MS });
  return {
    clock,
    topics,
    written: () => written,
    add(reader: Reader, codes: readonly string[] | null = null) {
      topics.follow(reader, codes && new Set(codes));
      topics.greet(reader, outbox);
      outbox.send();
    },
    flush() {
      topics.flush(outbox);
      outbox.send();
    },
  };
}

/** The text behind the head. */
const read = (frame: Buffer | undefined) => JSON.parse(String(frame).replace(/^[^{]*/, ""));
const codesIn = (frame: Buffer | undefined) =>
  read(frame).data.map(({ Code }: { Code: string }) => Code);

describe("prices of all markets", () => {
  it("are the very same bytes for everybody", () => {
    const { source, add, flush, written } = setUp();
    const readers = Array.from({ length: 10 }, createReader);
    for (const { reader } of readers) add(reader);
    source.move("EURUSD", "1.00001");
    flush();
    const first = readers[0]?.frames ?? [];
    expect(first).toHaveLength(2);
    for (const { frames } of readers) {
      expect(frames[0]).toBe(first[0]);
      expect(frames[1]).toBe(first[1]);
    }
    expect(written()).toBe(10 * ((first[0]?.length ?? 0) + (first[1]?.length ?? 0)));
  });

  it("are not written when nothing changed", () => {
    const { add, flush } = setUp();
    const { reader, writes } = createReader();
    add(reader);
    flush();
    flush();
    expect(writes()).toBe(1);
  });

  it("are not written, nor numbered, for a change that no reader can see", () => {
    const source = createMovedQuotes();
    let blind = 0;
    const { add, flush } = topicsOf({ ...source, version: () => source.version() + blind });
    const { reader, frames } = createReader();
    add(reader);
    blind = 1;
    flush();
    expect(frames).toHaveLength(1);
    blind = 0;
    source.move("EURUSD", "1.1");
    source.move("EURUSD", "1.2");
    flush();
    expect(read(frames[1]).seq).toBe(read(frames[0]).seq + 1);
  });

  it("skip a reader that has not taken the last frame, which then gets the newest of all", () => {
    const { source, add, flush } = setUp(["EURUSD", "XAUUSD", "BTCUSD"]);
    const slow = createReader();
    const quick = createReader();
    add(slow.reader);
    add(quick.reader);
    slow.stall();
    for (const [code, bid] of [
      ["EURUSD", "1.1"],
      ["XAUUSD", "1.2"],
      ["EURUSD", "1.3"],
    ] as const) {
      source.move(code, bid);
      flush();
    }
    expect(quick.frames).toHaveLength(4);
    expect(slow.frames).toHaveLength(1);
    slow.drain();
    flush();
    expect(slow.frames).toHaveLength(2);
    const caughtUp = read(slow.frames[1]);
    expect(caughtUp).toMatchObject({ snapshot: 1, seq: read(quick.frames[3]).seq });
    const bids = caughtUp.data.map(({ Code, Bid }: { Code: string; Bid: string }) => [Code, Bid]);
    expect(bids).toEqual([
      ["EURUSD", "1.3"],
      ["XAUUSD", "1.2"],
      ["BTCUSD", "1.00000"],
    ]);
    source.move("BTCUSD", "9.9");
    flush();
    expect(codesIn(slow.frames[2])).toEqual(["BTCUSD"]);
    expect(slow.frames[2]).toBe(quick.frames[4]);
  });

  it("begin anew for everybody where a tape goes on before what was told of it", () => {
    const source = createMovedQuotes();
    let back = 0;
    const quoted = ({ quote, ...update }: QuoteUpdate) => ({
      ...update,
      quote: { ...quote, seq: quote.seq - back },
    });
    const changedSince = (version: number) => source.changedSince(version).map(quoted);
    const { add, flush } = topicsOf({ ...source, changedSince });
    const { reader, frames } = createReader();
    add(reader);
    for (const step of [0, 5, 5]) {
      back = step;
      source.move("EURUSD", "1.1");
      flush();
    }
    expect(frames.map((frame) => read(frame).snapshot)).toEqual([1, undefined, 1, undefined]);
    expect(codesIn(frames[2])).toEqual(["EURUSD", "XAUUSD"]);
    expect(codesIn(frames[3])).toEqual(["EURUSD"]);
  });

  it("a reader that joins between two flushes misses nothing", () => {
    const { source, add, flush } = setUp();
    source.move("EURUSD", "1.1");
    const late = createReader();
    add(late.reader);
    source.move("XAUUSD", "1.2");
    flush();
    expect(codesIn(late.frames[0])).toEqual(["EURUSD", "XAUUSD"]);
    expect(codesIn(late.frames[1])).toContain("XAUUSD");
    expect(read(late.frames[1]).seq).toBe(read(late.frames[0]).seq + 1);
  });

  it("F18: give up on a reader that stays behind, and on nobody else", () => {
    const { source, clock, add, flush } = setUp();
    const slow = createReader();
    const quick = createReader();
    add(slow.reader);
    add(quick.reader);
    slow.stall();
    for (let passedMs = 0; passedMs <= BEHIND_MAX_MS; passedMs += 1_000) {
      expect(slow.hasGivenUp()).toBe(false);
      source.move("EURUSD", `1.${passedMs}`);
      flush();
      clock.advance(1_000);
    }
    expect(slow.hasGivenUp()).toBe(true);
    expect(quick.hasGivenUp()).toBe(false);
    expect(slow.frames).toHaveLength(1);
  });

  it("do not pile up either when an unread client subscribes again and again", () => {
    const { topics, add, flush } = setUp();
    const slow = createReader();
    slow.stall();
    for (let again = 0; again < 20; again += 1) {
      add(slow.reader);
      topics.leave(slow.reader);
    }
    add(slow.reader);
    expect(slow.frames).toHaveLength(0);
    slow.drain();
    flush();
    expect(codesIn(slow.frames[0])).toEqual(["EURUSD", "XAUUSD"]);
  });
});

describe("prices of some markets", () => {
  it("are the same bytes for readers of the same markets, named in any order", () => {
    const { source, add, flush } = setUp(["A", "B", "C"]);
    const [first, second, other] = [createReader(), createReader(), createReader()];
    add(first.reader, ["A", "B"]);
    add(second.reader, ["B", "A"]);
    add(other.reader, ["C"]);
    source.move("B", "2");
    flush();
    expect(codesIn(first.frames[1])).toEqual(["B"]);
    expect(second.frames[1]).toBe(first.frames[1]);
    expect(other.frames).toHaveLength(1);
    source.move("C", "3");
    flush();
    expect(codesIn(other.frames[1])).toEqual(["C"]);
    expect(first.frames).toHaveLength(2);
  });

  it("are numbered for each set by itself, whoever else reads", () => {
    const { source, add, flush } = setUp(["A", "B"]);
    const [all, some] = [createReader(), createReader()];
    add(all.reader);
    add(some.reader, ["A"]);
    for (const [code, bid] of ["A1", "B1", "B2", "A2"].map((move) => [...move])) {
      source.move(code ?? "", bid ?? "");
      flush();
    }
    for (const { frames } of [all, some]) {
      const seqs = frames.map((frame) => read(frame).seq);
      expect(seqs).toEqual(seqs.map((_, at) => (seqs[0] ?? 0) + at));
    }
    expect(some.frames).toHaveLength(3);
  });

  it("another choice begins with a snapshot of it", () => {
    const { add, flush } = setUp(["A", "B", "C"]);
    const { reader, frames } = createReader();
    add(reader, ["A"]);
    add(reader, ["A", "C"]);
    flush();
    expect(frames.map(codesIn)).toEqual([["A"], ["A", "C"]]);
    expect(read(frames[1]).snapshot).toBe(1);
  });
});
