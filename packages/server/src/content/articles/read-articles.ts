// Articles as editors see them: every state, every language, who wrote last. Called by the desk's
// calls. What readers see is read in article-table.ts.

import { LANGUAGES, type LanguageId } from "@truetick/contract";
import {
  type ArticleFile,
  type ArticleKind,
  type ArticleRow,
  type ArticleState,
  COUNTRIES_MARK,
  DESK_ROWS_PER_PAGE,
  type DeskNewsCategory,
  type WrittenKind,
} from "@truetick/contract/desk";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import { text } from "../../platform/messages.ts";

type Row = {
  readonly id: bigint;
  readonly kind: ArticleKind;
  readonly category_id: number | null;
  readonly picture: string;
  readonly version: number;
  readonly published_at: Date | null;
  readonly updated_at: Date;
  readonly updated_by: string | null;
  readonly title: string | null;
  readonly languages: LanguageId[] | null;
};

const COLUMNS = sql`
  a.id, a.kind, a.category_id, a.picture, a.version, a.published_at, a.updated_at,
  s.name as updated_by, t.title, t.languages
  from article a
  left join staff s on s.id = a.updated_by
  left join lateral (
    select array_agg(language order by language) as languages,
      (array_agg(title order by (language = 'en') desc, language))[1] as title
    from article_text where article_id = a.id
  ) t on true`;

const STATES: Readonly<Record<ArticleState, (now: Date) => ReturnType<typeof sql>>> = {
  draft: () => sql`a.published_at is null`,
  scheduled: (now) => sql`a.published_at > ${now}`,
  published: (now) => sql`a.published_at <= ${now}`,
};

/** One more than a page; the region's notice stands before the first announcements. */
export async function readArticles(
  database: Database,
  wanted: {
    readonly kind: WrittenKind;
    readonly state: ArticleState | null;
    readonly before: number | null;
    readonly now: Date;
  },
): Promise<readonly ArticleRow[]> {
  const { kind, state, before, now } = wanted;
  const inState = state === null ? sql`true` : STATES[state](now);
  const older = before === null ? sql`true` : sql`a.id < ${before}`;
  const hasRegion = kind === "announcement" && before === null && state !== "draft";
  const [region, own] = await Promise.all([
    hasRegion ? sql<Row>`select ${COLUMNS} where a.kind = 'region'`.execute(database) : null,
    sql<Row>`select ${COLUMNS} where a.kind = ${kind} and ${inState} and ${older}
      order by a.id desc limit ${DESK_ROWS_PER_PAGE + 1}`.execute(database),
  ]);
  const rows = [...(state === "scheduled" ? [] : (region?.rows ?? [])), ...own.rows];
  return rows.map((row) => rowOf(row, now));
}

/** Null when there is none. */
export async function readArticle(
  database: Database,
  { id, now }: { readonly id: number; readonly now: Date },
): Promise<ArticleFile | null> {
  const { rows } = await sql<Row>`select ${COLUMNS} where a.id = ${id}`.execute(database);
  const [row] = rows;
  if (!row) return null;
  const texts = await database
    .selectFrom("article_text")
    .select(["language", "title", "summary", "body"])
    .where("article_id", "=", row.id)
    .execute();
  return {
    ...rowOf(row, now),
    picture: row.picture,
    version: row.version,
    texts,
    builtIn: row.kind === "region" ? builtInRegion() : [],
  };
}

/** What readers of each language see where nobody has written anything. */
function builtInRegion(): ArticleFile["builtIn"] {
  return LANGUAGES.map((language) => ({
    language: language.id,
    body: text(language, "announcement.region", { countries: COUNTRIES_MARK }),
  }));
}

function rowOf(row: Row, now: Date): ArticleRow {
  const { published_at: at } = row;
  return {
    id: String(row.id),
    kind: row.kind,
    categoryId: String(row.category_id ?? ""),
    title: row.title ?? "",
    languages: row.languages ?? [],
    state: at === null ? "draft" : at > now ? "scheduled" : "published",
    publishedAt: at === null ? null : secondsOf(at),
    updatedAt: secondsOf(row.updated_at),
    updatedBy: row.updated_by ?? "",
  };
}

function secondsOf(at: Date): number {
  return Math.floor(at.getTime() / 1_000);
}

export async function readDeskCategories(database: Database): Promise<DeskNewsCategory[]> {
  const { rows } = await sql<{
    id: number;
    names: Partial<Record<LanguageId, string>> | null;
    articles: bigint;
  }>`
    select c.id,
      (select json_object_agg(language, name) from news_category_name
        where category_id = c.id) as names,
      (select count(*) from article where category_id = c.id) as articles
    from news_category c order by c.place, c.id`.execute(database);
  return rows.map(({ id, names, articles }) => {
    return { id: String(id), names: names ?? {}, articles: Number(articles) };
  });
}
