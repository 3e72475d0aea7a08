// The catalogues of texts as the tests read them: every text under its dotted key, and what a text
// is made of: names to fill in, tags, plural forms, and the words that a reader sees.

import { readFileSync } from "node:fs";
import type { LanguageId } from "../language.ts";

export const MESSAGES = new URL("../../messages/", import.meta.url);

type Tree = { readonly [key: string]: string | Tree };

function leaves(tree: Tree, prefix = ""): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === "string") found.set(prefix + key, value);
    else for (const leaf of leaves(value, `${prefix}${key}.`)) found.set(...leaf);
  }
  return found;
}

/** Every text of a language by its dotted key. */
export function catalogueOf(id: LanguageId): ReadonlyMap<string, string> {
  return leaves(JSON.parse(readFileSync(new URL(`${id}.json`, MESSAGES), "utf8")));
}

/** The names in braces; ICU's `{count, plural, …}` names its first word. */
export function placeholders(text: string): string[] {
  const names = [...text.matchAll(/\{(\w+)\s*(?=[},])/g)].map(([, name]) => name ?? "");
  return [...new Set(names)].sort();
}

/** The tags of rich texts, opening and closing ones alike. */
export function tagsOf(text: string): string[] {
  return [...text.matchAll(/<\/?\w+>/g)].map(([tag]) => tag);
}

/** The forms of each `{count, plural, one {…} other {…}}` in a text, as the text names them. */
export function pluralForms(text: string): string[][] {
  return [...text.matchAll(/, plural,((?:\s*[\w=]+ \{[^{}]*\})+)\s*\}/g)].map(([, forms]) =>
    [...(forms ?? "").matchAll(/([\w=]+) \{/g)].map(([, form]) => form ?? "").sort(),
  );
}

/** What a reader sees of a text: without names to fill in, tags and the spelling of ICU. */
export function prose(text: string): string {
  return text
    .replace(/\{\w+, (?:plural|select),/g, " ")
    .replace(/(?:zero|one|two|few|many|other|=\d+) \{/g, " ")
    .replace(/\{\w+[^{}]*\}/g, " ")
    .replace(/<\/?\w+>/g, " ");
}

/** Words of at least two letters; a hyphen belongs to the word. */
export function wordsOf(text: string): string[] {
  return prose(text).match(/[\p{L}\p{M}][\p{L}\p{M}\p{N}-]+/gu) ?? [];
}
