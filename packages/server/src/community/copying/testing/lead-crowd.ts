// A life of the program in which a leader deals without an end and a crowd copies: what the process
// does that tests kill. Makes the crowd when there is none.

import { setTimeout as sleep } from "node:timers/promises";
import { type AccountId, accountId } from "@truetick/engine";
import { lots, price, ZERO_MONEY } from "@truetick/money";
import { sql } from "kysely";
import { systemClock } from "../../../platform/clock.ts";
import type { Database } from "../../../platform/database.ts";
import type { Log } from "../../../platform/log.ts";
import { createAloneNews } from "../../../testing/alone-news.ts";
import type { Sequencer } from "../../../trading/sequencer/sequencer.ts";
import { createCopyChanges } from "../copy-changes.ts";
import { type Copying, type CopyingParts, startCopying } from "../copying.ts";
import { readLivingFollows } from "../follow-table.ts";
import { reachedStops } from "../watch-losses.ts";
import { carryOut, openCrowdMarket, openLed, quoteCrowd, seedCrowd } from "./copy-crowd.ts";

type LeadParts = {
  readonly database: Database;
  readonly sequencer: Sequencer;
  readonly log: Log;
};

const FIRST_BID = 110_000;
/** Of a large crowd's leader less often: what is copied takes its time. */
const ACT_MS_PER_FOLLOWER = 0.1;
const QUOTE_EVERY_MS = 1_000;
const LOOKS = 20;

/** Copying as the server runs it, for whoever has only a database and a sequencer. */
export function startCrowdCopying(
  parts: Omit<LeadParts, "sequencer"> &
    Pick<CopyingParts, "sequencer"> &
    Partial<Pick<CopyingParts, "inbox" | "returnSince">>,
): Promise<Copying> {
  const news = createAloneNews();
  return startCopying({
    inbox: { leaveIn: async () => [], announce: () => undefined },
    returnSince: async () => null,
    ...parts,
    news,
    runsJobs: true,
    clock: systemClock,
    directory: () => null,
    financingOf: () => ZERO_MONEY,
    copies: createCopyChanges(news),
  });
}

/** How long one look at everybody's copy stop-loss takes, in milliseconds. */
export async function timeStopLooks({ database, sequencer }: LeadParts): Promise<number> {
  const follows = await readLivingFollows(database);
  const startedAtMs = performance.now();
  for (let look = 0; look < LOOKS; look += 1) {
    await sequencer.read((books) => reachedStops(books, follows));
  }
  return (performance.now() - startedAtMs) / LOOKS;
}

/** Never ends by itself. */
export async function leadCrowd(
  parts: LeadParts & { readonly followers: number; readonly onAct: (what: string) => void },
): Promise<never> {
  const { sequencer, onAct } = parts;
  const leader = (await findLeader(parts.database)) ?? (await makeCrowd(parts));
  setInterval(() => quoteCrowd(parts, FIRST_BID, Date.now()), QUOTE_EVERY_MS);
  quoteCrowd(parts, FIRST_BID, Date.now());
  const copying = await startCrowdCopying(parts);
  // What earlier lives have left; from here on every kill is in the middle of something.
  await copying.settle();
  onAct("ready");
  const rest = () => sleep(parts.followers * ACT_MS_PER_FOLLOWER);
  for (let turn = 0; ; turn += 1) {
    quoteCrowd(parts, FIRST_BID + (turn % 7), Date.now());
    const order = await openLed(sequencer, leader, 5_000 + 100 * (turn % 20));
    onAct("open");
    await rest();
    const own = { accountId: leader, orderId: order } as const;
    const stopLoss = price(FIRST_BID - 1_000 - turn);
    await carryOut(sequencer, { type: "SetStops", ...own, stopLoss, takeProfit: null });
    onAct("stops");
    const close = { type: "CloseOrder", ...own, reason: "user" } as const;
    await carryOut(sequencer, { ...close, lots: lots(2_000) });
    onAct("reduce");
    await rest();
    if (turn % 4 < 3) await carryOut(sequencer, { ...close, lots: null });
    onAct("close");
  }
}

async function makeCrowd(parts: LeadParts & { readonly followers: number }): Promise<AccountId> {
  await openCrowdMarket(parts);
  return seedCrowd(parts, parts.followers);
}

async function findLeader(database: Database): Promise<AccountId | null> {
  const { rows } = await sql<{ account_id: bigint }>`
    select account_id from leader where exists (select from follow)`.execute(database);
  return rows[0] ? accountId(Number(rows[0].account_id)) : null;
}
