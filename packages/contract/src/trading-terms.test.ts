// The catalogues keep to docs/trading-terms.md: the word of the table is in use for every term in
// every language, and no text has a word that the page says is not used.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { LANGUAGE_IDS, type LanguageId, languageOf } from "./language.ts";
import { catalogueOf } from "./testing/catalogues.ts";

const page = readFileSync(new URL("../../../docs/trading-terms.md", import.meta.url), "utf8");

function rowsAfter(heading: RegExp): string[][] {
  const [, section = ""] = page.split(heading);
  const [lines = ""] = section.split(/^## /m);
  return lines
    .split("\n")
    .filter((line) => line.startsWith("|") && !/^\|[-|\s]+\|$/.test(line))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

const [languages = [], ...terms] = rowsAfter(/^# .*$/m);
const unwanted = rowsAfter(/^## Words that are not used$/m).slice(1);

/** Verbs and what has many forms: the table names them, the texts bend them. */
const BENT =
  /^(?:buy|sell|to close|used margin|open order|profit or loss|dispute|order at the market)/;

const lower = (text: string, id: LanguageId) => text.toLocaleLowerCase(languageOf(id).tag);

/** Without what stands in brackets, and by its first letters where endings change with the case. */
function stemsOf(word: string, id: LanguageId): string[] {
  const bare = lower(word.replace(/\(.*?\)/g, "").trim(), id);
  const isBent = ["ru", "cs", "tr", "de", "fr", "it", "spa", "pt"].includes(id);
  return bare
    .split(/[\s’-]+/)
    .map((part) => (isBent ? part.slice(0, Math.max(3, part.length - 3)) : part));
}

describe("the glossary", () => {
  it("names every language", () => {
    expect([...languages].sort()).toEqual([...LANGUAGE_IDS].sort());
    expect(terms.length).toBeGreaterThan(50);
    for (const row of terms) expect([row[0], row.length]).toEqual([row[0], languages.length]);
  });
});

describe.each(LANGUAGE_IDS.filter((id) => id !== "en"))("%s", (id) => {
  const texts = [...catalogueOf(id)].map(([key, text]) => [key, lower(text, id)] as const);

  it("uses the word of the glossary for every term", () => {
    const at = languages.indexOf(id);
    const missing = terms.filter((row) => {
      if (BENT.test(row[0] ?? "")) return false;
      const stems = stemsOf(row[at] ?? "", id);
      return !texts.some(([, text]) => stems.every((stem) => text.includes(stem)));
    });
    expect(missing.map((row) => `${row[0]}: ${row[at]}`)).toEqual([]);
  });

  it("has none of the words that are not used", () => {
    const found: string[] = [];
    for (const [, word = "", instead] of unwanted.filter(([language]) => language === id)) {
      for (const [key, text] of texts) {
        if (text.includes(lower(word, id))) found.push(`${key}: ${word}, but ${instead}`);
      }
    }
    expect(found).toEqual([]);
  });
});
