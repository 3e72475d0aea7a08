// Changes an article: each act on the version that its maker has seen, in one transaction with its
// line in the audit log. Called by the desk's calls. Invariants: nobody writes over another's work
// unseen; what is published has words; where the service is not provided is always said, and says
// the names of the countries.

import { hash } from "node:crypto";
import type { LanguageId } from "@truetick/contract";
import { type ArticleKind, COUNTRIES_MARK, type WrittenKind } from "@truetick/contract/desk";
import type { Canonical } from "@truetick/proof";
import { sql } from "kysely";
import { appendAudit, staffActor } from "../../platform/audit/audit-log.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import { isRefused, type Refused, refuse, type StaffCaller } from "../../platform/handler.ts";
import { inTransaction } from "../../platform/in-transaction.ts";

export type ArticleParts = { readonly database: Database; readonly clock: Pick<Clock, "now"> };

type OnVersion = { readonly id: number; readonly version: number; readonly staff: StaffCaller };

type Locked = {
  readonly id: bigint;
  readonly kind: ArticleKind;
  readonly publishedAt: Date | null;
};

/** What an act did, for the log; an act that removes the article has no next version. */
type Done = { readonly detail: Readonly<Record<string, Canonical>>; readonly isGone?: true };

/** Answers the next version. Refuses with ARTICLE_UNKNOWN, ARTICLE_CHANGED or what the act does. */
async function change(
  { database, clock }: ArticleParts,
  { id, version, staff }: OnVersion,
  action: string,
  act: (trx: Database, article: Locked) => Promise<Done | Refused>,
): Promise<number | Refused> {
  return await inTransaction(database, async (trx) => {
    const row = await trx
      .selectFrom("article")
      .select(["id", "kind", "version", "published_at as publishedAt"])
      .where("id", "=", BigInt(id))
      .forUpdate()
      .executeTakeFirst();
    if (!row) return refuse("ARTICLE_UNKNOWN");
    if (row.version !== version) return refuse("ARTICLE_CHANGED");
    const done = await act(trx, row);
    if (isRefused(done)) return done;
    const next = version + 1;
    if (!done.isGone) {
      const updated_at = new Date(clock.now());
      await trx
        .updateTable("article")
        .set({ version: next, updated_at, updated_by: BigInt(staff.staffId) })
        .where("id", "=", row.id)
        .execute();
    }
    await appendAudit(trx, {
      actor: staffActor(staff),
      action: `article.${action}`,
      subject: { kind: "article", id },
      detail: { kind: row.kind, version: next, ...done.detail },
    });
    return next;
  });
}

/** Answers its number. */
export async function createArticle(
  { database, clock }: ArticleParts,
  { kind, staff }: { readonly kind: WrittenKind; readonly staff: StaffCaller },
): Promise<number> {
  return await database.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto("article")
      .values({
        kind,
        category_id: kind === "news" ? await firstCategory(trx) : null,
        published_at: null,
        updated_at: new Date(clock.now()),
        updated_by: BigInt(staff.staffId),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await appendAudit(trx, {
      actor: staffActor(staff),
      action: "article.create",
      subject: { kind: "article", id: Number(id) },
      detail: { kind },
    });
    return Number(id);
  });
}

async function firstCategory(trx: Database): Promise<number> {
  const { id } = await trx
    .selectFrom("news_category")
    .select("id")
    .orderBy("place")
    .orderBy("id")
    .executeTakeFirstOrThrow();
  return id;
}

export type WrittenText = {
  readonly language: LanguageId;
  readonly title: string;
  readonly summary: string;
  readonly body: string;
};

/** Refuses with COMPLETE_FORM or REGION_WITHOUT_COUNTRIES, too. */
export async function writeArticle(
  parts: ArticleParts,
  { language, title, summary, body, ...on }: OnVersion & WrittenText,
): Promise<number | Refused> {
  return await change(parts, on, "write", async (trx, { id, kind }) => {
    if (body === "" || (title === "" && kind !== "region")) return refuse("COMPLETE_FORM");
    if (kind === "region" && !body.includes(COUNTRIES_MARK)) {
      return refuse("REGION_WITHOUT_COUNTRIES");
    }
    const words = { title, summary, body };
    await trx
      .insertInto("article_text")
      .values({ article_id: id, language, ...words })
      .onConflict((conflict) => conflict.columns(["article_id", "language"]).doUpdateSet(words))
      .execute();
    // The words themselves may be long; their hash tells later which they were.
    const text_hash = hash("sha256", JSON.stringify(words));
    return { detail: { language, title, text_hash } };
  });
}

/** Refuses with ARTICLE_EMPTY, too: what readers see keeps its last words. */
export async function unwriteArticle(
  parts: ArticleParts,
  { language, ...on }: OnVersion & { readonly language: LanguageId },
): Promise<number | Refused> {
  return await change(parts, on, "unwrite", async (trx, { id, kind, publishedAt }) => {
    await trx
      .deleteFrom("article_text")
      .where("article_id", "=", id)
      .where("language", "=", language)
      .execute();
    const isBare = !(await hasWords(trx, id));
    if (isBare && publishedAt !== null && kind !== "region") return refuse("ARTICLE_EMPTY");
    return { detail: { language } };
  });
}

async function hasWords(trx: Database, id: bigint): Promise<boolean> {
  const found = await trx
    .selectFrom("article_text")
    .select("language")
    .where("article_id", "=", id)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Refuses with NEWS_CATEGORY_UNKNOWN or UPLOAD_UNKNOWN, too. */
export async function dressArticle(
  parts: ArticleParts,
  dress: OnVersion & {
    /** Null: as it is. */
    readonly categoryId: number | null;
    readonly picture: string | null;
  },
): Promise<number | Refused> {
  const { categoryId, picture, ...on } = dress;
  return await change(parts, on, "dress", async (trx, { id, kind }) => {
    const isFiled = kind === "news" && categoryId !== null;
    if (isFiled && !(await exists(trx, sql`from news_category where id = ${categoryId}`))) {
      return refuse("NEWS_CATEGORY_UNKNOWN");
    }
    if (picture && !(await exists(trx, sql`from picture where '/pictures/' || id = ${picture}`))) {
      return refuse("UPLOAD_UNKNOWN");
    }
    const dressed = {
      ...(isFiled && { category_id: categoryId }),
      ...(picture !== null && { picture }),
    };
    if (Object.keys(dressed).length > 0) {
      await trx.updateTable("article").set(dressed).where("id", "=", id).execute();
    }
    return { detail: { ...dressed } };
  });
}

async function exists(trx: Database, what: ReturnType<typeof sql>): Promise<boolean> {
  const { rows } = await sql`select 1 ${what} limit 1`.execute(trx);
  return rows.length > 0;
}

/** Refuses with ARTICLE_EMPTY or ARTICLE_ALWAYS_SHOWN, too. */
export async function publishArticle(
  parts: ArticleParts,
  { atMs, ...on }: OnVersion & { readonly atMs: number | null },
): Promise<number | Refused> {
  return await change(parts, on, "publish", async (trx, { id, kind }) => {
    if (kind === "region") return refuse("ARTICLE_ALWAYS_SHOWN");
    if (!(await hasWords(trx, id))) return refuse("ARTICLE_EMPTY");
    // A moment that has passed is now: nothing is made to look older than it is.
    const at = Math.max(atMs ?? 0, parts.clock.now());
    await trx
      .updateTable("article")
      .set({ published_at: new Date(at) })
      .where("id", "=", id)
      .execute();
    return { detail: { published_at: Math.floor(at / 1_000) } };
  });
}

/** Refuses with ARTICLE_ALWAYS_SHOWN, too. */
export async function unpublishArticle(
  parts: ArticleParts,
  on: OnVersion,
): Promise<number | Refused> {
  return await change(parts, on, "unpublish", async (trx, { id, kind }) => {
    if (kind === "region") return refuse("ARTICLE_ALWAYS_SHOWN");
    await trx.updateTable("article").set({ published_at: null }).where("id", "=", id).execute();
    return { detail: {} };
  });
}

/** Refuses with ARTICLE_PUBLISHED or ARTICLE_ALWAYS_SHOWN, too. */
export async function removeArticle(parts: ArticleParts, on: OnVersion): Promise<number | Refused> {
  return await change(parts, on, "remove", async (trx, { id, kind, publishedAt }) => {
    if (kind === "region") return refuse("ARTICLE_ALWAYS_SHOWN");
    if (publishedAt !== null) return refuse("ARTICLE_PUBLISHED");
    await trx.deleteFrom("article").where("id", "=", id).execute();
    return { detail: {}, isGone: true };
  });
}
