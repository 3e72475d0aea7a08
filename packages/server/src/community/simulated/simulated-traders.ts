// A dozen traders that no person stands behind, where prices are the simulator's: so that the
// ranking of a fresh sandbox is alive and true from the first minute. They are marked as such
// wherever they are shown, play with demo money, cannot be logged in as and count nowhere as people
// (H17). On the first start they live through sixty days of the generated past, the engine's time
// being an argument; then they go on by the same rules. Composed by main.ts.

import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import type { Log } from "../../platform/log.ts";
import type { LivePast, PastPrice, PastStage } from "../../trading/exchange/lived-past.ts";
import type { TradedMarket } from "../../trading/markets/traded-market.ts";
import type { Sequencer } from "../../trading/sequencer/sequencer.ts";
import { findTeam, hasPeople, makeTeam } from "./team-table.ts";
import { marketsOfTeam, takeTurn } from "./trade-turn.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const PAST_DAYS = 60;
/** Of the past they see this many moments only: a start has to be quick. */
const PAST_TURN_MS = 2 * HOUR_MS;
const LIVE_TURN_MS = 300_000;
const LOOK_EVERY_MS = 15_000;

export type SimulatedTraders = {
  /** Before the first live price. */
  readonly livePast: LivePast;
  /** Goes on live; does nothing where there are none. */
  readonly start: (live: LiveParts) => Promise<void>;
  readonly stop: () => Promise<void>;
};

type LiveParts = {
  readonly sequencer: Pick<Sequencer, "submit" | "read">;
  readonly markets: { readonly all: readonly TradedMarket[] };
  /** Null where no prices are made up. */
  readonly pastPrice: PastPrice | null;
};

type Needs = {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** False: there are none, and those of an earlier start rest. */
  readonly isOn: boolean;
};

export function createSimulatedTraders({ database, clock, log, isOn }: Needs): SimulatedTraders {
  let timer: NodeJS.Timeout | null = null;
  let underWay: Promise<void> = Promise.resolve();
  let isStopped = false;
  return {
    livePast: async (stage) => {
      if (isOn) await liveThrough(stage, { database, log, isStopped: () => isStopped });
    },
    async start({ sequencer, markets, pastPrice: priceAt }) {
      const team = isOn && priceAt ? await findTeam(database) : [];
      if (!priceAt || team.length === 0) return;
      const turn = { ...sequencer, markets: marketsOfTeam(markets.all), priceAt, team };
      let turnMs = gridBefore(clock.now(), LIVE_TURN_MS);
      let isBusy = false;
      const look = () => {
        const dueMs = gridBefore(clock.now(), LIVE_TURN_MS);
        if (dueMs <= turnMs || isBusy) return;
        turnMs = dueMs;
        isBusy = true;
        underWay = takeTurn(turn, dueMs)
          .catch((err: unknown) => log.warn({ err }, "the simulated traders missed a turn"))
          .finally(() => {
            isBusy = false;
          });
      };
      timer = setInterval(look, LOOK_EVERY_MS);
    },
    stop: async () => {
      isStopped = true;
      if (timer) clearInterval(timer);
      await underWay;
    },
  };
}

const gridBefore = (atMs: number, stepMs: number) => Math.floor(atMs / stepMs) * stepMs;

type PastParts = Pick<Needs, "database" | "log"> & { readonly isStopped: () => boolean };

/** The start is given up where it is; the next one goes on from there. */
class PastInterrupted extends Error {}

/**
 * From the first day, or from where a start was broken off. Once a person has an account, nothing
 * that is over is lived through any more: nobody's orders meet prices of a time when nothing ran.
 */
async function liveThrough(
  stage: PastStage,
  { database, log, isStopped }: PastParts,
): Promise<void> {
  const startedMs = performance.now();
  const isFirst = stage.newestMs === 0;
  const firstMs = gridBefore(stage.nowMs - PAST_DAYS * DAY_MS, PAST_TURN_MS);
  const fromMs = Math.max(firstMs, gridBefore(stage.newestMs, PAST_TURN_MS) + PAST_TURN_MS);
  if (fromMs > stage.nowMs || (await hasPeople(database))) return;
  // Made before the first row of the journal: a start that broke off in between finds them.
  if (isFirst && (await findTeam(database)).length === 0) await makeTeam(database, fromMs);
  const team = await findTeam(database);
  if (team.length === 0) return;
  const markets = marketsOfTeam(stage.markets);
  await stage.begin(fromMs);
  for (let atMs = fromMs; atMs <= stage.nowMs; atMs += PAST_TURN_MS) {
    await stage.goTo(atMs, markets);
    if (atMs === fromMs) await openAccounts(stage, team);
    await takeTurn({ ...stage, markets, team }, atMs);
    if (isStopped()) throw new PastInterrupted("stopped in the middle of the past");
  }
  const days = Math.round((stage.nowMs - fromMs) / DAY_MS);
  const tookMs = Math.round(performance.now() - startedMs);
  log.info({ traders: team.length, days, tookMs }, "simulated traders have lived through the past");
}

async function openAccounts(
  { submit }: Pick<Sequencer, "submit">,
  team: Awaited<ReturnType<typeof findTeam>>,
): Promise<void> {
  await Promise.all(
    team.map(({ accountId, userId: ownerId }) =>
      submit({ type: "OpenAccount", accountId, ownerId, book: "demo" }),
    ),
  );
}
