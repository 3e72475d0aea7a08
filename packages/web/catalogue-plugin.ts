// A step of the build: leaves in each catalogue only the sections that the app shows (the server's
// own texts stay with the server), in parts as the app fetches them, and parses the messages
// ahead of time, so that no parser is sent to the browser. In development they are not parsed.

import compile from "icu-minify/compile";
import type { Plugin } from "vite";
import { CLIENT_REASONS } from "./src/languages/client-reasons.ts";
import { partOf, type TextPart, type TextTree } from "./src/languages/text-parts.ts";

const CATALOGUE = /\/contract\/messages\/\w+\.json\?part=(first|later|offer)$/;

/** The sections that the app shows. Everything else is the server's or the back office's. */
const SHOWN = new Set([
  "shell",
  "door",
  "settings",
  "shortcuts",
  "languages",
  "quotes",
  "trade",
  "orders",
  "cancelReasons",
  "closeReasons",
  "ticket",
  "copy",
  "ranking",
  "news",
  "feedback",
  "chat",
  "account",
  "words",
  "user",
  "security",
  "limits",
  "invite",
  "complaint",
  "announcement",
  "changes",
  "companies",
  "search",
  "site",
  "upload",
  "deposits",
  "card",
  "wallet",
  "history",
  "statement",
  "waits",
  "payoutMethods",
  "withdrawals",
  "identity",
  "inbox",
  "why",
  "alerts",
  "transparency",
  "categories",
  "proof",
  "liabilities",
]);

function compileTree(tree: TextTree): unknown {
  return Object.fromEntries(
    Object.entries(tree).map(([key, node]) => [
      key,
      typeof node === "string" ? compile(node) : compileTree(node),
    ]),
  );
}

/** Those that the app says itself; the others arrive with the server's answer. */
function clientReasonsOf(reasons: string | TextTree | undefined): TextTree {
  if (typeof reasons !== "object") throw new Error("Invariant: a catalogue has its reasons");
  return Object.fromEntries(CLIENT_REASONS.map((name) => [name, reasons[name] ?? ""]));
}

/** The texts of one part that the app shows, still to be parsed. */
function shownOf(code: string, part: TextPart): TextTree {
  // The catalogues are a tree of texts; the contract's tests hold them to that.
  const sections = Object.entries(JSON.parse(code) as TextTree);
  const shown = Object.fromEntries(sections.filter(([name]) => SHOWN.has(name)));
  const { reasons } = Object.fromEntries(sections);
  return partOf({ ...shown, reasons: clientReasonsOf(reasons) }, part);
}

export function catalogues(): Plugin {
  let isBuild = false;
  return {
    name: "truetick-catalogues",
    enforce: "pre",
    config(_config, { command }) {
      isBuild = command === "build";
      // The library's own formatter for messages that are parsed already.
      const alias = { "use-intl/format-message": "use-intl/format-message/format-only" };
      return isBuild ? { resolve: { alias } } : {};
    },
    transform(code, id) {
      const part = CATALOGUE.exec(id)?.[1];
      if (part !== "first" && part !== "later" && part !== "offer") return null;
      const texts = shownOf(code, part);
      const tree = isBuild ? compileTree(texts) : texts;
      return { code: `export default ${JSON.stringify(tree)};`, map: null, moduleType: "js" };
    },
  };
}
