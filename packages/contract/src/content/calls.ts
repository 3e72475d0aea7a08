// The calls about what the platform says and is told: news, announcements, pictures, feedback.
// Server side only (zod).

import { getNews, listNews } from "../news.calls.ts";
import { listAnnouncements } from "./announcement.calls.ts";
import { listFeedback, replyFeedback, submitFeedback } from "./feedback.calls.ts";
import { getPicture } from "./picture.calls.ts";

export { newsIdFromFields, newsListFromFields } from "../news.calls.ts";
export { announcementPageFromFields } from "./announcement.calls.ts";
export {
  feedbackFromFields,
  feedbackPageFromFields,
  feedbackReplyFromFields,
} from "./feedback.calls.ts";
export { pictureIdFromFields } from "./picture.calls.ts";

export const CONTENT_CALLS = {
  listNews,
  getNews,
  listAnnouncements,
  getPicture,
  submitFeedback,
  listFeedback,
  replyFeedback,
} as const;
