// Joining the ranking and leaving it again: followers hear once a day that somebody takes nobody
// new, however often it is done and however many ask at once, so that what matters stays in their
// inbox (T21).

import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { openTradingFloor, type Trader, type TradingFloor } from "../../testing/trading-floor.ts";
import { createCopyRoom } from "../copying/testing/copy-room.ts";
import { setOwnListing } from "./own-listing.ts";

const CHANGES_PER_DAY = 10;
const DAY_MS = 86_400_000;

let floor: TradingFloor;
beforeAll(async () => {
  floor = await openTradingFloor();
});
afterEach(async () => {
  expect(await floor.broken()).toEqual({});
});
afterAll(() => floor.close());

const list = (trader: Trader, isListed: boolean) =>
  trader.post("/api/follow/leader", { user: "", is_listed: isListed ? 1 : 0 });

async function toldOf(trader: Trader): Promise<readonly string[]> {
  const { data } = await trader.get("/v1/api/main/notice/list");
  return data.data.map(({ kind }: Record<string, string>) => kind);
}

it("leaving and joining in turn tells once a day, and ends after so many changes", async () => {
  const room = createCopyRoom(() => floor);
  const leader = await room.openLeader("wavering");
  const follower = await floor.openReal("2000");
  await room.follow(follower, "wavering");
  const replies: (string | undefined)[] = [];
  for (let n = 0; n < 40; n += 1) {
    floor.clock.advance(1_000);
    replies.push((await list(leader, n % 2 === 1)).reason);
  }
  expect(await toldOf(follower)).toEqual(["leaderLeft"]);
  const done = Array.from({ length: CHANGES_PER_DAY }, () => undefined);
  expect(replies.slice(0, CHANGES_PER_DAY)).toEqual(done);
  // It is listed then: whoever asks for that is told so, and leaving is refused.
  const isRefused = replies.slice(CHANGES_PER_DAY).map((reason) => reason === "TOO_MANY");
  expect(isRefused).toEqual(Array.from({ length: 30 }, (_, n) => n % 2 === 0));
  floor.clock.advance(DAY_MS);
  expect((await list(leader, false)).reason).toBeUndefined();
  expect(await toldOf(follower)).toEqual(["leaderLeft", "leaderLeft"]);
});

it("of two that ask at once one leaves and tells", async () => {
  const room = createCopyRoom(() => floor);
  const leader = await room.openLeader("twice-gone");
  const accountId = await room.accountOf(leader);
  const { ranking } = floor.community();
  let asked = 0;
  let letGo: () => void = () => undefined;
  const both = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const left: number[] = [];
  const parts = {
    database: floor.test.database,
    ranking: {
      ...ranking,
      factsNow: async (id: number) => {
        asked += 1;
        if (asked === 2) letGo();
        await both;
        return ranking.factsNow(id);
      },
    },
    isSimulated: false,
    changes: { allows: () => true },
    onLeft: async (id: number) => {
      left.push(id);
    },
  };
  const caller = { sessionId: 1, userId: Number(leader.userId), accountId, isDemo: false };
  const wish = { alias: "", isListed: false };
  const leaveNow = () => setOwnListing(parts, { caller, attempt: null }, wish);
  expect(await Promise.all([leaveNow(), leaveNow()])).toEqual([null, null]);
  expect(left).toEqual([accountId]);
});
