// What an account lived through comes out the same when its archive is played again, whatever
// happened; and an operator who changed one number, and hashed and signed everything anew, is
// caught at that very row (H03, H05).

import { type Event, type Movement, movementsOf } from "@truetick/engine";
import { ACCOUNTS, acts, runs } from "@truetick/engine/testing";
import { money, price } from "@truetick/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifyArchive } from "../archive/verify-archive.ts";
import { TestPlatform } from "../testing/test-platform.ts";
import { replayArchive } from "./replay-archive.ts";

const accounts = fc.constantFrom(...ACCOUNTS);
/**
 * Half a second of a busy life in one millisecond. Of several seconds the record does not always
 * say in which order quotes and rows came, and the search for one gives up.
 */
const grains = fc.constantFrom(1, 1, 500);
const RUN_TIMEOUT_MS = 120_000;

it(
  "an archive of a random life verifies and replays to the millionth",
  async () => {
    await fc.assert(
      fc.asyncProperty(acts(200), accounts, grains, async (life, account, grainMs) => {
        const platform = TestPlatform.live(life, grainMs);
        const text = platform.archive(account);
        const verified = await verifyArchive(text, platform);
        expect(verified.findings.filter(({ isGood }) => !isGood)).toEqual([]);
        const replayed = await replayArchive(text, platform);
        expect(replayed.findings.filter(({ isGood }) => !isGood)).toEqual([]);
      }),
      runs(20),
    );
  },
  RUN_TIMEOUT_MS,
);

/** The same movements with another amount on both sides. */
function shifted(movements: readonly Movement[], by: bigint): Movement[] {
  return movements.map((movement) => {
    const [own, house] = movement.postings;
    return {
      ...movement,
      postings: [
        { ...own, amount: money(own.amount + by), balance: money(own.balance + by) },
        { ...house, amount: money(house.amount - by), balance: money(house.balance - by) },
      ],
    };
  });
}

const FORGERIES: Readonly<Record<string, (event: Event) => Event | null>> = {
  "a fill's price": (event) => {
    if (event.type !== "OrderOpened") return null;
    const worse = price(event.openPrice + (event.side === "buy" ? 1 : -1));
    const fill = { ...event.fill, price: worse, bid: worse, ask: worse };
    return { ...event, openPrice: worse, fill };
  },
  "a fee": (event) => {
    if (event.type !== "OrderOpened" || event.fee === 0n) return null;
    const movements = shifted(event.movements, -1n);
    return { ...event, fee: money(event.fee + 1n), movements };
  },
  "a profit": (event) => {
    if (event.type !== "OrderClosed" && event.type !== "OrderReduced") return null;
    const movements = shifted(event.movements, -1n);
    return { ...event, profit: money(event.profit - 1n), movements };
  },
  "a margin": (event) => {
    if (event.type !== "OrderOpened") return null;
    return { ...event, margin: money(event.margin + 1n) };
  },
};

describe.each(Object.entries(FORGERIES))("H03: %s that was forged by the least", (_, forge) => {
  it(
    "is caught at its row by the replay, though all is hashed and signed anew",
    async () => {
      let caught = 0;
      await fc.assert(
        fc.asyncProperty(acts(200), accounts, async (life, account) => {
          const platform = TestPlatform.live(life);
          const target = platform
            .events(account)
            .find(({ event }) => forge(event) !== null && movementsOf(event).length < 3);
          if (!target) return;
          platform.forge((event) => (event === target.event ? (forge(event) ?? event) : event));
          const replayed = await replayArchive(platform.archive(account), platform);
          const [first] = replayed.findings.filter(({ isGood }) => !isGood);
          expect(first?.where).toBe(`journal/0 row ${target.seq}`);
          const verified = await verifyArchive(platform.archive(account), platform);
          expect(verified.isGood).toBe(false);
          caught += 1;
        }),
        runs(8),
      );
      expect(caught).toBeGreaterThan(0);
    },
    RUN_TIMEOUT_MS,
  );
});
