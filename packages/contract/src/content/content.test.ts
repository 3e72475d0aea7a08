// What the apps ask about announcements, feedback and articles is declared, and read as it was
// written.

import { expect, test } from "vitest";
import { articleOf, articleToHtml } from "../article.ts";
import { CALLS } from "../calls.ts";
import {
  requestArticle,
  requestArticles,
  requestCreateArticle,
  requestDressArticle,
  requestNewsCategories,
  requestPublishArticle,
  requestRemoveArticle,
  requestSaveNewsCategory,
  requestUnpublishArticle,
  requestUnwriteArticle,
  requestWriteArticle,
} from "../desk/article.requests.ts";
import { type ArticleFile, articleFileToWire, articleRowToWire } from "../desk/article.ts";
import {
  requestAnswerFeedback,
  requestDeskFeedback,
  requestDeskFeedbackFile,
  requestMoveFeedback,
} from "../desk/feedback.requests.ts";
import {
  type DeskFeedbackFile,
  deskFeedbackFileToWire,
  deskFeedbackToWire,
} from "../desk/feedback.ts";
import { requestAnnouncements } from "./announcement.requests.ts";
import {
  requestFeedbackList,
  requestReplyFeedback,
  requestSubmitFeedback,
} from "./feedback.requests.ts";
import { FEEDBACK_KINDS, FEEDBACK_STATUSES, type Feedback, feedbackToWire } from "./feedback.ts";
import { pictureUrlFromWire, pictureUrlOf } from "./picture.ts";

const ON = { id: "7", version: 3 };
const TEXT = { language: "hk", title: "時間", summary: "", body: "開市。" } as const;
const PICTURE = pictureUrlOf("0".repeat(32));

const asked = <T extends { readonly path: string }>(
  request: T & { readonly query?: object; readonly fields?: object },
) => [request.path, request.query ?? request.fields ?? {}] as const;

test.each([
  ["listAnnouncements", ...asked(requestAnnouncements(2))],
  ["listFeedback", ...asked(requestFeedbackList(1))],
  ["submitFeedback", ...asked(requestSubmitFeedback({ kind: "idea", text: "x", imageUrl: "" }))],
  ["replyFeedback", ...asked(requestReplyFeedback("7", "x"))],
  ["listDeskFeedback", ...asked(requestDeskFeedback({ status: "new", kind: null, cursor: "" }))],
  ["showDeskFeedback", ...asked(requestDeskFeedbackFile("7"))],
  ["answerFeedback", ...asked(requestAnswerFeedback("7", "x"))],
  ["moveFeedback", ...asked(requestMoveFeedback("7", "closed"))],
  ["listArticles", ...asked(requestArticles({ kind: "news", state: null, cursor: "" }))],
  ["showArticle", ...asked(requestArticle("7"))],
  ["createArticle", ...asked(requestCreateArticle("announcement"))],
  ["writeArticle", ...asked(requestWriteArticle(ON, TEXT))],
  ["unwriteArticle", ...asked(requestUnwriteArticle(ON, "hk"))],
  ["dressArticle", ...asked(requestDressArticle(ON, { categoryId: "1", picture: PICTURE }))],
  ["publishArticle", ...asked(requestPublishArticle(ON, 0))],
  ["unpublishArticle", ...asked(requestUnpublishArticle(ON))],
  ["removeArticle", ...asked(requestRemoveArticle(ON))],
  ["listNewsCategories", ...asked(requestNewsCategories())],
  ["saveNewsCategory", ...asked(requestSaveNewsCategory({ id: "", language: "en", name: "x" }))],
] as const)("%s is asked for by its declared path and fields", (name, path, fields) => {
  const call = CALLS[name];
  expect(path).toBe(call.path);
  expect(Object.keys(call.input.shape)).toEqual(expect.arrayContaining(Object.keys(fields)));
  expect(call.input.safeParse(fields).success).toBe(true);
});

const REPLY = { id: "1", text: "Thank you", at: 1_794_745_400, isStaff: true };

test.each(FEEDBACK_KINDS.flatMap((kind) => FEEDBACK_STATUSES.map((status) => [kind, status])))(
  "feedback of kind %s in state %s is read as it was written",
  (kind, status) => {
    const feedback = {
      id: "7",
      kind,
      text: "x",
      imageUrl: "/files/AAAAAAAAAAAAAAAAAAAAAA",
      status,
      createdAt: 1_794_745_317,
      canReply: true,
      replies: [REPLY],
      // The table of the test has them as texts; each is one of the lists above.
    } as Feedback;
    const page = { data: [feedbackToWire(feedback, "14 Nov 2026")], total: 1 };
    expect(CALLS.listFeedback.output.parse(page)).toEqual(page);
    expect(requestFeedbackList(1).read(page)).toEqual({ rows: [feedback], total: 1 });
  },
);

test("what staff see of feedback is read as it was written", () => {
  const { replies: _, ...head } = {
    id: "7",
    userId: "3",
    uid: "100000001",
    isDemo: true,
    kind: "problem",
    status: "answered",
    excerpt: "The chart",
    hasImage: false,
    createdAt: 1,
    waitingSince: null,
    replies: 1,
  } as const;
  const page = { data: [deskFeedbackToWire({ ...head, replies: 1 })], next: "" };
  expect(CALLS.listDeskFeedback.output.parse(page)).toEqual(page);
  const list = requestDeskFeedback({ status: null, kind: null, cursor: "" });
  expect(list.read(page)).toEqual({ rows: [{ ...head, replies: 1 }], next: "" });
  const file: DeskFeedbackFile = {
    ...head,
    text: "The chart",
    language: "hk",
    imageUrl: null,
    talk: [{ ...REPLY, author: "Ann" }],
  };
  const wire = deskFeedbackFileToWire(file);
  expect(CALLS.showDeskFeedback.output.parse(wire)).toEqual(wire);
  expect(requestDeskFeedbackFile("7").read(wire)).toEqual(file);
});

test("an article is read as it was written, a draft without a moment", () => {
  const file: ArticleFile = {
    id: "7",
    kind: "news",
    categoryId: "1",
    title: "Hours",
    languages: ["hk"],
    state: "draft",
    publishedAt: null,
    updatedAt: 1_794_745_317,
    updatedBy: "Ed",
    picture: PICTURE,
    version: 3,
    texts: [TEXT],
    builtIn: [{ language: "en", body: "Not to {countries}." }],
  };
  const wire = articleFileToWire(file);
  expect(CALLS.showArticle.output.parse(wire)).toEqual(wire);
  expect(requestArticle("7").read(wire)).toEqual(file);
  const { picture: _, version: __, texts: ___, builtIn: ____, ...row } = file;
  const page = { data: [articleRowToWire(row)], next: "7" };
  expect(CALLS.listArticles.output.parse(page)).toEqual(page);
  const list = requestArticles({ kind: "news", state: null, cursor: "" });
  expect(list.read(page)).toEqual({ rows: [row], next: "7" });
});

test("announcements come with where the service is not provided, or without", () => {
  const parts = articleOf("Not to **Cuba**.");
  const own = { lang: "en", title: "Hours", parts } as const;
  const row = {
    id: "7",
    created_at: "",
    created_at_unix: 1,
    content: articleToHtml(parts),
    ...own,
  };
  const page = { data: [row], total: 1, region: own };
  expect(CALLS.listAnnouncements.output.parse(page)).toEqual(page);
  expect(requestAnnouncements(1).read(page)).toEqual({
    rows: [{ id: "7", language: "en", title: "Hours", publishedAt: 1, parts }],
    total: 1,
    region: { language: "en", title: "Hours", parts },
  });
  const none = { data: [], total: 0, region: null };
  expect(requestAnnouncements(1).read(none)).toEqual({ rows: [], total: 0, region: null });
});

test.each(["https://evil.test/x.png", "/files/AAAAAAAAAAAAAAAAAAAAAA", "/pictures/../x"])(
  "%s is no picture of ours",
  (url) => {
    expect(() => pictureUrlFromWire({ url })).toThrow("not a picture");
    expect(CALLS.dressArticle.input.safeParse({ ...ON, version: "3", picture: url }).success).toBe(
      false,
    );
  },
);
