// Articles as rows: news, announcements, where the service is not provided; their texts per
// language, their categories. What readers are shown is read here. Invariant: only what is
// published by now is read, and only what somebody has written.

import type { Language, LanguageId } from "@truetick/contract";
import type { ArticleKind } from "@truetick/contract/desk";
import { type Generated, sql } from "kysely";
import type { Database } from "../../platform/database.ts";

type ArticleTable = {
  readonly id: Generated<bigint>;
  readonly kind: ArticleKind;
  readonly category_id: Generated<number | null>;
  readonly picture: Generated<string>;
  readonly published_at: Date | null;
  readonly created_at: Generated<Date>;
  readonly version: Generated<number>;
  readonly updated_at: Generated<Date>;
  readonly updated_by: Generated<bigint | null>;
};

type ArticleTextTable = {
  readonly article_id: bigint;
  readonly language: LanguageId;
  readonly title: string;
  readonly summary: Generated<string>;
  readonly body: string;
};

type NewsCategoryTable = { readonly id: Generated<number>; readonly place: Generated<number> };

type NewsCategoryNameTable = {
  readonly category_id: number;
  readonly language: LanguageId;
  readonly name: string;
};

declare module "../../platform/database.ts" {
  interface Tables {
    article: ArticleTable;
    article_text: ArticleTextTable;
    news_category: NewsCategoryTable;
    news_category_name: NewsCategoryNameTable;
  }
}

/** The reader's own first, else English, else whatever it was written in. */
const FALLBACK: LanguageId = "en";

export type PublishedArticle = {
  readonly id: bigint;
  /** Null for what is no news. */
  readonly categoryId: number | null;
  readonly picture: string;
  readonly publishedAt: Date;
  readonly language: LanguageId;
  readonly title: string;
  readonly summary: string;
  readonly body: string;
};

export type ArticleReading = {
  readonly kind: ArticleKind;
  readonly language: Language;
  /** Nothing that is published later is there yet. */
  readonly now: Date;
};

function publishedArticles(database: Database, { kind, language, now }: ArticleReading) {
  return database
    .selectFrom("article")
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("article_text")
          .selectAll()
          .whereRef("article_text.article_id", "=", "article.id")
          .orderBy((text) => text("language", "=", language.id), "desc")
          .orderBy((text) => text("language", "=", FALLBACK), "desc")
          .orderBy("language")
          .limit(1)
          .as("words"),
      (join) => join.onTrue(),
    )
    .where("article.kind", "=", kind)
    .where("article.published_at", "<=", now);
}

const HEAD = [
  "article.id",
  "article.category_id as categoryId",
  "article.picture",
  "words.language",
  "words.title",
  "words.summary",
  "words.body",
] as const;

/** Asked for where it is known to be there. */
const publishedAt = sql<Date>`article.published_at`.as("publishedAt");

/** A page of one kind, newest first. */
export async function readArticlePage(
  database: Database,
  {
    categoryId,
    page,
    rowsPerPage,
    ...reading
  }: ArticleReading & {
    /** Null: of every category. */
    readonly categoryId: number | null;
    readonly page: number;
    readonly rowsPerPage: number;
  },
): Promise<{ readonly rows: readonly PublishedArticle[]; readonly total: number }> {
  const found = publishedArticles(database, reading).$if(categoryId !== null, (query) =>
    query.where("article.category_id", "=", categoryId),
  );
  const [rows, { total }] = await Promise.all([
    found
      .select(HEAD)
      .select(publishedAt)
      .orderBy("article.published_at", "desc")
      .orderBy("article.id", "desc")
      .offset((page - 1) * rowsPerPage)
      .limit(rowsPerPage)
      .execute(),
    found.select((eb) => eb.fn.countAll<bigint>().as("total")).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(total) };
}

export async function findPublished(
  database: Database,
  { id, ...reading }: ArticleReading & { readonly id: number },
): Promise<PublishedArticle | null> {
  const row = await publishedArticles(database, reading)
    .select(HEAD)
    .select(publishedAt)
    .where("article.id", "=", BigInt(id))
    .executeTakeFirst();
  return row ?? null;
}

/** Those that have something to read, named in the reader's language. */
export async function readCategories(
  database: Database,
  { language, now }: Omit<ArticleReading, "kind">,
): Promise<readonly { readonly id: number; readonly name: string }[]> {
  return await database
    .selectFrom("news_category")
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("news_category_name")
          .select("name")
          .whereRef("category_id", "=", "news_category.id")
          .orderBy((name) => name("language", "=", language.id), "desc")
          .orderBy((name) => name("language", "=", FALLBACK), "desc")
          .orderBy("language")
          .limit(1)
          .as("words"),
      (join) => join.onTrue(),
    )
    .select(["news_category.id", "words.name"])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("article")
          .innerJoin("article_text", "article_text.article_id", "article.id")
          .select("article.id")
          .whereRef("article.category_id", "=", "news_category.id")
          .where("article.published_at", "<=", now),
      ),
    )
    .orderBy("news_category.place")
    .orderBy("news_category.id")
    .execute();
}
