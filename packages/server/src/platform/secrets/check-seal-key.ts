// Asks at the start whether the seal key is the one that the rows of this database are sealed with.
// A server with another one would lose every second factor and every waiting message silently.
// Called by main.ts. Invariant: the first key seen stays the key of the database.

import { createHmac } from "node:crypto";
import type { Database } from "../database.ts";
import { StartRefusal } from "../start-refusal.ts";

type FingerprintTable = { readonly name: string; readonly fingerprint: Buffer };

declare module "../database.ts" {
  interface Tables {
    key_fingerprint: FingerprintTable;
  }
}

/** Refuses by throwing a StartRefusal. */
export async function checkSealKey(database: Database, sealKey: Buffer): Promise<void> {
  const name = "sealKey";
  const fingerprint = createHmac("sha256", sealKey).update("truetick.fingerprint.v1").digest();
  await database
    .insertInto("key_fingerprint")
    .values({ name, fingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const known = await database
    .selectFrom("key_fingerprint")
    .select("fingerprint")
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  if (known.fingerprint.equals(fingerprint)) return;
  throw new StartRefusal(
    "The seal key is not the one this database is sealed with; " +
      "set SECRET_SEAL_KEY, or bring back DATA_DIR/secrets/seal-key.",
  );
}
