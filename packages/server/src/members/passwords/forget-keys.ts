// What a reset takes from whoever might be a thief: keys that were made less than the cooling time
// ago, since a phished password is enough to make them; of an account whose address was never
// proved, all of them. Called by set-password.ts in its transaction, after the sessions have ended,
// so that nobody adds one afterwards.

import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import type { SecurityChange } from "../inbox/notice-facts.ts";
import { deletePasskeys } from "../passkeys/passkey-table.ts";
import { forgetTotp } from "../two-factor/two-factor-table.ts";

/** None of them was the owner's, to be told of. */
export async function forgetAllKeys(tx: Database, userId: number): Promise<readonly []> {
  await deletePasskeys(tx, userId);
  await forgetTotp(tx, userId);
  return [];
}

/** Answers what its owner is to be told of. */
export async function forgetYoungKeys(
  tx: Database,
  { userId, coolingSec }: { readonly userId: number; readonly coolingSec: number },
): Promise<readonly SecurityChange[]> {
  const cooled = sql<Date>`clock_timestamp() - make_interval(secs => ${coolingSec})`;
  const passkeys = await tx
    .deleteFrom("passkey")
    .where("user_id", "=", BigInt(userId))
    .where("created_at", ">", cooled)
    .returning("id")
    .execute();
  // An app that is only being set up goes along, and with an app its recovery codes.
  const apps = await tx
    .deleteFrom("totp_secret")
    .where("user_id", "=", BigInt(userId))
    .where((eb) => eb.or([eb("enabled_at", "is", null), eb("enabled_at", ">", cooled)]))
    .returning("enabled_at")
    .execute();
  return [
    ...(passkeys.length > 0 ? (["passkeyChanged"] as const) : []),
    ...(apps.some(({ enabled_at }) => enabled_at !== null) ? (["twoFactorChanged"] as const) : []),
  ];
}
