// One seeded run of the price path: simulated time, ticks through the real gate onto the real
// board and into the real candles, with broken ticks and long sleeps planted between. Everything
// that happens follows from the seed; what is promised is checked while it runs.

import { canonicalBytes, chainHash } from "@truetick/proof";
import {
  type Bar,
  type Clock,
  createPriceRoom,
  type GateReason,
  type PriceRoom,
  sandboxMarkets,
  seedOfNumber,
  type Tick,
  type TradedMarket,
} from "@truetick/server";
import { plantAfter } from "./bad-ticks.ts";
import { type Chance, createChance } from "./chance.ts";
import { checkMinutes, readBars } from "./check-bars.ts";
import { createQuoteReader } from "./quote-reader.ts";
import { createQuoteWatch, insist, type QuoteWatch } from "./watch-quotes.ts";

export type RunSettings = { readonly seed: number; readonly minutes: number };

export type SimulationReport = {
  readonly quotes: number;
  readonly planted: number;
  readonly refused: ReadonlyMap<GateReason, number>;
  readonly sleeps: number;
  /** Over every quote, every refusal and the bars at the end. */
  readonly hash: string;
};

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const STEP_MAX_MS = 400;
const SLEEP_MAX_MS = 10 * MINUTE_MS;
/** A run sleeps about this often. */
const SLEEP_ONE_IN_STEPS = 3_000;
const BAD_ONE_IN_TICKS = 12;
const BPS = 10_000;

type Run = {
  readonly room: PriceRoom;
  readonly chance: Chance;
  readonly watch: QuoteWatch;
  readonly byCode: ReadonlyMap<string, TradedMarket>;
  planted: number;
};

/** Throws a BrokenPromise when something that must hold does not. */
export async function runSimulation({ seed, minutes }: RunSettings): Promise<SimulationReport> {
  const chance = createChance(seed);
  const markets = sandboxMarkets();
  const startMs = Date.UTC(2025, 0, 6) + chance.below(400) * DAY_MS + chance.below(DAY_MS);
  const time = createSimulatedTime(startMs);
  const build = () => {
    const clock = time.clock;
    const built = createPriceRoom({
      markets,
      seed: seedOfNumber(seed),
      clock,
      hasRealSessions: false,
    });
    built.quoteLast();
    return built;
  };
  const room = build();
  const watch = createQuoteWatch();
  room.intake.subscribe(watch.see);
  const reader = createQuoteReader(room.board);
  const byCode = new Map(markets.map((market) => [market.code, market]));
  const run: Run = { room, chance, watch, byCode, planted: 0 };

  let sleeps = 0;
  for (const endMs = startMs + minutes * MINUTE_MS; time.clock.now() < endMs; ) {
    const isSleep = chance.oneIn(SLEEP_ONE_IN_STEPS);
    if (isSleep) sleeps += 1;
    time.advance(1 + chance.below(isSleep ? SLEEP_MAX_MS : STEP_MAX_MS));
    takeIn(run, time.clock.now());
    room.board.refresh();
    if (chance.oneIn(5)) reader.read();
  }
  reader.read();
  reader.check(markets.map((market) => market.code));
  const hash = await sealRun(run, { markets, witness: build() });
  return {
    quotes: watch.count(),
    planted: run.planted,
    refused: room.gate.refused(),
    sleeps,
    hash,
  };
}

function createSimulatedTime(startMs: number): { clock: Clock; advance: (ms: number) => void } {
  let nowMs = startMs;
  return {
    clock: { now: () => nowMs, monotonic: () => nowMs - startMs },
    advance: (ms) => {
      nowMs += ms;
    },
  };
}

function takeIn(run: Run, nowMs: number): void {
  const { room, chance } = run;
  for (const tick of room.takeDue()) {
    takeGood(run, tick);
    if (!chance.oneIn(BAD_ONE_IN_TICKS) || run.watch.newest(tick.code)?.atMs !== tick.atMs)
      continue;
    const bad = plantAfter(tick, chance);
    // One that claims a later time than it has is judged by our clock, not by its own.
    const reason = room.intake.take(bad.tick);
    insist(
      reason === bad.expected,
      `a bad tick at ${nowMs} is refused as ${bad.expected}, not ${reason}`,
    );
    run.planted += 1;
  }
}

/** A good tick passes, but for the first one after a true gap, which waits for a second. */
function takeGood({ room, watch, byCode }: Run, tick: Tick): void {
  const before = watch.newest(tick.code);
  const reason = room.intake.take(tick);
  if (reason === null) return;
  const market = byCode.get(tick.code);
  const was = before ? before.bid + before.ask : 0;
  const isFar = Math.abs(tick.bid + tick.ask - was) * BPS > was * (market?.jumpLimitBps ?? 0);
  insist(reason === "JUMP" && isFar, `a good tick of ${tick.code} is not refused as ${reason}`);
}

/** Without what they say of their making, which is what differs by right. */
function unflagged(bars: readonly Bar[]): string {
  return JSON.stringify(bars.map(({ isGenerated: _, ...bar }) => bar));
}

/** The bars of every market, checked and compared with those of a room that starts now. */
async function sealRun(
  { room, watch }: Run,
  { markets, witness }: { markets: readonly TradedMarket[]; witness: PriceRoom },
): Promise<string> {
  let link = watch.link();
  for (const market of markets) {
    const bars = await readBars(room, market);
    await checkMinutes(room, market);
    const isSame = unflagged(bars) === unflagged(await readBars(witness, market));
    insist(isSame, `the bars of ${market.code} that grew equal those that are generated`);
    link = chainHash(link, canonicalBytes(bars));
  }
  link = chainHash(link, canonicalBytes([...room.gate.refused()]));
  return Buffer.from(link).toString("hex");
}
