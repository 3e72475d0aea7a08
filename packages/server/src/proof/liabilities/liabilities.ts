// Proof of liabilities (H16): at every New York cut a tree over what is owed to real people, the
// calls that show it, and the reserves that are declared beside. Composed by main.ts. Invariant: a
// cut is published once every journal has rows after it: nothing before it can still come.

import type { Proposals } from "../../members/proposals/proposals.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import type { Log } from "../../platform/log.ts";
import { findPassedCuts } from "../../trading/exchange/passed-cuts.ts";
import type { Sequencer } from "../../trading/sequencer/sequencer.ts";
import { cutOnDay } from "../../trading/sessions/trading-day.ts";
import { createLiabilityHandlers, type LiabilityHandlers } from "./liabilities.routes.ts";
import { createLiabilitySalts } from "./liability-salts.ts";
import type { HeadLog } from "./prove-head.ts";
import { type PublishParts, publishTree } from "./publish-tree.ts";
import { findTree } from "./read-trees.ts";
import { reservesKind } from "./reserves-kind.ts";

const DAY_MS = 86_400_000;
const SECOND_MS = 1_000;
const LOOK_EVERY_MS = 30_000;
const LOOK_EVERY_MS_MIN = 500;
/** Days that were missed and are made up for at once; the next look goes on. */
const CUTS_PER_LOOK = 31;

export type LiabilityParts = {
  readonly database: Database;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
  /** Whether what happens by itself happens in this process. */
  readonly runsJobs: boolean;
  readonly sequencer: Pick<Sequencer, "read">;
  readonly proposals: Pick<Proposals, "register">;
  readonly sealKey: Buffer;
  /** What signed checkpoints cover; null where there are none. */
  readonly proofLog: HeadLog | null;
  /** Seconds between trees beside those of the cuts; 0: none. */
  readonly liabilitiesEverySec: number;
  readonly isSimulated: boolean;
};

export type LiabilitiesArea = {
  readonly handlers: LiabilityHandlers;
  /** Publishes all that is due. */
  readonly publishDue: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

export function startLiabilities(parts: LiabilityParts): LiabilitiesArea {
  const { log, liabilitiesEverySec: everySec } = parts;
  const saltsOf = createLiabilitySalts(parts.sealKey);
  parts.proposals.register(reservesKind(parts));
  const publishing = { ...parts, saltsOf };
  let underWay: Promise<void> = Promise.resolve();
  const look = () => {
    underWay = underWay
      .then(() => publishDue(publishing))
      .catch((err) => log.error({ err }, "what is owed was not published; it is tried again"));
  };
  const ownPaceMs = Math.max(LOOK_EVERY_MS_MIN, (everySec * SECOND_MS) / 2);
  const paceMs = everySec > 0 ? ownPaceMs : LOOK_EVERY_MS;
  const timer = parts.runsJobs ? setInterval(look, paceMs).unref() : undefined;
  return {
    handlers: createLiabilityHandlers({ ...parts, saltsOf }),
    publishDue: () => publishDue(publishing),
    stop: async () => {
      clearInterval(timer);
      await underWay;
    },
  };
}

type Publishing = PublishParts & Pick<LiabilityParts, "sequencer" | "liabilitiesEverySec">;

async function publishDue(parts: Publishing): Promise<void> {
  const { database, clock, sequencer, liabilitiesEverySec: everySec } = parts;
  const newest = (await findTree(database, null))?.asOf ?? null;
  for (const asOfMs of await findCuts(database, newest)) await publishTree(parts, asOfMs);
  if (everySec === 0) return;
  const asOf = Math.floor(clock.now() / SECOND_MS / everySec) * everySec;
  if (newest !== null && asOf <= newest) return;
  // Looks at every shard, and answers once everything that was decided there before is committed.
  await sequencer.read((books) => books.exposure().length);
  await publishTree(parts, asOf * SECOND_MS);
}

/**
 * The cuts after the newest tree, oldest first; where there is no tree yet, the newest cut. Every
 * shard has passed it, but for those that began after it.
 */
async function findCuts(database: Database, newest: number | null): Promise<number[]> {
  const rows = await findPassedCuts(database, newest === null ? 1 : CUTS_PER_LOOK);
  return rows
    .map(({ cutDate }) => cutMoment(cutDate))
    .filter((cutMs) => newest === null || cutMs > newest * SECOND_MS)
    .reverse();
}

/** Of a date as the number yyyymmdd. */
function cutMoment(cutDate: number): number {
  const [year, month, day] = [
    Math.floor(cutDate / 10_000),
    Math.floor(cutDate / 100) % 100,
    cutDate % 100,
  ];
  return cutOnDay("new-york", Date.UTC(year, month - 1, day) / DAY_MS);
}
