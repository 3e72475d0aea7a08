// What the platform says and is told, between the apps and the server: announcements, feedback,
// pictures that everybody may see. Browser-safe; the calls are declared in the `*.calls.ts` files
// beside and listed in `calls.ts`.

export { type AnnouncementPage, requestAnnouncements } from "./announcement.requests.ts";
export type {
  Announcement,
  AnnouncementWire,
  RegionWords,
  RegionWordsWire,
} from "./announcement.ts";
export {
  type FeedbackPage,
  requestFeedbackList,
  requestReplyFeedback,
  requestSubmitFeedback,
} from "./feedback.requests.ts";
export {
  FEEDBACK_KINDS,
  FEEDBACK_LENGTH_MAX,
  FEEDBACK_REPLY_LENGTH_MAX,
  FEEDBACK_STATUSES,
  type Feedback,
  type FeedbackKind,
  type FeedbackReply,
  type FeedbackStatus,
  feedbackToWire,
} from "./feedback.ts";
export { PICTURE_UPLOAD_PATH, pictureUrlFromWire, pictureUrlOf } from "./picture.ts";
