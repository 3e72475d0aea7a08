// Markets and halts in a process beside the one that changes them: what two people agree on holds
// there a moment later, and what was missed is read from the tables.

import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Bus } from "../../platform/bus/bus.ts";
import { createMemoryBus } from "../../platform/bus/memory-bus.ts";
import { createLog } from "../../platform/log.ts";
import { createNews } from "../../platform/news/news.ts";
import { createLiveMarkets, type LiveMarkets } from "../../trading/markets/live-markets.ts";
import { shareMarkets } from "../../trading/markets/share-markets.ts";
import { loadCategories, loadMarkets } from "../../trading/markets/traded-market.ts";
import { type MarketHalts, openMarketHalts } from "../../trading/sessions/market-halts.ts";
import { type MarketDesk, NOTICE_SEC, openMarketDesk } from "../testing/open-market-desk.ts";

const EURUSD = "1";
const SOON = { timeout: 5_000, interval: 10 };
const log = createLog("silent");

/** A bus that can be deaf for a while, as a lost line is. */
function createCutBus(): Bus & { readonly cut: () => void; readonly mend: () => void } {
  const bus = createMemoryBus(log);
  const backListeners = new Set<() => void>();
  let isCut = false;
  return {
    ...bus,
    publish: (subject, bytes) => {
      if (!isCut) bus.publish(subject, bytes);
    },
    onBack: (listener) => {
      backListeners.add(listener);
      return () => backListeners.delete(listener);
    },
    cut: () => {
      isCut = true;
    },
    mend: () => {
      isCut = false;
      for (const listener of backListeners) listener();
    },
  };
}

const bus = createCutBus();
let house: MarketDesk;
let live: LiveMarkets;
let halts: MarketHalts;
let changed: string[] = [];

beforeAll(async () => {
  house = await openMarketDesk(createNews({ bus, log }));
  const { database } = house.storage;
  const news = createNews({ bus, log });
  const own = createLiveMarkets(await loadMarkets(database), await loadCategories(database));
  live = shareMarkets({ live: own, database, news, log });
  live.follow(({ code }) => changed.push(code));
  const { sequencer } = house.trading();
  halts = await openMarketHalts({ database, sequencer, log, news, hasEngine: false });
});
beforeEach(() => {
  changed = [];
});
afterAll(() => house.close());

async function changeMarkup(points: string): Promise<void> {
  await house.agree("market", { market_id: EURUSD, changes: { markup_points: points } });
  house.clock.advance(NOTICE_SEC * 1_000);
  await house.proposals().applyDue();
}

const markupHere = () => live.find(EURUSD)?.markupPoints;
const order = (isHalted: boolean, reason: string) => ({
  market_id: EURUSD,
  is_halted: isHalted,
  reason,
});

it("new values hold in the other process, told of the market that changed alone", async () => {
  await changeMarkup("7");
  await expect.poll(markupHere, SOON).toBe(7);
  expect(changed).toEqual(["EURUSD"]);
});

it("F30: a halt by hand and its end are known in the other process", async () => {
  await house.agree("market_halt", order(true, "The exchange reports a fault"));
  await expect.poll(() => halts.reasonOf(EURUSD), SOON).toBe("The exchange reports a fault");
  await house.agree("market_halt", order(false, "The fault is mended"));
  await expect.poll(() => halts.reasonOf(EURUSD), SOON).toBeNull();
});

it("F30: closing only and its end are known in the other process", async () => {
  const closingOnly = (will: boolean) => ({ market_id: "", is_closing_only: will, reason: "Look" });
  await house.agree("closing_only", closingOnly(true));
  await expect.poll(() => halts.closingOnlyReasonOf(EURUSD), SOON).toBe("Look");
  await house.agree("closing_only", closingOnly(false));
  await expect.poll(() => halts.closingOnlyReasonOf(EURUSD), SOON).toBeNull();
});

it("the order of the categories is the same in both", async () => {
  const turned = [...live.categories()].reverse();
  await house.agree("category", { order: turned });
  await expect.poll(() => live.categories(), SOON).toEqual(turned);
});

it("what was told while the line was down is read when it is back", async () => {
  const turned = [...live.categories()].reverse();
  bus.cut();
  await changeMarkup("9");
  await house.agree("market_halt", order(true, "Unheard"));
  await house.agree("category", { order: turned });
  expect(markupHere()).toBe(7);
  expect(halts.reasonOf(EURUSD)).toBeNull();
  bus.mend();
  await expect.poll(markupHere, SOON).toBe(9);
  await expect.poll(() => halts.reasonOf(EURUSD), SOON).toBe("Unheard");
  await expect.poll(() => live.categories(), SOON).toEqual(turned);
});
