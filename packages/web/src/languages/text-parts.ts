// Which texts a first visit needs: those of the frame around every screen, of the list of markets
// and of the news. The build puts them into a file of their own; the rest follows before any other
// screen is drawn (texts.ts), so that a page that nobody has opened costs nobody anything.

/** The addresses of the screens that are drawn with these alone. */
export const FIRST_SCREENS: ReadonlySet<string> = new Set(["/", "/news"]);

/** Sections, or parts of them by their dotted names. */
export const FIRST_TEXTS: readonly string[] = [
  "shell",
  "languages",
  "quotes",
  "news.all",
  "news.categories",
  "news.none",
  "news.noneText",
  "statement.shownOf",
  "trade.terms",
  "site",
  "words.loading",
  "words.more",
  "words.goTo",
  "account.ended",
  "companies.search",
  "settings.title",
  "settings.close",
  "settings.language",
  "settings.theme",
  "settings.themes",
  "settings.upDown",
  "settings.upDowns",
  "settings.upDownHint",
  "settings.shortcuts",
  "door.logIn",
  "door.openAccount",
  "door.logOut",
];

/** Of the screens' names, those that the frame shows; each of the others comes with its screen. */
const FIRST_TITLES: ReadonlySet<string> = new Set([
  "quotes",
  "trade",
  "orders",
  "copy",
  "ranking",
  "news",
  "product",
  "notices",
  "user",
  "announcement",
  "chat",
]);
const TITLES = "shell.titles.";

/** What a language says to offer itself: a part of its own, for readers of another one. */
const OFFER_TEXTS: ReadonlySet<string> = new Set([
  "languages.offer",
  "languages.takeOffer",
  "languages.declineOffer",
]);

export type TextPart = "first" | "later" | "offer";
export type TextTree = { readonly [key: string]: string | TextTree };

function isFirst(path: string): boolean {
  if (path.startsWith(TITLES)) return FIRST_TITLES.has(path.slice(TITLES.length));
  return FIRST_TEXTS.some((first) => path === first || path.startsWith(`${first}.`));
}

function isIn(part: TextPart, path: string): boolean {
  if (part === "offer") return OFFER_TEXTS.has(path);
  return !OFFER_TEXTS.has(path) && isFirst(path) === (part === "first");
}

/** What of a tree belongs to a part: a section may give some of its texts to each. */
export function partOf(tree: TextTree, part: TextPart, prefix = ""): TextTree {
  const chosen: Record<string, string | TextTree> = {};
  for (const [key, node] of Object.entries(tree)) {
    const path = `${prefix}${key}`;
    if (typeof node === "string") {
      if (isIn(part, path)) chosen[key] = node;
      continue;
    }
    const inner = partOf(node, part, `${path}.`);
    if (Object.keys(inner).length > 0) chosen[key] = inner;
  }
  return chosen;
}

type Branch = { readonly [key: string]: unknown };

/** A text may be a list once it is parsed: only what has names inside is a branch. */
function isBranch(node: unknown): node is Branch {
  return typeof node === "object" && node !== null && !Array.isArray(node);
}

/** Puts the parts together again. */
export function joinParts(one: Branch, other: Branch): Branch {
  const joined: Record<string, unknown> = { ...one };
  for (const [name, node] of Object.entries(other)) {
    const known = joined[name];
    joined[name] = isBranch(known) && isBranch(node) ? joinParts(known, node) : node;
  }
  return joined;
}
