// Demo accounts that nobody has used for long are let go (T21): everything is closed, the balance
// is the first one again, and the device's secret is forgotten, so that it gets a new account
// instead. Called by the sweep. Invariants: the secret goes last; what broke off before is done
// again by the next sweep; who is used again before it is done stays as it was.

import { accountId } from "@truetick/engine";
import { type SelectQueryBuilder, sql } from "kysely";
import type { Database, Tables } from "../../platform/database.ts";
import type { Sequencer } from "../../trading/sequencer/sequencer.ts";

/** Longer than any session lives, so that nobody is put out of the door. */
const UNUSED_SINCE = sql<Date>`clock_timestamp() - interval '180 days'`;
/** So many are asked for at once. */
const PAGE_ROWS = 200;

/** Answers how many it let go. A market that is closed keeps its accounts until it opens. */
export async function expireDemos({
  database,
  sequencer,
}: {
  database: Database;
  sequencer: Pick<Sequencer, "submit">;
}): Promise<number> {
  let count = 0;
  let page = await findUnused(database, 0n);
  while (page.length > 0) {
    for (const demo of page) {
      const isGone = await database
        .transaction()
        .execute((trx) => letGo({ database: trx, sequencer }, demo));
      if (isGone) count += 1;
    }
    page = await findUnused(database, page.at(-1)?.id ?? 0n);
  }
  return count;
}

type Demo = { readonly id: bigint; readonly account: bigint };

/** False when somebody has come back meanwhile, or when the market is closed. */
async function letGo(
  { database: trx, sequencer }: Parameters<typeof expireDemos>[0],
  { id, account }: Demo,
): Promise<boolean> {
  // Whoever logs in now waits for this; whoever did before is seen by the question after it.
  await trx.selectFrom("app_user").select("id").where("id", "=", id).forUpdate().execute();
  const unused = await unusedDemos(trx).where("app_user.id", "=", id).executeTakeFirst();
  if (!unused) return false;
  // Without a key: a refusal is kept with its key for ever, and this one passes.
  const reset = { type: "ResetDemo", accountId: accountId(Number(account)) } as const;
  const outcome = await sequencer.submit(reset);
  const isGone = outcome.isAccepted || outcome.refusal.reason === "ACCOUNT_UNKNOWN";
  if (isGone) await forgetSecret(trx, id);
  return isGone;
}

async function forgetSecret(database: Database, id: bigint): Promise<void> {
  await database
    .updateTable("app_user")
    .set({ demo_secret_hash: null })
    .where("id", "=", id)
    .execute();
}

function findUnused(database: Database, after: bigint): Promise<Demo[]> {
  return unusedDemos(database)
    .where("app_user.id", ">", after)
    .orderBy("app_user.id")
    .limit(PAGE_ROWS)
    .execute();
}

function unusedDemos(
  database: Database,
): SelectQueryBuilder<Tables, "app_user" | "user_account", Demo> {
  return database
    .selectFrom("app_user")
    .innerJoin("user_account", "user_account.user_id", "app_user.id")
    .select(["app_user.id", "user_account.id as account"])
    .where("app_user.book", "=", "demo")
    .where("app_user.demo_secret_hash", "is not", null)
    .where("app_user.created_at", "<", UNUSED_SINCE)
    .where("user_account.is_main", "=", true)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("user_session")
            .select("user_session.id")
            .whereRef("user_session.user_id", "=", "app_user.id")
            .where("user_session.last_used_at", ">", UNUSED_SINCE),
        ),
      ),
    );
}
