// Promises the seeds of coming days and shows those of days that are over (H14). Started by
// trading.ts where prices are made up. Invariants: a seed is promised before it is shown, never
// shown before its day is over, and what was once published is never changed.

import { commitSeed } from "@truetick/proof/seed";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import type { Log } from "../../platform/log.ts";
import { daySeed } from "../feed/simulator/day-seed.ts";
import { DAY_MS, dayOf, FIRST_DAY } from "../feed/simulator/time-grid.ts";
// The tables that are written to here.
import type {} from "./seed-table.ts";

/** A server that is off for a week has promised the days meanwhile. */
const DAYS_AHEAD = 7;
/** The last ticks of a day may still be on their way when it ends. */
const SHOWN_AFTER_MS = 300_000;
const LOOK_EVERY_MS = 600_000;
const ROWS_PER_STATEMENT = 1_000;

type Needs = {
  readonly database: Database;
  readonly master: Uint8Array;
  readonly clock: Pick<Clock, "now">;
};

/** All that is due: the promises up to a week ahead, the seeds of every day that is over. */
export async function publishSeeds({ database, master, clock }: Needs): Promise<void> {
  const nowMs = clock.now();
  const days = Array.from(
    { length: dayOf(nowMs) + DAYS_AHEAD - FIRST_DAY + 1 },
    (_, i) => FIRST_DAY + i,
  );
  const published = await shownDays(database);
  const seeds = days.map((day) => {
    const seed = daySeed(master, day);
    return { day, text: dateOf(day), seed, commitment: commitSeed(seed) };
  });
  const unpublished = seeds.filter(({ commitment }) => !published.has(commitment));
  for (let from = 0; from < unpublished.length; from += ROWS_PER_STATEMENT) {
    const part = unpublished.slice(from, from + ROWS_PER_STATEMENT);
    await database
      .insertInto("seed_commitment")
      .values(part.map(({ text, commitment }) => ({ day: text, commitment })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const over = part.filter(({ day }) => nowMs >= (day + 1) * DAY_MS + SHOWN_AFTER_MS);
    if (over.length === 0) continue;
    await database
      .insertInto("seed_reveal")
      .values(
        over.map(({ text, commitment, seed }) => ({
          day: text,
          commitment,
          seed: Buffer.from(seed).toString("hex"),
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Whether today's prices are promised from another seed: then ours would be another chart. */
export async function isPromisedOtherwise({ database, master, clock }: Needs): Promise<boolean> {
  const today = dayOf(clock.now());
  const rows = await database
    .selectFrom("seed_commitment")
    .select("commitment")
    .where("day", "=", dateOf(today))
    .execute();
  const own = commitSeed(daySeed(master, today));
  return rows.length > 0 && !rows.some(({ commitment }) => commitment === own);
}

/** By their promises: only these need never be looked at again. */
async function shownDays(database: Database): Promise<ReadonlySet<string>> {
  const rows = await database.selectFrom("seed_reveal").select("commitment").execute();
  return new Set(rows.map(({ commitment }) => commitment));
}

function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Publishes now, and from then on as days pass; answers how to stop. */
export async function keepPublishingSeeds(
  needs: Needs & { readonly log: Log },
): Promise<() => Promise<void>> {
  let underWay: Promise<void> = publishSeeds(needs);
  await underWay;
  const timer = setInterval(() => {
    underWay = publishSeeds(needs).catch((err: unknown) => {
      needs.log.error({ err }, "the seeds of simulated days could not be published");
    });
  }, LOOK_EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await underWay;
  };
}
