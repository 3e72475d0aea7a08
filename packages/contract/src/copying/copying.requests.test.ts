// The requests of the app about copy trading speak of declared calls, with fields that those calls
// know and accept, and mean what they say; what the wire says is what was meant.

import { describe, expect, test } from "vitest";
import {
  CALLS,
  copiedListFromFields,
  followChangeFromFields,
  followMoveFromFields,
  followPauseFromFields,
  followStopFromFields,
  newFollowFromFields,
} from "../calls.ts";
import {
  requestCloseCopiedOrder,
  requestCopiedOrders,
  requestSkippedCopies,
} from "./copied-order.requests.ts";
import { skippedCopyFromWire, skippedCopyToWire } from "./copied-order.ts";
import {
  requestAddToFollow,
  requestChangeFollow,
  requestFollows,
  requestPauseFollow,
  requestStartFollow,
  requestStopFollow,
  requestTakeFromFollow,
} from "./follow.requests.ts";
import { type Follow, followFromWire, followToWire } from "./follow.ts";

const terms = { factor: "1.5", stopPercent: "30", lotsMax: "0.5" } as const;
const bare = { factor: "1", stopPercent: null, lotsMax: null } as const;
const start = requestStartFollow({ ...terms, leader: "north-star", amount: "250.5" });

test.each([
  ["listFollows", requestFollows()],
  ["startFollow", start],
  ["startFollow", requestStartFollow({ ...bare, leader: "abc", amount: "100" })],
  ["changeFollow", requestChangeFollow("7", bare)],
  ["pauseFollow", requestPauseFollow("7", true)],
  ["addToFollow", requestAddToFollow("7", "10")],
  ["takeFromFollow", requestTakeFromFollow("7", "0.000001")],
  ["stopFollow", requestStopFollow("7", false)],
  ["listCopiedOrders", requestCopiedOrders({ followId: "7", tab: "history", page: 2 })],
  ["listSkippedCopies", requestSkippedCopies("7", 1)],
  ["closeCopiedOrder", requestCloseCopiedOrder("7", "12")],
] as const)("%s is asked for at its path, with fields that it knows", (name, request) => {
  const call = CALLS[name];
  const sent = "query" in request ? request.query : request.fields;
  expect(request.path).toBe(call.path);
  expect(call.method).toBe("query" in request ? "GET" : "POST");
  expect(call.input.strict().safeParse(sent)).toMatchObject({ success: true });
});

describe("what is sent", () => {
  test("is what was meant", () => {
    expect(newFollowFromFields(CALLS.startFollow.input.parse(start.fields))).toEqual({
      leader: "north-star",
      amount: "250.5",
      rule: { factor: "1.5", stopPercent: 30, lotsMax: "0.5" },
    });
    const { fields } = requestChangeFollow("7", bare);
    expect(followChangeFromFields(CALLS.changeFollow.input.parse(fields))).toEqual({
      followId: 7,
      rule: { factor: "1", stopPercent: null, lotsMax: null },
    });
    expect(followPauseFromFields({ id: "7", is_paused: "0" })).toEqual({
      followId: 7,
      isPaused: false,
    });
    expect(followMoveFromFields({ id: "7", amount: "3" })).toEqual({ followId: 7, amount: "3" });
    const stop = requestStopFollow("7", true).fields;
    expect(followStopFromFields(CALLS.stopFollow.input.parse(stop))).toEqual({
      followId: 7,
      isKeeping: true,
    });
    const { query } = requestCopiedOrders({ followId: "7", tab: "holding", page: 1 });
    expect(copiedListFromFields(CALLS.listCopiedOrders.input.parse(query))).toEqual({
      followId: 7,
      tab: "holding",
      page: 1,
    });
  });
});

describe("what is heard", () => {
  const follow: Follow = {
    id: "7",
    leader: "north-star",
    isLeaderListed: true,
    status: "kept",
    amount: "100.000000",
    equity: "90.000000",
    cash: "95.000000",
    floating: "-5.000000",
    available: "40.000000",
    profit: "-10.000000",
    rate: "-0.1000",
    leaderRate: null,
    factor: "1.50",
    stopPercent: 30,
    stopEquity: "70.000000",
    lotsMax: null,
    orders: 2,
    skipped: 1,
    startedAt: 1_760_000_000,
    stoppedAt: null,
    stopReason: "owner",
  };

  test.each(["copying", "paused", "stopping", "stopped", "kept"] as const)(
    "a follow that is %s goes over the wire and back",
    (status) => {
      const sent = { ...follow, status };
      expect(followFromWire(followToWire(sent))).toEqual(sent);
      const { data } = CALLS.listFollows.output.parse({ data: [followToWire(sent)] });
      expect(data).toHaveLength(1);
    },
  );

  test("a skipped copy goes over the wire and back", () => {
    const skipped = {
      id: "1",
      at: 1_760_000_000,
      kind: "stops",
      market: "EUR/USD",
      side: "sell",
      leaderOrder: "5",
      leaderLots: "0.50",
      wantedLots: null,
      lotsMin: "0.01",
      reason: "why",
    } as const;
    expect(skippedCopyFromWire(skippedCopyToWire(skipped))).toEqual(skipped);
  });
});
