// The calls about news: for everybody, published only, in the reader's language. What an editor has
// written is text with a few marks; here it becomes parts and escaped HTML, and nothing else (T33).

import {
  articleOf,
  articleToHtml,
  type Language,
  type NewsHead,
  newsHeadToWire,
} from "@truetick/contract";
import { newsIdFromFields, newsListFromFields, ROWS_PER_PAGE } from "@truetick/contract/calls";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import { type Handlers, refuse } from "../../platform/handler.ts";
import { momentText } from "../../platform/moment-text.ts";
import {
  findPublished,
  type PublishedArticle,
  readArticlePage,
  readCategories,
} from "../articles/article-table.ts";

function headOf(row: PublishedArticle, language: Language): NewsHead {
  const atMs = row.publishedAt.getTime();
  return {
    id: String(row.id),
    categoryId: String(row.categoryId ?? ""),
    language: row.language,
    title: row.title,
    summary: row.summary,
    picture: row.picture,
    publishedAt: Math.floor(atMs / 1_000),
    publishedAtText: momentText(language, atMs),
  };
}

export function createNewsHandlers({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Clock;
}): Handlers<"listNews" | "getNews"> {
  const now = () => new Date(clock.now());
  return {
    async listNews(fields, { language }) {
      const reading = { kind: "news", language, now: now() } as const;
      const wanted = newsListFromFields(fields);
      const [page, categories] = await Promise.all([
        readArticlePage(database, { ...reading, ...wanted, rowsPerPage: ROWS_PER_PAGE }),
        readCategories(database, reading),
      ]);
      return {
        data: page.rows.map((row) => newsHeadToWire(headOf(row, language))),
        total: page.total,
        categories: categories.map(({ id, name }) => ({ id: String(id), name })),
      };
    },
    async getNews(fields, { language }) {
      const id = newsIdFromFields(fields);
      const row = await findPublished(database, { kind: "news", language, now: now(), id });
      if (!row) return refuse("NEWS_UNKNOWN");
      const parts = articleOf(row.body);
      return {
        ...newsHeadToWire(headOf(row, language)),
        content: articleToHtml(parts),
        parts,
      };
    },
  };
}
