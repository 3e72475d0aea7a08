// The calls about news as an app makes them. Browser-safe: no schema library; `news.test.ts` holds
// them to the declared calls.

import type { ArticlePart } from "./article.ts";
import type { ReadRequest } from "./market.requests.ts";
import {
  type NewsArticle,
  type NewsCategory,
  type NewsHead,
  type NewsHeadWire,
  newsHeadFromWire,
} from "./news.ts";

export type NewsPage = {
  readonly rows: readonly NewsHead[];
  readonly total: number;
  readonly categories: readonly NewsCategory[];
};

/** `categoryId` empty: of every category. */
export function requestNewsList(categoryId: string, page: number): ReadRequest<NewsPage> {
  return {
    path: "/api/news/list",
    query: { ...(categoryId === "" ? {} : { category_id: categoryId }), page: String(page) },
    read: (wire) => {
      const { data, total, categories } = wire as {
        data: NewsHeadWire[];
        total: number;
        categories: NewsCategory[];
      };
      return { rows: data.map(newsHeadFromWire), total, categories };
    },
  };
}

export function requestNews(id: string): ReadRequest<NewsArticle> {
  return {
    path: "/api/news/info",
    query: { id },
    read: (wire) => {
      const article = wire as NewsHeadWire & { parts: ArticlePart[] };
      return { ...newsHeadFromWire(article), parts: article.parts };
    },
  };
}
