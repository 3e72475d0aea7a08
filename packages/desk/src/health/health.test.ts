// The health page: what the server says is read field by field, silence is unreachable, and what is
// known stays.
// @vitest-environment node

import { describe, expect, test } from "vitest";
import { afterAnswer, type HealthState, TIMES_KEPT } from "./health.state.ts";
import { askHealth, type HealthAnswer, readHealth } from "./health.ts";
import { uptimeParts } from "./uptime.ts";

const GOOD = {
  ready: true,
  mode: "sandbox",
  feed: "sim",
  isSimulated: true,
  markets: 56,
  newestQuoteAgeMs: 40,
  isFeedFresh: true,
  isDatabaseReachable: true,
  areMigrationsCurrent: true,
  version: "0.1.0",
  uptimeSec: 26,
};

describe("reading", () => {
  test("takes every field of a ready server", () => {
    expect(readHealth(GOOD)).toMatchObject({ isReady: true, markets: 56, feed: "sim" });
  });

  test("a starting server has answered, but knows little", () => {
    expect(readHealth({ ready: false, starting: true })).toMatchObject({
      isReady: false,
      mode: null,
      markets: null,
    });
  });

  test.each([null, "up", 1, {}, { ready: "yes" }])("%o is not our server", (body) => {
    expect(readHealth(body)).toBeNull();
  });

  test("a field of the wrong kind is not believed", () => {
    expect(readHealth({ ...GOOD, markets: "many", mode: "dream" })).toMatchObject({
      markets: null,
      mode: null,
    });
  });
});

describe("asking", () => {
  test("an answer of 503 is an answer", async () => {
    const answer = await askHealth(async () =>
      Response.json({ ready: false, starting: true }, { status: 503 }),
    );
    expect(answer?.health.isReady).toBe(false);
  });

  test("no network and no sense are both silence", async () => {
    expect(await askHealth(() => Promise.reject(new Error("down")))).toBeNull();
    expect(await askHealth(async () => new Response("<html>"))).toBeNull();
  });
});

describe("the page", () => {
  const health = readHealth(GOOD);
  if (!health) throw new Error("The sample is a good one");
  const answer: HealthAnswer = { health, askedAtMs: 1, tookMs: 5 };
  const first: HealthState = { phase: "asking", last: null, timesMs: [] };

  test("keeps what is known when the server goes silent", () => {
    const silent = afterAnswer(afterAnswer(first, answer), null);
    expect(silent).toEqual({ phase: "unreachable", last: answer, timesMs: [5] });
  });

  test("keeps a few minutes of answer times, no more", () => {
    let state = first;
    for (let count = 0; count < TIMES_KEPT + 10; count += 1) state = afterAnswer(state, answer);
    expect(state.timesMs).toHaveLength(TIMES_KEPT);
  });
});

test.each([
  [35, "seconds", [0, 0, 0, 35]],
  [137, "minutes", [0, 0, 2, 17]],
  [3_600, "hours", [0, 1, 0, 0]],
  [90_061, "days", [1, 1, 1, 1]],
] as const)("%d s of running is told in %s", (totalSec, unit, parts) => {
  const { days, hours, minutes, seconds, ...rest } = uptimeParts(totalSec);
  expect(rest.unit).toBe(unit);
  expect([days, hours, minutes, seconds]).toEqual(parts);
});
