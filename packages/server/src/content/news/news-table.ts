// News as rows: articles, their texts per language, their categories. Read by the news calls.
// Invariant: only what is published by now is read, and only what somebody has written.

import type { Language, LanguageId } from "@truetick/contract";
import { type Generated, sql } from "kysely";
import type { Database } from "../../platform/database.ts";

type NewsTable = {
  readonly id: Generated<bigint>;
  readonly category_id: number;
  readonly picture: Generated<string>;
  readonly published_at: Date | null;
  readonly created_at: Generated<Date>;
};

type NewsTextTable = {
  readonly news_id: bigint;
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
    news: NewsTable;
    news_text: NewsTextTable;
    news_category: NewsCategoryTable;
    news_category_name: NewsCategoryNameTable;
  }
}

/** The reader's own first, else English, else whatever it was written in. */
const FALLBACK: LanguageId = "en";

export type NewsRow = {
  readonly id: bigint;
  readonly categoryId: number;
  readonly picture: string;
  readonly publishedAt: Date;
  readonly language: LanguageId;
  readonly title: string;
  readonly summary: string;
};

export type NewsReading = {
  readonly language: Language;
  /** Nothing that is published later is there yet. */
  readonly now: Date;
};

function publishedNews(database: Database, { language, now }: NewsReading) {
  return database
    .selectFrom("news")
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("news_text")
          .selectAll()
          .whereRef("news_text.news_id", "=", "news.id")
          .orderBy((text) => text("language", "=", language.id), "desc")
          .orderBy((text) => text("language", "=", FALLBACK), "desc")
          .orderBy("language")
          .limit(1)
          .as("words"),
      (join) => join.onTrue(),
    )
    .where("news.published_at", "<=", now);
}

const HEAD = [
  "news.id",
  "news.category_id as categoryId",
  "news.picture",
  "words.language",
  "words.title",
  "words.summary",
] as const;

/** Asked for where it is known to be there. */
const publishedAt = sql<Date>`news.published_at`.as("publishedAt");

export async function readNewsPage(
  database: Database,
  {
    categoryId,
    page,
    rowsPerPage,
    ...reading
  }: NewsReading & {
    /** Null: of every category. */
    readonly categoryId: number | null;
    readonly page: number;
    readonly rowsPerPage: number;
  },
): Promise<{ readonly rows: readonly NewsRow[]; readonly total: number }> {
  const found = publishedNews(database, reading).$if(categoryId !== null, (query) =>
    query.where("news.category_id", "=", categoryId),
  );
  const [rows, { total }] = await Promise.all([
    found
      .select(HEAD)
      .select(publishedAt)
      .orderBy("news.published_at", "desc")
      .orderBy("news.id", "desc")
      .offset((page - 1) * rowsPerPage)
      .limit(rowsPerPage)
      .execute(),
    found.select((eb) => eb.fn.countAll<bigint>().as("total")).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(total) };
}

export async function findNews(
  database: Database,
  { id, ...reading }: NewsReading & { readonly id: number },
): Promise<(NewsRow & { readonly body: string }) | null> {
  const row = await publishedNews(database, reading)
    .select(HEAD)
    .select([publishedAt, "words.body"])
    .where("news.id", "=", BigInt(id))
    .executeTakeFirst();
  return row ?? null;
}

/** Those that have something to read, named in the reader's language. */
export async function readCategories(
  database: Database,
  { language, now }: NewsReading,
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
        selectFrom("news")
          .innerJoin("news_text", "news_text.news_id", "news.id")
          .select("news.id")
          .whereRef("news.category_id", "=", "news_category.id")
          .where("news.published_at", "<=", now),
      ),
    )
    .orderBy("news_category.place")
    .orderBy("news_category.id")
    .execute();
}
