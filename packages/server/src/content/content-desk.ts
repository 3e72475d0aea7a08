// What of the content area stands on the members: articles as editors write them, pictures,
// feedback. Composed by main.ts after the members, for letters and queues are theirs.

import type { MemberLetters } from "../members/notices/member-letters.ts";
import type { Queues } from "../members/staff/queues.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database.ts";
import type { Uploads } from "../platform/uploads/uploads.ts";
import { type ArticleHandlers, createArticleHandlers } from "./articles/articles.staff-routes.ts";
import { createFeedbackHandlers, type FeedbackHandlers } from "./feedback/feedback.routes.ts";
import { countWaiting } from "./feedback/read-feedback.ts";

export type ContentDeskParts = {
  readonly database: Database;
  readonly clock: Pick<Clock, "now">;
  readonly uploads: Pick<Uploads, "claim" | "pictures">;
  readonly letters: MemberLetters;
  readonly queues: Pick<Queues, "register">;
};

export type ContentDesk = { readonly handlers: ArticleHandlers & FeedbackHandlers };

export function createContentDesk(parts: ContentDeskParts): ContentDesk {
  const { database, uploads, queues } = parts;
  queues.register("feedback", "feedback.read", () => countWaiting(database));
  return {
    handlers: {
      ...createArticleHandlers({ ...parts, pictures: uploads.pictures }),
      ...createFeedbackHandlers(parts),
    },
  };
}
