// Time as the sequencer stamps it, on a clock that only the test moves (F10).

import { describe, expect, it } from "vitest";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { SteadyTime } from "./steady-time.ts";

const HOUR_MS = 3_600_000;

describe("steady time (F10)", () => {
  it("goes on, and never back, while the wall clock is an hour behind", () => {
    const clock = createFakeClock();
    const time = new SteadyTime(clock);
    const before = time.now();
    clock.jumpWall(-HOUR_MS);
    expect(time.now()).toBe(before);
    clock.advance(90_000);
    expect(time.now()).toBe(before + 90_000);
    // What the source says by the wall clock keeps its age.
    clock.advance(1_000);
    expect(time.stamp(clock.now() - 400)).toBe(before + 90_600);
    expect(time.now()).toBe(before + 91_000);
  });

  it("keeps its pace however often it is asked for fractions of a millisecond", () => {
    const clock = createFakeClock();
    const time = new SteadyTime(clock);
    const before = time.now();
    clock.jumpWall(-HOUR_MS);
    for (let i = 0; i < 1_000; i += 1) {
      clock.advance(0.25);
      time.stamp(clock.now() - 50);
      time.now();
    }
    expect(time.now()).toBe(before + 250);
  });

  it("goes on from the journal's end when the wall clock starts behind it", () => {
    const clock = createFakeClock();
    const time = new SteadyTime(clock);
    const end = clock.now() + HOUR_MS;
    time.reach(end);
    clock.advance(5_000);
    expect(time.now()).toBe(end + 5_000);
  });

  it("follows the wall clock again once that has caught up", () => {
    const clock = createFakeClock();
    const time = new SteadyTime(clock);
    time.now();
    clock.jumpWall(-1_000);
    time.now();
    clock.jumpWall(2_000);
    expect(time.now()).toBe(clock.now());
  });
});
