// What proved who somebody is, looked at again at the moment a session is opened: checking a
// password takes long enough for its owner to replace it, and the old one must open nothing
// afterwards (T16). Used by session-table.ts. Invariant: who replaces a password waits for the
// sessions that are being opened, by the old one or by a passkey, and ends them.

import type { Database } from "../../platform/database.ts";

export type Proof =
  | {
      /** The one that was right. */
      readonly passwordHash: string;
      /** False: there was no second factor to be asked for. */
      readonly hasSecondFactor: boolean;
    }
  | { readonly passkeyId: number };

/** In the transaction that opens the session: what it looked at stays as it is until then. */
export async function holdsStill(
  tx: Database,
  { userId, proof }: { userId: number; proof: Proof },
): Promise<boolean> {
  const user_id = BigInt(userId);
  // Also beside a passkey: whoever takes that away has ended the sessions before, by this row.
  const { password_hash } = await tx
    .selectFrom("app_user")
    .select("password_hash")
    .where("id", "=", user_id)
    .forShare()
    .executeTakeFirstOrThrow();
  if ("passkeyId" in proof) {
    const passkey = await tx
      .selectFrom("passkey")
      .select("id")
      .where("id", "=", BigInt(proof.passkeyId))
      .where("user_id", "=", user_id)
      .forShare()
      .executeTakeFirst();
    return passkey !== undefined;
  }
  if (password_hash !== proof.passwordHash) return false;
  if (proof.hasSecondFactor) return true;
  const turnedOn = await tx
    .selectFrom("totp_secret")
    .select("user_id")
    .where("user_id", "=", user_id)
    .where("enabled_at", "is not", null)
    .executeTakeFirst();
  return turnedOn === undefined;
}
