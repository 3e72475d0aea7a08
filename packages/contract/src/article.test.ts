// An article is text with a few marks, and nothing that is written can become more than that (T33).

import { expect, test } from "vitest";
import { articleOf, articleToHtml, isArticleLink, isOwnPath } from "./article.ts";

const plain = (text: string) => ({ text, isStrong: false, link: null });

test("parts end at a blank line; headings, lists and pictures are told by their first mark", () => {
  const parts = articleOf(
    [
      "## Hours\r\n\r\nOpen **again** on\nMonday, see [the list](/trade).",
      "- one\n- two",
      "![a chart](/icons/icon.svg)",
    ].join("\n\n"),
  );
  expect(parts).toEqual([
    { kind: "heading", spans: [plain("Hours")] },
    {
      kind: "paragraph",
      spans: [
        plain("Open "),
        { text: "again", isStrong: true, link: null },
        plain(" on Monday, see "),
        { text: "the list", isStrong: false, link: "/trade" },
        plain("."),
      ],
    },
    { kind: "list", rows: [[plain("one")], [plain("two")]] },
    { kind: "picture", path: "/icons/icon.svg", words: "a chart" },
  ]);
  expect(articleToHtml(parts)).toBe(
    [
      "<h2>Hours</h2>",
      "<p>Open <strong>again</strong> on Monday, see " +
        '<a href="/trade" rel="noopener noreferrer">the list</a>.</p>',
      "<ul><li>one</li><li>two</li></ul>",
      '<img src="/icons/icon.svg" alt="a chart">',
    ].join("\n"),
  );
});

test.each(["https://example.com/a?b=c#d", "/mine/announcement", "/news/detail?id=3"])(
  "%s may be linked to",
  (link) => {
    expect(isArticleLink(link)).toBe(true);
  },
);

/** Each is a way to a script, to another site in disguise, or out of the folder. */
const HOSTILE_LINKS = [
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:msgbox(1)",
  "http://example.com",
  "//evil.test",
  "/\\evil.test",
  "https://example.com@evil.test",
  "https://evil",
  "https:evil.test",
  "/../secrets",
  '/x"onerror="alert(1)',
];

test.each(HOSTILE_LINKS)("T33 %s is neither a link nor a picture, but text", (link) => {
  expect(isArticleLink(link)).toBe(false);
  expect(isOwnPath(link)).toBe(false);
  const html = articleToHtml(articleOf(`[here](${link})\n\n![x](${link})`));
  expect(html).not.toMatch(/<(a|img)\b/);
});

const OURS = [
  /^<\/?(h2|p|ul|li|strong)>$/,
  /^<\/a>$/,
  /^<a href="[^"<>]*" rel="noopener noreferrer">$/,
  /^<img src="[^"<>]*" alt="[^"<>]*">$/,
];

test.each([
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<svg/onload=alert(1)>",
  '"><iframe src="javascript:alert(1)">',
  "## <b onmouseover=alert(1)>x</b>",
  "- <a href=javascript:alert(1)>x</a>",
  '![" onerror="alert(1)](/icons/icon.svg)',
  "**<style>*{}</style>**",
  '[<img src=x onerror=alert(1)>](https://example.com/"onclick="alert)',
])("T33 %s stays words: no tag but ours comes out", (text) => {
  const html = articleToHtml(articleOf(text));
  const tags = html.match(/<[^>]*>/g) ?? [];
  for (const tag of tags) expect(OURS.some((own) => own.test(tag))).toBe(true);
});
