// How an article stands in answers: its parts, of which each can be nothing but itself (T33).
// Server side only (zod).

import { z } from "zod";
import { isArticleLink, isOwnPath } from "./article.ts";

/** A path of this site, or none. */
export const picturePath = z.string().refine((path) => path === "" || isOwnPath(path));

const spans = z
  .array(
    z.object({
      text: z.string(),
      isStrong: z.boolean(),
      link: z.string().refine(isArticleLink).nullable(),
    }),
  )
  .readonly();

export const ArticlePartSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.enum(["heading", "paragraph"]), spans }),
  z.object({ kind: z.literal("list"), rows: z.array(spans).readonly() }),
  z.object({ kind: z.literal("picture"), path: picturePath, words: z.string() }),
]);
