// Every catalogue of texts that exists says everything the English one says, with the same names
// to fill in, so that no reader ever sees a bare key or an empty place.

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import english from "../messages/en.json" with { type: "json" };
import { LANGUAGE_IDS } from "./language.ts";
import { REASONS } from "./reason.ts";

const folder = new URL("../messages/", import.meta.url);
const files = readdirSync(folder);

type Tree = { readonly [key: string]: string | Tree };

function leaves(tree: Tree, prefix = ""): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === "string") found.set(prefix + key, value);
    else for (const leaf of leaves(value, `${prefix}${key}.`)) found.set(...leaf);
  }
  return found;
}

/** The names in braces; ICU's `{count, plural, …}` names its first word. */
function placeholders(text: string): string[] {
  const names = [...text.matchAll(/\{(\w+)\s*(?=[},])/g)].map(([, name]) => name ?? "");
  return [...new Set(names)].sort();
}

const reference = leaves(english);

describe("catalogues", () => {
  it("are named after the languages", () => {
    const ids = files.map((file) => file.replace(/\.json$/, ""));
    expect(LANGUAGE_IDS).toEqual(expect.arrayContaining(ids));
    expect(ids).toContain("en");
  });

  it("can say every reason", () => {
    const missing = Object.keys(REASONS).filter((reason) => !reference.has(`reasons.${reason}`));
    expect(missing).toEqual([]);
  });
});

describe.each(files)("%s", (file) => {
  const own = leaves(JSON.parse(readFileSync(new URL(file, folder), "utf8")));

  it("has a text for every key of the English one, and no other", () => {
    expect([...own.keys()].sort()).toEqual([...reference.keys()].sort());
  });

  it("says something everywhere", () => {
    const empty = [...own].filter(([, text]) => text.trim() === "").map(([key]) => key);
    expect(empty).toEqual([]);
  });

  it("fills in the same names", () => {
    for (const [key, text] of own) {
      expect([key, placeholders(text)]).toEqual([key, placeholders(reference.get(key) ?? "")]);
    }
  });
});
