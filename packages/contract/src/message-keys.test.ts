// No text that nobody shows: every key of the catalogue is named by a source file, whole or in
// parts. (That no key is named which does not exist is the compiler's work: keys are typed.)
//
// How a key is named: whole ("mail.verifyCode.text"); behind the section that `useTranslations`
// opened in the same folder (`t("columns.bid")`); or with a part that is filled in (`states.${…}`),
// which stands for one word of the key.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { catalogueOf } from "./testing/catalogues.ts";

const PACKAGES = fileURLToPath(new URL("../../", import.meta.url));
const SOURCES = ["web/src", "server/src", "contract/src"];
const NOT_SOURCES = /^(?:node_modules|dist|testing)$|\.(?:test|test-d)\.tsx?$/;

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (NOT_SOURCES.test(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sourcesIn(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

/** What the files of one folder name: sections they open, words, words with parts to fill in. */
type Folder = { sections: Set<string>; words: Set<string>; patterns: Set<string> };

const OPENED = /useTranslations\((?:["`]([\w.${}]+)["`])?\)/g;
const WORD = /"([\w.-]+)"/g;
/** A template that begins with a word of its own, or is handed to the translator as it is. */
const TEMPLATE = /(\bt(?:\.rich)?\()?\s*`([\w.-]*(?:\$\{[^`}]*\}[\w.-]*)+)`/g;

function readFolders(): Map<string, Folder> {
  const folders = new Map<string, Folder>();
  for (const file of SOURCES.flatMap((path) => sourcesIn(join(PACKAGES, path)))) {
    const text = readFileSync(file, "utf8");
    const folder = folders.get(dirname(file)) ?? {
      sections: new Set(),
      words: new Set(),
      patterns: new Set(),
    };
    folders.set(dirname(file), folder);
    for (const [, section = ""] of text.matchAll(OPENED)) folder.sections.add(section);
    for (const [, word = ""] of text.matchAll(WORD)) folder.words.add(word);
    for (const [, call, template = ""] of text.matchAll(TEMPLATE)) {
      if (call || /^\w+\./.test(template)) folder.patterns.add(template);
    }
  }
  return folders;
}

/** The same as a regular expression: what is filled in is one word of the key. */
function shapeOf(template: string): string {
  const parts = template.split(/\$\{[^}]*\}/).map((part) => part.replaceAll(".", "\\."));
  return parts.join("[^.]+");
}

describe("the catalogue", () => {
  it("has no key that no source file names", () => {
    const unused = new Set(catalogueOf("en").keys());
    const use = (section: string, { words, patterns }: Folder) => {
      const start = new RegExp(section === "" ? "^" : `^${shapeOf(section)}\\.`);
      const shapes = [...patterns].map((pattern) => new RegExp(`^${shapeOf(pattern)}$`));
      for (const key of unused) {
        if (!start.test(key)) continue;
        const rest = key.replace(start, "");
        if (words.has(rest) || shapes.some((shape) => shape.test(rest))) unused.delete(key);
      }
    };
    for (const folder of readFolders().values()) {
      for (const section of new Set(["", ...folder.sections])) use(section, folder);
    }
    expect([...unused]).toEqual([]);
  });
});
