// The rows of payout methods. Invariants: every look-up names the owner (T66, T72); a method never
// changes, it is removed and another added, which has its own wait (T69).

import type { PayoutChannel } from "@truetick/contract/cashier";
import type { Generated, Selectable } from "kysely";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import type { SealedDestination } from "./destination.ts";
import "./payout-terms-table.ts";

type PayoutMethodTable = {
  readonly id: Generated<bigint>;
  readonly user_id: bigint;
  readonly currency_id: number;
  readonly sealed: Buffer;
  readonly destination_hash: Buffer;
  readonly bound_at: Date;
  readonly usable_at: Date;
  readonly removed_at: Date | null;
};

declare module "../../platform/database.ts" {
  interface Tables {
    payout_method: PayoutMethodTable;
  }
}

export type PayoutMethodRow = Selectable<PayoutMethodTable> & {
  readonly code: string;
  readonly network: string;
  readonly channel: PayoutChannel;
};

/** Newest first; what was removed is not among them. */
export function listMethods(
  database: Database,
  wanted: {
    readonly userId: number;
    readonly channel: PayoutChannel | null;
    readonly currencyId: number | null;
  },
): Promise<PayoutMethodRow[]> {
  const { userId, channel, currencyId } = wanted;
  return methodsOf(database, userId)
    .$if(channel !== null, (query) => query.where("currency.channel", "=", channel ?? "coin"))
    .$if(currencyId !== null, (query) => query.where("method.currency_id", "=", currencyId ?? 0))
    .orderBy("method.id", "desc")
    .execute();
}

/** Only by owner and currency together: another's, or of another currency, is not there. */
export async function findMethod(
  database: Database,
  wanted: { readonly methodId: number; readonly userId: number; readonly currencyId: number },
): Promise<PayoutMethodRow | null> {
  const found = await methodsOf(database, wanted.userId)
    .where("method.id", "=", BigInt(wanted.methodId))
    .where("method.currency_id", "=", wanted.currencyId)
    .executeTakeFirst();
  return found ?? null;
}

function methodsOf(database: Database, userId: number) {
  return database
    .selectFrom("payout_method as method")
    .innerJoin("payout_currency as currency", "currency.id", "method.currency_id")
    .selectAll("method")
    .select(["currency.code", "currency.network", "currency.channel"])
    .where("method.user_id", "=", BigInt(userId))
    .where("method.removed_at", "is", null);
}

export type NewMethod = SealedDestination & {
  readonly userId: number;
  readonly currencyId: number;
  readonly boundAtMs: number;
  readonly usableAtMs: number;
};

/** Null when the same is there already. */
export async function insertMethod(database: Database, method: NewMethod): Promise<bigint | null> {
  const row = await database
    .insertInto("payout_method")
    .values({
      user_id: BigInt(method.userId),
      currency_id: method.currencyId,
      sealed: method.sealed,
      destination_hash: method.destination_hash,
      bound_at: new Date(method.boundAtMs),
      usable_at: new Date(method.usableAtMs),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Until the transaction ends nobody removes it; false when somebody did. */
export async function holdMethod(trx: Database, methodId: bigint): Promise<boolean> {
  const held = await trx
    .selectFrom("payout_method")
    .select("id")
    .where("id", "=", methodId)
    .where("removed_at", "is", null)
    .forShare()
    .executeTakeFirst();
  return held !== undefined;
}

/** After all that was asked of it. False when it is none of the user's, or was removed before. */
export async function removeMethod(
  { database, clock }: { readonly database: Database; readonly clock: Pick<Clock, "now"> },
  { methodId, userId }: { readonly methodId: number; readonly userId: number },
): Promise<boolean> {
  return await database.transaction().execute(async (trx) => {
    const method = await trx
      .selectFrom("payout_method")
      .select("id")
      .where("id", "=", BigInt(methodId))
      .where("user_id", "=", BigInt(userId))
      .where("removed_at", "is", null)
      .forUpdate()
      .executeTakeFirst();
    if (!method) return false;
    const { newest } = await trx
      .selectFrom("withdrawal")
      .select((eb) => eb.fn.max("created_at").as("newest"))
      .where("method_id", "=", method.id)
      .executeTakeFirstOrThrow();
    const removedAtMs = Math.max(clock.now(), (newest?.getTime() ?? 0) + 1);
    await trx
      .updateTable("payout_method")
      .set({ removed_at: new Date(removedAtMs) })
      .where("id", "=", method.id)
      .execute();
    return true;
  });
}
