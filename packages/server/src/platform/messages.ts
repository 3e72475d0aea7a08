// The texts of the server in the reader's language: refusals, categories, names of markets.
// Handlers and the gateway ask `text`; the catalogues are the contract's, read once from disk.
// A language or a key that has no translation yet falls back to English, never to a bare key.

import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { LANGUAGES, type Language, type LanguageId, type MessageKey } from "@truetick/contract";
import { createTranslator } from "use-intl/core";

export type MessageValues = Readonly<Record<string, string | number>>;

type Translate = {
  (key: string, values?: MessageValues): string;
  has(key: string): boolean;
};

const FALLBACK: LanguageId = "en";

// Resolved by package name, so that the bundle in dist/ finds the same files as the sources.
const folder = dirname(
  createRequire(import.meta.url).resolve(`@truetick/contract/messages/${FALLBACK}.json`),
);

function readCatalogue(id: LanguageId): Translate | null {
  const path = join(folder, `${id}.json`);
  if (!existsSync(path)) return null;
  // Typed flat although it is a tree: the library walks the dots of a key itself.
  const messages = JSON.parse(readFileSync(path, "utf8")) as Record<string, string>;
  const locale = LANGUAGES.find((language) => language.id === id)?.tag ?? id;
  return createTranslator({
    locale,
    messages,
    onError: (error) => {
      throw error;
    },
  });
}

const catalogues = new Map<LanguageId, Translate | null>();

function catalogueOf(id: LanguageId): Translate | null {
  const known = catalogues.get(id);
  if (known !== undefined) return known;
  const read = readCatalogue(id);
  catalogues.set(id, read);
  return read;
}

/** Texts without values never change, and most refusals are such: formatted once. */
const fixedTexts = new Map<string, string>();

/** The text of `key` in the language, with `{names}` filled in from `values` (ICU). */
export function text(language: Language, key: MessageKey, values?: MessageValues): string {
  if (values !== undefined && Object.keys(values).length > 0) return format(language, key, values);
  const place = `${language.id} ${key}`;
  const known = fixedTexts.get(place);
  if (known !== undefined) return known;
  const fixed = format(language, key, {});
  fixedTexts.set(place, fixed);
  return fixed;
}

function format(language: Language, key: MessageKey, values: MessageValues): string {
  const own = catalogueOf(language.id);
  const catalogue = own?.has(key) ? own : catalogueOf(FALLBACK);
  if (!catalogue) throw new Error("Invariant: the English catalogue exists");
  return catalogue(key, values);
}
