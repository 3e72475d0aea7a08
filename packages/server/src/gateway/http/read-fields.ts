// The fields of a call, from a query, a form or a JSON body: names to texts, nothing else.
// A name that comes twice is refused (T06), so is everything that is not a flat list of texts;
// names the call does not know are left to its schema, which ignores them (T07).

import { type Refused, refuse } from "../../platform/handler.ts";

export type Fields = Readonly<Record<string, string>>;

const FIELDS_MAX = 64;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const TILDE = 0x7e;
const NAME = /^[A-Za-z0-9_.-]{1,64}$/;
const RESERVED_NAMES = new Set(["__proto__", "constructor", "prototype"]);
/** What no text may hold: NUL, and halves of characters, which are not UTF-8. */
const UNREADABLE = /\0|\p{Surrogate}/u;

/** Refuses with MALFORMED or DUPLICATE_PARAMETER. */
export function readUrlEncoded(encoded: string): Fields | Refused {
  const fields = noFields();
  if (encoded === "") return fields;
  for (const pair of encoded.split("&")) {
    if (pair === "") continue;
    const mark = pair.indexOf("=");
    const name = decode(mark === -1 ? pair : pair.slice(0, mark));
    const value = decode(mark === -1 ? "" : pair.slice(mark + 1));
    if (name === null || value === null) return refuse("MALFORMED");
    const refused = addField(fields, name, value);
    if (refused) return refused;
  }
  return fields;
}

/** Refuses with MALFORMED, FIELD_INVALID or DUPLICATE_PARAMETER. */
export function readJson(source: string): Fields | Refused {
  return readPlainJson(source) ?? readAnyJson(source);
}

/** What nearly every caller sends, read in one pass; null for all else, which is read anew. */
function readPlainJson(source: string): Fields | null {
  if (source.charCodeAt(0) !== OPENING_BRACE) return null;
  const fields = noFields();
  for (let at = 1, count = 0; count < FIELDS_MAX; count += 1) {
    const nameAt = skipSpace(source, at);
    const nameEnd = plainTextEnd(source, nameAt);
    const colonAt = skipSpace(source, nameEnd + 1);
    const valueAt = skipSpace(source, colonAt + 1);
    const valueEnd = plainTextEnd(source, valueAt);
    if (nameEnd === -1 || source.charCodeAt(colonAt) !== COLON || valueEnd === -1) return null;
    const name = source.slice(nameAt + 1, nameEnd);
    if (!isName(name) || name in fields) return null;
    fields[name] = source.slice(valueAt + 1, valueEnd);
    at = skipSpace(source, valueEnd + 1);
    const next = source.charCodeAt(at);
    at += 1;
    if (next === CLOSING_BRACE) return at === source.length ? fields : null;
    if (next !== COMMA) return null;
  }
  return null;
}

function skipSpace(source: string, from: number): number {
  let at = from;
  while (source.charCodeAt(at) === SPACE) at += 1;
  return at;
}

/** Of a text in quotes with nothing escaped and nothing beyond ASCII; -1 for all else. */
function plainTextEnd(source: string, from: number): number {
  if (source.charCodeAt(from) !== QUOTE) return -1;
  for (let at = from + 1; at < source.length; at += 1) {
    const unit = source.charCodeAt(at);
    if (unit === QUOTE) return at;
    if (unit < SPACE || unit > TILDE || unit === BACKSLASH) return -1;
  }
  return -1;
}

function readAnyJson(source: string): Fields | Refused {
  const parsed = parseJson(source);
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) {
    return refuse("MALFORMED");
  }
  const entries = Object.entries(parsed);
  // As many names in the text as in what was read: none came twice, and nothing is nested.
  const repeated = countNames(source) === entries.length ? null : firstRepeatedName(source);
  if (repeated !== null) return repeated;
  const fields = noFields();
  for (const [name, value] of entries) {
    if (!isName(name)) return refuse("MALFORMED");
    if (typeof value !== "string") return refuse("FIELD_INVALID", { field: name });
    const refused = addField(fields, name, value);
    if (refused) return refused;
  }
  return fields;
}

/** Nothing is inherited, so that no name can mean anything but itself. */
class NoFields {
  [name: string]: string;
}
Object.setPrototypeOf(NoFields.prototype, null);
Reflect.deleteProperty(NoFields.prototype, "constructor");

/** `Object.create(null)` would say the same; the runtime makes a slow table of that. */
function noFields(): Record<string, string> {
  return new NoFields();
}

function isName(name: string): boolean {
  return NAME.test(name) && !RESERVED_NAMES.has(name);
}

function addField(fields: Record<string, string>, name: string, value: string): Refused | null {
  if (!isName(name) || UNREADABLE.test(value)) return refuse("MALFORMED");
  if (name in fields) return refuse("DUPLICATE_PARAMETER", { field: name });
  if (Object.keys(fields).length === FIELDS_MAX) return refuse("MALFORMED");
  fields[name] = value;
  return null;
}

function decode(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded.replaceAll("+", " "));
  } catch {
    return null;
  }
}

function parseJson(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return null;
  }
}

/** Strings, and whether a colon follows, which makes them names. */
const STRINGS = /("(?:[^"\\]|\\.)*")(\s*:)?/g;

function countNames(source: string): number {
  let count = 0;
  STRINGS.lastIndex = 0;
  for (let found = STRINGS.exec(source); found !== null; found = STRINGS.exec(source)) {
    if (found[2] !== undefined) count += 1;
  }
  return count;
}

/** JSON.parse keeps the last of two equal names without a word; the text itself tells. */
function firstRepeatedName(source: string): Refused | null {
  const seen = new Set<string>();
  for (const [, name, colon] of source.matchAll(STRINGS)) {
    if (!colon) continue;
    const field = String(JSON.parse(name ?? '""'));
    if (!isName(field)) return refuse("MALFORMED");
    if (seen.has(field)) return refuse("DUPLICATE_PARAMETER", { field });
    seen.add(field);
  }
  return null;
}
