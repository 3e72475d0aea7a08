// Which cuts there are to charge: by New York's clock, in order, once, and not without end.

import { describe, expect, it } from "vitest";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { sandboxMarkets } from "../markets/traded-market.ts";
import type { Outcome, UnstampedCommand } from "../sequencer/sequencer.ts";
import { createCutWatch, cutAt, cutsAfter } from "./new-york-cut.ts";

describe("the cuts of New York", () => {
  it("fall at 17:00 there, in winter and in summer", () => {
    const winter = Date.UTC(2026, 0, 5, 22);
    expect(cutAt(winter)).toEqual({ cutDate: 20_260_105, cutAtMs: winter, weekday: 1 });
    const summer = Date.UTC(2026, 6, 15, 21);
    expect(cutAt(summer)).toEqual({ cutDate: 20_260_715, cutAtMs: summer, weekday: 3 });
  });

  it("are made up for in order, across a month and a change of clocks", () => {
    const cuts = cutsAfter(20_260_305, Date.UTC(2026, 2, 9, 21));
    expect(cuts.map(({ cutDate }) => cutDate)).toEqual([
      20_260_306, 20_260_307, 20_260_308, 20_260_309,
    ]);
    expect(cuts.map(({ weekday }) => weekday)).toEqual([5, 6, 0, 1]);
    expect(cuts.map(({ cutAtMs }) => new Date(cutAtMs).getUTCHours())).toEqual([22, 22, 21, 21]);
  });

  it("are none when the newest is done, one for a new market, seven after a long sleep", () => {
    const newest = Date.UTC(2026, 6, 15, 21);
    expect(cutsAfter(20_260_715, newest)).toEqual([]);
    expect(cutsAfter(0, newest).map(({ cutDate }) => cutDate)).toEqual([20_260_715]);
    expect(cutsAfter(20_250_101, newest)).toHaveLength(7);
  });
});

type Refused = Extract<Outcome, { isAccepted: false }>;

/** A second before a cut, with three markets; `refuse` answers what is refused from then on. */
function openWatch() {
  const markets = sandboxMarkets().slice(0, 3);
  const clock = createFakeClock(Date.UTC(2026, 6, 15, 20, 59, 59));
  const asked: UnstampedCommand[] = [];
  let refusalOf: (type: UnstampedCommand["type"]) => Refused["refusal"] | null = () => null;
  const watch = createCutWatch({
    markets,
    clock,
    sequencer: {
      submit: async (command) => {
        asked.push(command);
        const refusal = refusalOf(command.type);
        return refusal
          ? { isAccepted: false, refusal }
          : { isAccepted: true, seq: 1, atMs: 0, events: [] };
      },
      read: async (look) =>
        look({
          account: () => null,
          order: () => null,
          orders: () => [],
          market: () => null,
          lot: () => null,
          exposure: () => [],
          preview: () => {
            throw new Error("Invariant: nobody previews here");
          },
        }),
    },
  });
  return {
    clock,
    refuse: (by: typeof refusalOf) => {
      refusalOf = by;
    },
    lookAndCount: async (type: UnstampedCommand["type"]) => {
      asked.length = 0;
      await watch.look();
      return asked.filter((command) => command.type === type).length;
    },
  };
}

describe("looking at the clock", () => {
  it("charges each market once per cut, and tries again what was refused", async () => {
    const { clock, refuse, lookAndCount } = openWatch();
    expect(await lookAndCount("ChargeFinancing")).toBe(3);
    expect(await lookAndCount("ChargeFinancing")).toBe(0);
    clock.advance(1_000);
    refuse(() => ({ reason: "OVERLOADED", queuedRows: 1 }));
    expect(await lookAndCount("ChargeFinancing")).toBe(3);
    refuse(() => null);
    expect(await lookAndCount("StartDay")).toBe(1);
    expect(await lookAndCount("ChargeFinancing")).toBe(0);
    clock.advance(86_400_000);
    expect(await lookAndCount("ChargeFinancing")).toBe(3);
  });

  it("tries again the day that was lost when every charge was stored", async () => {
    const { clock, refuse, lookAndCount } = openWatch();
    clock.advance(1_000);
    refuse((type) => (type === "StartDay" ? { reason: "UNAVAILABLE", why: "not-stored" } : null));
    expect(await lookAndCount("StartDay")).toBe(1);
    const cut = { cutDate: 20_260_715, newest: 20_260_715 };
    refuse((type) => (type === "StartDay" ? { reason: "DAY_ALREADY_STARTED", ...cut } : null));
    expect(await lookAndCount("StartDay")).toBe(1);
    expect(await lookAndCount("StartDay")).toBe(0);
  });
});
