// Lines that fail, fall silent, flap and are renewed: when the next one is dialled, and that
// nothing is dialled after the end. On timers that the test moves.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { KeptConnection, type LineEvents, type Pace } from "./kept-connection.ts";

const PACE: Pace = {
  silentAfterMs: 10_000,
  pauseFirstMs: 1_000,
  pauseMaxMs: 30_000,
  steadyAfterMs: 10_000,
  renewAfterMs: null,
};

type Dialled = LineEvents & { atMs: number; isDropped: boolean };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function keep(own: Partial<Pace> = {}, chance = () => 1) {
  const lines: Dialled[] = [];
  const connection = new KeptConnection({
    dial: (events) => {
      const line: Dialled = { ...events, atMs: Date.now(), isDropped: false };
      lines.push(line);
      return { drop: () => Object.assign(line, { isDropped: true }) };
    },
    pace: { ...PACE, ...own },
    chance,
    steadyNow: () => Date.now(),
    log: { info: () => undefined, warn: () => undefined },
  });
  const last = () => {
    const line = lines.at(-1);
    if (!line) throw new Error("nothing was dialled");
    return line;
  };
  return { lines, last, connection };
}

describe("a kept connection", () => {
  it("waits twice as long after every failure, and starts over after a good line", () => {
    const { lines, last } = keep();
    const pauses: number[] = [];
    for (let i = 0; i < 7; i += 1) {
      last().gone("refused");
      const goneMs = Date.now();
      vi.advanceTimersToNextTimer();
      pauses.push(last().atMs - goneMs);
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 30, 30].map((sec) => 1_000 * sec));
    for (let second = 0; second < 20; second += 1) {
      last().alive();
      vi.advanceTimersByTime(1_000);
    }
    last().gone("closed");
    const before = lines.length;
    vi.advanceTimersByTime(999);
    expect(lines).toHaveLength(before);
    vi.advanceTimersByTime(1);
    expect(lines).toHaveLength(before + 1);
  });

  it("scatters the pause from its half to its whole", () => {
    for (const [chance, pauseMs] of [
      [0, 500],
      [0.5, 750],
      [1, 1_000],
    ] as const) {
      const { last } = keep({}, () => chance);
      const goneMs = Date.now();
      last().gone("refused");
      vi.advanceTimersToNextTimer();
      expect(last().atMs - goneMs).toBe(pauseMs);
    }
  });

  it("F11: drops a line after ten seconds of a minute's silence, and dials anew", () => {
    const { lines, last } = keep();
    last().alive();
    vi.advanceTimersByTime(9_999);
    expect(lines).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(lines[0]?.isDropped).toBe(true);
    vi.advanceTimersByTime(50_000);
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.slice(0, -1).every(({ isDropped }) => isDropped)).toBe(true);
  });

  it("hears a line that has been dropped no more", () => {
    const { lines } = keep();
    const [first] = lines;
    first?.gone("closed");
    vi.advanceTimersByTime(1_000);
    expect(lines).toHaveLength(2);
    first?.alive();
    first?.gone("closed again");
    vi.advanceTimersByTime(5_000);
    expect(lines).toHaveLength(2);
  });

  it("renews a line in time, and keeps the old one until the new one has spoken", () => {
    const { lines } = keep({ renewAfterMs: 60_000 });
    for (let second = 0; second < 60; second += 1) {
      lines[0]?.alive();
      vi.advanceTimersByTime(1_000);
    }
    expect(lines).toHaveLength(2);
    expect(lines[0]?.isDropped).toBe(false);
    lines[1]?.alive();
    expect(lines.map(({ isDropped }) => isDropped)).toEqual([true, false]);
  });

  it("tries a renewal again that failed, while the old line goes on", () => {
    const { lines } = keep({ renewAfterMs: 60_000 });
    for (let second = 0; second < 61; second += 1) {
      lines[0]?.alive();
      vi.advanceTimersByTime(1_000);
    }
    lines[1]?.gone("refused");
    lines[0]?.alive();
    vi.advanceTimersByTime(2_000);
    expect(lines).toHaveLength(3);
    expect(lines[0]?.isDropped).toBe(false);
  });

  it("dials at once when told of the end, and only once", () => {
    const { lines } = keep();
    lines[0]?.alive();
    lines[0]?.ending();
    lines[0]?.ending();
    expect(lines).toHaveLength(2);
    lines[1]?.alive();
    expect(lines[0]?.isDropped).toBe(true);
  });

  it("dials nothing after it was stopped", () => {
    const { lines, connection } = keep({ renewAfterMs: 60_000 });
    lines[0]?.gone("closed");
    connection.stop();
    vi.advanceTimersByTime(1_000_000);
    expect(lines).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});
