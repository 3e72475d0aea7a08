// The calls of the desk about articles and their pictures.

import {
  articleDressFromFields,
  articleIdFromFields,
  articlesFromFields,
  articleTextFromFields,
  articleVersionFromFields,
  newArticleFromFields,
  newsCategoryFromFields,
  pictureIdFromFields,
  publicationFromFields,
  unwrittenFromFields,
} from "@truetick/contract/calls";
import { pictureUrlOf } from "@truetick/contract/content";
import { articleFileToWire, articleRowToWire, DESK_ROWS_PER_PAGE } from "@truetick/contract/desk";
import {
  answerFile,
  type Handlers,
  isRefused,
  type Refused,
  refuse,
} from "../../platform/handler.ts";
import type { PublicPictures } from "../../platform/uploads/public-pictures.ts";
import {
  type ArticleParts,
  createArticle,
  dressArticle,
  publishArticle,
  removeArticle,
  unpublishArticle,
  unwriteArticle,
  writeArticle,
} from "./change-article.ts";
import { readArticle, readArticles, readDeskCategories } from "./read-articles.ts";
import { saveCategory } from "./save-category.ts";

export type ArticleHandlers = Handlers<
  | "listArticles"
  | "showArticle"
  | "createArticle"
  | "writeArticle"
  | "unwriteArticle"
  | "dressArticle"
  | "publishArticle"
  | "unpublishArticle"
  | "removeArticle"
  | "listNewsCategories"
  | "saveNewsCategory"
  | "uploadPicture"
  | "getPicture"
>;

type Parts = ArticleParts & { readonly pictures: PublicPictures };

/** Where the next page begins is an id, and nothing else. */
const CURSOR = /^\d{1,15}$/;

const versionOf = (next: number | Refused) => (isRefused(next) ? next : { version: next });

export function createArticleHandlers(parts: Parts): ArticleHandlers {
  return { ...readers(parts), ...editors(parts), ...pictureHandlers(parts) };
}

function readers({ database, clock }: Parts) {
  const now = () => new Date(clock.now());
  const own: Handlers<"listArticles" | "showArticle" | "listNewsCategories"> = {
    async listArticles(fields) {
      const { kind, state, cursor } = articlesFromFields(fields);
      if (cursor !== "" && !CURSOR.test(cursor))
        return refuse("FIELD_INVALID", { field: "cursor" });
      const before = cursor === "" ? null : Number(cursor);
      const rows = await readArticles(database, { kind, state, before, now: now() });
      const isRegion = rows[0]?.kind === "region";
      const shown = rows.slice(0, DESK_ROWS_PER_PAGE + (isRegion ? 1 : 0));
      const next = rows.length > shown.length ? (shown.at(-1)?.id ?? "") : "";
      return { data: shown.map(articleRowToWire), next };
    },
    async showArticle(fields) {
      const file = await readArticle(database, { id: articleIdFromFields(fields), now: now() });
      return file ? articleFileToWire(file) : refuse("ARTICLE_UNKNOWN");
    },
    listNewsCategories: async () =>
      (await readDeskCategories(database)).map(({ names, ...category }) => {
        return { ...category, names: { ...names } };
      }),
  };
  return own;
}

function editors(parts: Parts) {
  const own: Handlers<
    Exclude<
      keyof ArticleHandlers,
      "listArticles" | "showArticle" | "listNewsCategories" | "uploadPicture" | "getPicture"
    >
  > = {
    async createArticle(fields, { staff }) {
      const id = await createArticle(parts, { kind: newArticleFromFields(fields), staff });
      return { id: String(id) };
    },
    writeArticle: async (fields, { staff }) =>
      versionOf(await writeArticle(parts, { ...articleTextFromFields(fields), staff })),
    unwriteArticle: async (fields, { staff }) =>
      versionOf(await unwriteArticle(parts, { ...unwrittenFromFields(fields), staff })),
    dressArticle: async (fields, { staff }) =>
      versionOf(await dressArticle(parts, { ...articleDressFromFields(fields), staff })),
    publishArticle: async (fields, { staff }) =>
      versionOf(await publishArticle(parts, { ...publicationFromFields(fields), staff })),
    unpublishArticle: async (fields, { staff }) =>
      versionOf(await unpublishArticle(parts, { ...articleVersionFromFields(fields), staff })),
    async removeArticle(fields, { staff }) {
      const gone = await removeArticle(parts, { ...articleVersionFromFields(fields), staff });
      return isRefused(gone) ? gone : {};
    },
    async saveNewsCategory(fields, { staff }) {
      const saved = { ...newsCategoryFromFields(fields), staff };
      const id = await saveCategory(parts.database, saved);
      return isRefused(id) ? id : { id: String(id) };
    },
  };
  return own;
}

function pictureHandlers({ pictures }: Parts) {
  const own: Handlers<"uploadPicture" | "getPicture"> = {
    async uploadPicture(_fields, { staff, posted }) {
      if (!posted) throw new Error("Invariant: what is uploaded was read");
      const id = await pictures.take(staff.staffId, posted.bytes);
      return isRefused(id) ? id : { url: pictureUrlOf(id) };
    },
    async getPicture(fields) {
      const bytes = await pictures.read(pictureIdFromFields(fields));
      if (!bytes) return refuse("NOT_FOUND");
      return answerFile({ bytes, type: "image/jpeg", name: "picture.jpg", isPublic: true });
    },
  };
  return own;
}
