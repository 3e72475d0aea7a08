// Starts a demo over: what it copies ends and comes home, then the engine closes the rest and books
// the difference to 10,000 (T23). Called by the gateway. Invariants: no play money is beside the
// 10,000 when it says so, whatever began or ended meanwhile; the same attempt ends its follows once
// (T01); of a real account nothing ends, the engine refuses it.

import { type AccountId, DEMO_BALANCE, isDealt } from "@truetick/engine";
import { formatBalance } from "@truetick/money";
import { sql } from "kysely";
import { createAttemptLimit } from "../../platform/attempt-limit.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import {
  type Handlers,
  isRefused,
  type Refused,
  refuse,
  type TraderContext,
} from "../../platform/handler.ts";
import type { News } from "../../platform/news/news.ts";
import { lockPlaces } from "../../trading/journal-place.ts";
import { keyHashOf } from "../../trading/sequencer/known-keys.ts";
import type { Sequencer } from "../../trading/sequencer/sequencer.ts";
import { wasAnswered } from "../../trading/sequencer/stored-attempt.ts";
import { submitAttempt } from "../../trading/submit-attempt.ts";
import { endDemoFollows, readOwnLiving } from "./follow-table.ts";
import { isTradable } from "./is-tradable.ts";
import type { Tender } from "./tend-follows.ts";

export type ResetParts = {
  readonly database: Database;
  readonly sequencer: Pick<Sequencer, "submit" | "read">;
  readonly tender: Pick<Tender, "tend" | "changed">;
  readonly clock: Pick<Clock, "now" | "monotonic">;
  /** Whose counts of resets are one with ours. */
  readonly news: News;
};

const HOUR_MS = 3_600_000;
/** Enough for anyone who learns, too few to fill a ledger with (T23). */
const RESETS_PER_HOUR_MAX = 20;
/** So often a follow may begin while it is reset; each time it is reset again. */
const TRIES_MAX = 5;

export type ResetHandlers = Handlers<"resetDemoAccount">;

export function createResetHandlers(parts: ResetParts): ResetHandlers {
  const { clock, news, database } = parts;
  const resets = createAttemptLimit({
    clock,
    attemptsMax: RESETS_PER_HOUR_MAX,
    windowMs: HOUR_MS,
    shared: { news, name: "resets" },
  });
  return {
    async resetDemoAccount(_fields, context) {
      const { caller, attempt } = context;
      if (!resets.allows(String(caller.accountId), attempt?.key)) return refuse("TOO_MANY");
      const isOver = attempt && (await wasAnswered(database, caller.userId, attempt.key));
      // Whoever asks for it by another name has it done whole.
      if (isOver && (await isHalfDone(database, caller.userId, attempt.key))) {
        return refuse("UNAVAILABLE");
      }
      const refused =
        caller.isDemo && !isOver ? await resetAll(parts, context) : await reset(parts, context);
      return refused ?? { balance: formatBalance(DEMO_BALANCE) };
    },
  };
}

/**
 * Whether the reset of that name found money in a follow and none came after it: its first round is
 * stored as done, and the rounds after it were refused or never made. What the follow held is on
 * top then, in it or come home.
 */
async function isHalfDone(database: Database, userId: number, key: string): Promise<boolean> {
  const keyHash = Buffer.from(keyHashOf(userId, key), "latin1").toString("hex");
  const { rows } = await sql<{ is_half_done: boolean }>`
    select exists (
      select from command_key k join follow f on f.user_id = k.owner_id
      where k.key_hash = ${keyHash} and k.owner_id = ${userId}
        and (
          select p.balance from ledger_posting p
          where p.account_id = f.account_id and p.journal_seq < k.journal_seq
          order by p.journal_seq desc, p.position desc limit 1
        ) > 0
        and not exists (
          select from ledger_posting p
          where p.account_id = f.main_account_id and p.cause = 'demo-grant'
            and p.journal_seq > k.journal_seq
        )
    ) as is_half_done`.execute(database);
  return rows[0]?.is_half_done ?? false;
}

async function reset(parts: ResetParts, context: TraderContext): Promise<Refused | null> {
  const command = { type: "ResetDemo", accountId: context.caller.accountId } as const;
  const way = { context, pricePrecision: null };
  const outcome = await submitAttempt(parts.sequencer.submit, command, way);
  return isRefused(outcome) ? outcome : null;
}

/**
 * What begins while it is reset may have taken its money before the reset put it back. Everything
 * that moves money to or from the account has its row before it moves, so that none since means
 * that nothing moved.
 */
async function resetAll(parts: ResetParts, context: TraderContext): Promise<Refused | null> {
  const { database } = parts;
  const { caller } = context;
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const newest = await endCopies(parts, caller);
    if (isRefused(newest)) return newest;
    // The first time under the client's name for it, which stands for one reset.
    const refused = await reset(parts, tries === 0 ? context : { ...context, attempt: null });
    if (refused !== null) return refused;
    if ((await lookAt(database, caller.userId)).newest === newest) return null;
  }
  return refuse("UNAVAILABLE");
}

type Own = { readonly userId: number; readonly accountId: AccountId };

/**
 * Answers the newest follow, when none goes on. Refuses with MARKET_CLOSED, MARKET_HALTED or
 * QUOTE_STALE while something could not be closed, before anything ends, and with UNAVAILABLE when
 * one has just begun or not ended yet.
 */
async function endCopies(parts: ResetParts, own: Own): Promise<number | Refused> {
  const { database, tender } = parts;
  const before = await lookAt(database, own.userId);
  if (before.living.length === 0) return before.newest;
  const accounts = [own.accountId, ...before.living.map(({ accountId }) => accountId)];
  const refused = await checkClosing(parts, accounts);
  if (refused !== null) return refused;
  const ended = await locked(database, (trx) => endDemoFollows(trx, own.userId));
  // Also those that an earlier attempt has ended, and nobody was told.
  await tender.changed([...ended, ...before.living.map(({ id }) => id)]);
  await tender.tend();
  const after = await lookAt(database, own.userId);
  return after.living.length === 0 ? after.newest : refuse("UNAVAILABLE");
}

/** Why something that is open in one of these cannot be closed now; null when all of it can. */
async function checkClosing(
  { sequencer, clock }: ResetParts,
  accounts: readonly AccountId[],
): Promise<Refused | null> {
  const nowMs = clock.now();
  const markets = await sequencer.read((books) =>
    accounts
      .flatMap((id) => books.orders(id).filter(({ status }) => status !== "pending"))
      .map(({ marketId }) => books.market(marketId)),
  );
  const left = markets.find((market) => !isTradable(market, nowMs));
  if (left === undefined) return null;
  if (left === null || !isDealt(left.session)) {
    return refuse(left?.session === "halted" ? "MARKET_HALTED" : "MARKET_CLOSED");
  }
  return refuse("QUOTE_STALE", { ageMaxMs: left.terms.priceAgeMaxMs });
}

/** Under the lock, so that whatever took money before now is seen. */
function lookAt(database: Database, userId: number) {
  return locked(database, (trx) => readOwnLiving(trx, userId));
}

function locked<T>(database: Database, act: (trx: Database) => Promise<T>): Promise<T> {
  return database.transaction().execute(async (trx) => {
    await lockPlaces(trx, "copy_cursor");
    return act(trx);
  });
}
