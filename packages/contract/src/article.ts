// How an article is written and read: plain text with a few marks, cut into parts that can be
// nothing but themselves. A blank line ends a part; "## " is a heading, "- " a line of a list,
// "![words](/path)" a picture of our own; inside a line **strong** and [words](link). There is no
// way to write HTML: what looks like it is text (T33). Pure and browser-safe.

export type Span = {
  readonly text: string;
  readonly isStrong: boolean;
  /** An https address, or a path of the app; null for plain words. */
  readonly link: string | null;
};

export type ArticlePart =
  | { readonly kind: "heading" | "paragraph"; readonly spans: readonly Span[] }
  | { readonly kind: "list"; readonly rows: readonly (readonly Span[])[] }
  | { readonly kind: "picture"; readonly path: string; readonly words: string };

const OWN_PATH = /^\/(?![/\\])[\w./?=&%-]{0,300}$/;
const OUTWARD = /^https:\/\/[\x21-\x5b\x5d-\x7e]{1,500}$/;

/** A path of this site: a picture, or a screen of the app. */
export function isOwnPath(path: string): boolean {
  return OWN_PATH.test(path) && !path.includes("..");
}

/** Whether anybody may be sent there: https to a named host without a user, or a path of ours. */
export function isArticleLink(link: string): boolean {
  if (isOwnPath(link)) return true;
  if (!OUTWARD.test(link) || !URL.canParse(link)) return false;
  const { username, password, hostname } = new URL(link);
  return username === "" && password === "" && hostname.includes(".");
}

/** After a mark of exclamation it would have been a picture of somebody else's: those are words. */
const MARK = /\*\*([^*]+)\*\*|(?<!!)\[([^\][]+)\]\(([^()\s]+)\)/g;

function spansOf(line: string): Span[] {
  const spans: Span[] = [];
  const add = (text: string, { isStrong = false, link = null as string | null } = {}) => {
    if (text !== "") spans.push({ text, isStrong, link });
  };
  let done = 0;
  for (const match of line.matchAll(MARK)) {
    const [whole, strong, words = "", link = ""] = match;
    add(line.slice(done, match.index));
    if (strong !== undefined) add(strong, { isStrong: true });
    else if (isArticleLink(link)) add(words, { link });
    else add(whole);
    done = match.index + whole.length;
  }
  add(line.slice(done));
  return spans;
}

const PICTURE = /^!\[([^\][]*)\]\(([^()\s]+)\)$/;

function partOf(text: string): ArticlePart {
  const [, words = "", path = ""] = PICTURE.exec(text) ?? [];
  if (path !== "" && isOwnPath(path)) return { kind: "picture", path, words };
  const lines = text.split("\n").map((line) => line.trim());
  if (lines.every((line) => line.startsWith("- "))) {
    return { kind: "list", rows: lines.map((line) => spansOf(line.slice(2).trim())) };
  }
  if (text.startsWith("## ")) return { kind: "heading", spans: spansOf(text.slice(3).trim()) };
  return { kind: "paragraph", spans: spansOf(lines.join(" ")) };
}

/** The parts of a written article, in order. */
export function articleOf(text: string): ArticlePart[] {
  return text
    .replaceAll("\r\n", "\n")
    .split(/\n[ \t]*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map(partOf);
}

const ESCAPED: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ESCAPED[char] ?? char);
}

function spanToHtml({ text, isStrong, link }: Span): string {
  const words = escapeHtml(text);
  if (link !== null) return `<a href="${escapeHtml(link)}" rel="noopener noreferrer">${words}</a>`;
  return isStrong ? `<strong>${words}</strong>` : words;
}

const spansToHtml = (spans: readonly Span[]) => spans.map(spanToHtml).join("");

/** The same as HTML, for clients that show it so: only these tags, everything else escaped. */
export function articleToHtml(parts: readonly ArticlePart[]): string {
  const htmlOf = (part: ArticlePart): string => {
    switch (part.kind) {
      case "heading":
        return `<h2>${spansToHtml(part.spans)}</h2>`;
      case "paragraph":
        return `<p>${spansToHtml(part.spans)}</p>`;
      case "list":
        return `<ul>${part.rows.map((row) => `<li>${spansToHtml(row)}</li>`).join("")}</ul>`;
      case "picture":
        return `<img src="${escapeHtml(part.path)}" alt="${escapeHtml(part.words)}">`;
    }
  };
  return parts.map(htmlOf).join("\n");
}
