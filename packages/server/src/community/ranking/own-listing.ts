// A trader's own place in the ranking: joining it under an alias, leaving it. Nobody else can list
// anybody: there is no other way into the table (H18, T44). The alias is chosen once, since a
// record hangs on it; who has blown up stays listed. Refuses: ALIAS_TAKEN, ALIAS_REFUSED,
// ALIAS_KEPT, LISTING_KEPT, ONLY_REAL, TOO_MANY.

import type { ListingWish } from "@truetick/contract/calls";
import { ALIAS_PATTERN, type OwnListing } from "@truetick/contract/ranking";
import { formatMoney, type Money } from "@truetick/money";
import { sql } from "kysely";
import type { AttemptLimit } from "../../platform/attempt-limit.ts";
import type { Database } from "../../platform/database.ts";
import { type Caller, type Refused, refuse, type TraderContext } from "../../platform/handler.ts";
import { isBlown, type LeaderFacts } from "./leader-figures.ts";
import type { Ranking } from "./ranking.ts";
import { countCopiedOrders, readFollowers } from "./read-followers.ts";

/** Within an alias these would pass for us, or for a program's trader. */
const FORBIDDEN_WORDS = /admin|support|truetick|official|staff|operator|helpdesk|^sim[-_]/;

export type ListingParts = {
  readonly database: Database;
  readonly ranking: Ranking;
  readonly isSimulated: boolean;
  /** Of leaving and joining again, since followers are told (T21). */
  readonly changes: AttemptLimit;
  /** Somebody who was listed takes no new followers any more. */
  readonly onLeft: (accountId: number) => Promise<void>;
};

type Row = { readonly alias: string; readonly left_at: Date | null };

export async function readOwnListing(parts: ListingParts, caller: Caller): Promise<OwnListing> {
  const { database } = parts;
  const row = await findRow(database, caller);
  const isListed = row !== undefined && row.left_at === null;
  const canList = canBeListed(parts, caller);
  const followers = (await readFollowers(database))(caller.accountId);
  return {
    alias: row?.alias ?? "",
    isListed,
    canList,
    whyNot: canList ? "" : "only-real",
    canLeave: isListed && !hasBlownUp(await parts.ranking.factsOf(caller.accountId)),
    followers: followers.now,
    // Booked amounts are millionths in every table.
    followAmount: formatMoney(followers.amount as Money),
    copiedOrders: await countCopiedOrders(database, caller.accountId),
  };
}

type Asking = Pick<TraderContext, "caller" | "attempt">;

/** Answers why not, or null when it is done. */
export async function setOwnListing(
  parts: ListingParts,
  { caller, attempt }: Asking,
  { alias, isListed }: ListingWish,
): Promise<Refused | null> {
  const { database, ranking } = parts;
  if (isListed && !canBeListed(parts, caller)) return refuse("ONLY_REAL");
  const row = await findRow(database, caller);
  if (!isListed) {
    // What is shown is older than a loss may be.
    const facts = row ? await ranking.factsNow(caller.accountId) : null;
    if (hasBlownUp(facts)) return refuse("LISTING_KEPT");
  } else if (row) {
    if (alias !== "" && alias !== row.alias) return refuse("ALIAS_KEPT");
  } else {
    if (!isAllowed(alias)) return refuse("ALIAS_REFUSED");
    if (!(await insert(database, caller, alias))) return refuse("ALIAS_TAKEN");
  }
  const isChange = row !== undefined && (row.left_at === null) !== isListed;
  const refused = isChange ? await change(parts, { caller, attempt }, isListed) : null;
  ranking.forget();
  return refused;
}

/** Of two who ask at once one changes it, and tells. */
async function change(
  { database, changes, onLeft }: ListingParts,
  { caller, attempt }: Asking,
  isListed: boolean,
): Promise<Refused | null> {
  if (!changes.allows(String(caller.accountId), attempt?.key)) return refuse("TOO_MANY");
  const isChanged = await mark(database, caller, isListed);
  if (isChanged && !isListed) await onLeft(caller.accountId);
  return null;
}

/** Look-alikes of a forbidden word are forbidden too. */
function isAllowed(alias: string): boolean {
  if (!ALIAS_PATTERN.test(alias)) return false;
  const plain = alias.toLowerCase().replaceAll("0", "o").replaceAll("1", "i").replaceAll("3", "e");
  const joined = plain.replace(/[-_]/g, "").replaceAll("5", "s");
  return !FORBIDDEN_WORDS.test(plain) && !FORBIDDEN_WORDS.test(joined);
}

function canBeListed({ isSimulated }: ListingParts, { isDemo }: Caller): boolean {
  return !isDemo || isSimulated;
}

function hasBlownUp(facts: LeaderFacts | null): boolean {
  return facts !== null && isBlown(facts.record.today(facts.equity).lowestLeft);
}

function findRow(database: Database, { accountId }: Caller): Promise<Row | undefined> {
  return database
    .selectFrom("leader")
    .select(["alias", "left_at"])
    .where("account_id", "=", BigInt(accountId))
    .executeTakeFirst();
}

/** False when somebody else has done so meanwhile. */
async function mark(
  database: Database,
  { accountId }: Caller,
  isListed: boolean,
): Promise<boolean> {
  const marked = await database
    .updateTable("leader")
    .set({ left_at: isListed ? null : sql<Date>`clock_timestamp()` })
    .where("account_id", "=", BigInt(accountId))
    .where("left_at", isListed ? "is not" : "is", null)
    .returning("account_id")
    .executeTakeFirst();
  return marked !== undefined;
}

/** False when somebody has the alias, however spelt. */
async function insert(database: Database, caller: Caller, alias: string): Promise<boolean> {
  const made = await database
    .insertInto("leader")
    .values({ account_id: BigInt(caller.accountId), alias })
    .onConflict((conflict) => conflict.doNothing())
    .returning("account_id")
    .executeTakeFirst();
  return made !== undefined;
}
