// Names a category of news in one language, or makes another one. Refuses with
// NEWS_CATEGORY_UNKNOWN or TOO_MANY_CATEGORIES. The act and its line in the audit log are one.

import type { LanguageId } from "@truetick/contract";
import { sql } from "kysely";
import { appendAudit, staffActor } from "../../platform/audit/audit-log.ts";
import type { Database } from "../../platform/database.ts";
import { isRefused, type Refused, refuse, type StaffCaller } from "../../platform/handler.ts";
import { inTransaction } from "../../platform/in-transaction.ts";

const CATEGORIES_MAX = 12;

/** Answers its number. */
export async function saveCategory(
  database: Database,
  saved: {
    /** Null: another one. */
    readonly id: number | null;
    readonly language: LanguageId;
    readonly name: string;
    readonly staff: StaffCaller;
  },
): Promise<number | Refused> {
  const { language, name, staff } = saved;
  return await inTransaction(database, async (trx) => {
    const id = saved.id === null ? await addCategory(trx) : await findCategory(trx, saved.id);
    if (isRefused(id)) return id;
    await trx
      .insertInto("news_category_name")
      .values({ category_id: id, language, name })
      .onConflict((conflict) => conflict.columns(["category_id", "language"]).doUpdateSet({ name }))
      .execute();
    await appendAudit(trx, {
      actor: staffActor(staff),
      action: "news_category.save",
      subject: { kind: "news_category", id },
      detail: { language, name },
    });
    return id;
  });
}

async function addCategory(trx: Database): Promise<number | Refused> {
  // One after the other, or the last one could be made twice.
  await sql`lock table news_category in share row exclusive mode`.execute(trx);
  const { count, place } = await trx
    .selectFrom("news_category")
    .select((eb) => [eb.fn.countAll<bigint>().as("count"), eb.fn.max("place").as("place")])
    .executeTakeFirstOrThrow();
  if (Number(count) >= CATEGORIES_MAX)
    return refuse("TOO_MANY_CATEGORIES", { max: CATEGORIES_MAX });
  const { id } = await trx
    .insertInto("news_category")
    .values({ place: Number(place) + 1 })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function findCategory(trx: Database, id: number): Promise<number | Refused> {
  const found = await trx
    .selectFrom("news_category")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  return found?.id ?? refuse("NEWS_CATEGORY_UNKNOWN");
}
