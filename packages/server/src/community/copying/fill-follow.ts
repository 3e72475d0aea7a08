// Opens the account of a new follow and fills it; from the row of the journal in which its money
// came it copies. Called when one begins, and at a start for those that an earlier life has begun.
// Invariant: every step can be repeated, and repeating it changes nothing.

import { isDeepStrictEqual } from "node:util";
import { NO_LIMITS } from "@truetick/engine";
import { assert } from "@truetick/money";
import { sql } from "kysely";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import { lockPlaces, readPlace } from "../../trading/journal-place.ts";
import type { AcceptedOutcome, Outcome, Sequencer } from "../../trading/sequencer/sequencer.ts";
import { tradingDayEnd } from "../../trading/sessions/trading-day.ts";
import { readFollows, type StoredFollow } from "./follow-table.ts";
import {
  isAnswered,
  readFirstTransfer,
  type StoredTransfer,
  submitTransfer,
} from "./move-money.ts";

export type FillParts = {
  readonly database: Database;
  readonly sequencer: Pick<Sequencer, "submit" | "read">;
  /** False: nobody who copies says that the leader is watched now. */
  readonly watchLeader: (followId: number) => Promise<boolean>;
  readonly clock: Pick<Clock, "now">;
};

/** Answers what became of its money; null: it has begun before. */
export async function fillFollow(parts: FillParts, followId: number): Promise<Outcome | null> {
  const { database, sequencer, watchLeader } = parts;
  // Its leader is watched before its money is there: nothing that comes after is missed.
  if (!(await watchLeader(followId))) return NOBODY_COPIES;
  const [follow] = await readFollows(database, [followId]);
  const transfer = await readFirstTransfer(database, followId);
  assert(follow !== undefined, "Invariant: what is filled has begun");
  if (follow.status === "refused") return submitTransfer(sequencer.submit, transfer, follow);
  if (follow.status !== "starting") return null;
  const refused = await openAccount(parts, follow);
  if (refused !== null) return refused;
  const outcome = await submitTransfer(sequencer.submit, transfer, follow);
  if (outcome.isAccepted) await noteFilled(parts, { follow, transfer, outcome });
  else if (isAnswered(outcome)) await noteRefused(database, { follow, transfer });
  await watchLeader(followId);
  return outcome;
}

/** Tried again by whoever copies next, and by the client. */
const NOBODY_COPIES: Outcome = {
  isAccepted: false,
  refusal: { reason: "UNAVAILABLE", why: "recovering" },
};

/** Without play money of its own, and with the limits that its owner has set. */
async function openAccount(parts: FillParts, follow: StoredFollow): Promise<Outcome | null> {
  const { submit, read } = parts.sequencer;
  const { accountId, userId: ownerId, book, mainAccountId } = follow;
  const opening = { type: "OpenAccount", accountId, ownerId, book } as const;
  const opened = await submit(book === "demo" ? { ...opening, isGranted: false } : opening);
  if (!opened.isAccepted && opened.refusal.reason !== "ACCOUNT_EXISTS") return opened;
  const limitsOf = () => read((books) => books.account(mainAccountId)?.limits ?? NO_LIMITS);
  let limits = await limitsOf();
  for (;;) {
    const dayEndsAtMs = tradingDayEnd("new-york", parts.clock.now());
    const set = await submit({ type: "SetLimits", accountId, limits, dayEndsAtMs });
    if (!set.isAccepted) return set;
    // Newer ones may have been copied before ours came; those that come from here on come after.
    const newest = await limitsOf();
    if (isDeepStrictEqual(newest, limits)) return null;
    limits = newest;
  }
}

type Filled = { readonly follow: StoredFollow; readonly transfer: StoredTransfer };

async function noteFilled(
  { database, clock }: FillParts,
  { follow, transfer, outcome }: Filled & { readonly outcome: AcceptedOutcome },
): Promise<void> {
  await database.transaction().execute(async (trx) => {
    await lockPlaces(trx, "copy_cursor");
    const startedSeq = await startOf(trx, follow, outcome);
    await sql`update copy_transfer set status = 'done' where id = ${transfer.id}`.execute(trx);
    await sql`
      update follow set status = 'copying', started_seq = ${startedSeq},
        started_at = ${new Date(clock.now())}
      where id = ${follow.id} and status = 'starting'`.execute(trx);
  });
}

/**
 * The row of the leader's journal after which it copies: what the leader did before the money came
 * is not copied, even when we have yet to read it. Where the leader lives on another shard, whose
 * rows have no order with ours, it is the moment that counts.
 */
async function startOf(
  trx: Database,
  { leaderAccountId, accountId }: StoredFollow,
  { seq, atMs }: AcceptedOutcome,
): Promise<number> {
  const { rows } = await sql<{ shard: number; is_own: boolean; before: bigint }>`
    select led.shard, led.shard = own.shard as is_own,
      case when led.shard = own.shard then 0
        else journal_seq_at(led.shard, ${atMs}::bigint) - 1 end as before
    from trading_account led, trading_account own
    where led.account_id = ${leaderAccountId} and own.account_id = ${accountId}`.execute(trx);
  const led = rows[0];
  assert(led !== undefined, "Invariant: both accounts are open when the money has come");
  const place = await readPlace(trx, "copy_cursor", led.shard);
  return Math.max(place, led.is_own ? (seq ?? 0) : Number(led.before));
}

async function noteRefused(database: Database, { follow, transfer }: Filled): Promise<void> {
  await database.transaction().execute(async (trx) => {
    await sql`update copy_transfer set status = 'refused' where id = ${transfer.id}`.execute(trx);
    await sql`update follow set status = 'refused' where id = ${follow.id}`.execute(trx);
  });
}
