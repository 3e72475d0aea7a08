// The calls of the desk about what the platform says and is told: articles, pictures, feedback.
// Server side only (zod).

import { uploadPicture } from "../content/picture.calls.ts";
import {
  createArticle,
  dressArticle,
  listArticles,
  listNewsCategories,
  publishArticle,
  removeArticle,
  saveNewsCategory,
  showArticle,
  unpublishArticle,
  unwriteArticle,
  writeArticle,
} from "./article.calls.ts";
import {
  answerFeedback,
  listDeskFeedback,
  moveFeedback,
  showDeskFeedback,
} from "./feedback.calls.ts";

export {
  articleDressFromFields,
  articleIdFromFields,
  articlesFromFields,
  articleTextFromFields,
  articleVersionFromFields,
  newArticleFromFields,
  newsCategoryFromFields,
  publicationFromFields,
  unwrittenFromFields,
} from "./article.calls.ts";
export {
  deskFeedbackFromFields,
  deskFeedbackIdFromFields,
  feedbackAnswerFromFields,
  feedbackMoveFromFields,
} from "./feedback.calls.ts";

export const CONTENT_DESK_CALLS = {
  listArticles,
  showArticle,
  createArticle,
  writeArticle,
  unwriteArticle,
  dressArticle,
  publishArticle,
  unpublishArticle,
  removeArticle,
  listNewsCategories,
  saveNewsCategory,
  uploadPicture,
  listDeskFeedback,
  showDeskFeedback,
  answerFeedback,
  moveFeedback,
} as const;
