// Whether an attempt has its stored answer already, for whoever does something beside the command
// and must not do it again with a repeat (T01). The sequencer answers the repeat itself.

import type { Database } from "../../platform/database.ts";
import { keyHashOf } from "./known-keys.ts";
import "../journal/journal-table.ts";

export async function wasAnswered(
  database: Database,
  ownerId: number,
  key: string,
): Promise<boolean> {
  const row = await database
    .selectFrom("command_key")
    .select("owner_id")
    .where("owner_id", "=", BigInt(ownerId))
    .where("key_hash", "=", Buffer.from(keyHashOf(ownerId, key), "latin1").toString("hex"))
    .executeTakeFirst();
  return row !== undefined;
}
