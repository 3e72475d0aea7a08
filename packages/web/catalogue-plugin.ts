// A step of the build: leaves in each catalogue only the sections that the app shows (the server's
// own texts stay with the server) and parses the messages ahead of time, so that no parser is sent
// to the browser. In development the catalogues are served as they are.

import compile from "icu-minify/compile";
import type { Plugin } from "vite";
import { CLIENT_REASONS } from "./src/languages/client-reasons.ts";

const CATALOGUE = /\/contract\/messages\/\w+\.json$/;

/** The sections that the app shows. Everything else is the server's or the back office's. */
const SHOWN = new Set([
  "shell",
  "door",
  "settings",
  "languages",
  "quotes",
  "trade",
  "orders",
  "cancelReasons",
  "closeReasons",
  "ticket",
  "copy",
  "ranking",
  "account",
  "words",
  "user",
  "security",
  "limits",
  "invite",
  "complaint",
  "announcement",
  "companies",
  "search",
  "site",
]);

type Tree = { readonly [key: string]: string | Tree };

function compileTree(tree: Tree): unknown {
  return Object.fromEntries(
    Object.entries(tree).map(([key, node]) => [
      key,
      typeof node === "string" ? compile(node) : compileTree(node),
    ]),
  );
}

/** Those that the app says itself; the others arrive with the server's answer. */
function clientReasonsOf(reasons: string | Tree | undefined): Tree {
  if (typeof reasons !== "object") throw new Error("Invariant: a catalogue has its reasons");
  return Object.fromEntries(CLIENT_REASONS.map((name) => [name, reasons[name] ?? ""]));
}

export function catalogues(): Plugin {
  return {
    name: "truetick-catalogues",
    apply: "build",
    enforce: "pre",
    // The library's own formatter for messages that are parsed already.
    config: () => ({
      resolve: { alias: { "use-intl/format-message": "use-intl/format-message/format-only" } },
    }),
    transform(code, id) {
      if (!CATALOGUE.test(id)) return null;
      // The catalogues are a tree of texts; the contract's tests hold them to that.
      const sections = Object.entries(JSON.parse(code) as Tree);
      const shown = Object.fromEntries(sections.filter(([name]) => SHOWN.has(name)));
      const { reasons } = Object.fromEntries(sections);
      const tree = { ...shown, reasons: clientReasonsOf(reasons) };
      return { code: JSON.stringify(compileTree(tree)), map: null };
    },
  };
}
