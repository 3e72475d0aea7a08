// Demo accounts that nobody has used for long are let go (T21): everything is closed, the balance
// is the first one again, and the device's secret is forgotten, so that it gets a new account
// instead. Called by the sweep. Invariant: the secret goes last; what broke off before is done
// again by the next sweep.

import { accountId } from "@truetick/engine";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
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
    for (const { id, account } of page) {
      // Without a key: a refusal is kept with its key for ever, and this one passes.
      const reset = { type: "ResetDemo", accountId: accountId(Number(account)) } as const;
      const outcome = await sequencer.submit(reset);
      const isGone = outcome.isAccepted || outcome.refusal.reason === "ACCOUNT_UNKNOWN";
      if (!isGone) continue;
      await forgetSecret(database, id);
      count += 1;
    }
    page = await findUnused(database, page.at(-1)?.id ?? 0n);
  }
  return count;
}

async function forgetSecret(database: Database, id: bigint): Promise<void> {
  await database
    .updateTable("app_user")
    .set({ demo_secret_hash: null })
    .where("id", "=", id)
    .execute();
}

function findUnused(database: Database, after: bigint): Promise<{ id: bigint; account: bigint }[]> {
  return database
    .selectFrom("app_user")
    .innerJoin("user_account", "user_account.user_id", "app_user.id")
    .select(["app_user.id", "user_account.id as account"])
    .where("app_user.book", "=", "demo")
    .where("app_user.id", ">", after)
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
    )
    .orderBy("app_user.id")
    .limit(PAGE_ROWS)
    .execute();
}
