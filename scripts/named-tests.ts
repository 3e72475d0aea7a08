// What the pages under docs/ may name: tests that exist, and files that are there. Used by the
// tests that hold a page to the code.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");

/** A test as a page names it: its file as a link, then its title. */
export const NAMED = /\[([^\]]+)\]\(\.\.\/([^)]+)\) `([^`]+)`/g;

export function readPage(name: string): string {
  return readFileSync(join(ROOT, "docs", name), "utf8");
}

/** Those that the page names and nobody has written. */
export function missingTests(page: string): string[] {
  return [...page.matchAll(NAMED)]
    .filter(([, , file = "", title = ""]) => !hasTest(join(ROOT, file), title))
    .map(([, , file, title]) => `${file}: ${title}`);
}

function hasTest(path: string, title: string): boolean {
  if (!existsSync(path)) return false;
  const source = readFileSync(path, "utf8");
  return ['"', "'", "`"].some((quote) => source.includes(quote + title + quote));
}

/** How many files and pages it links to, and those that do not exist. */
export function readLinks(page: string): { readonly count: number; readonly broken: string[] } {
  const links = [...page.matchAll(/\]\((?!https:)([^)#]+)\)/g)].map(([, path = ""]) => path);
  return {
    count: links.length,
    broken: links.filter((path) => !existsSync(join(ROOT, "docs", path))),
  };
}
