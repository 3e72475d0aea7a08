// One value, one sequence of bytes: what is hashed or signed goes through here, so that two
// programs that agree on a value agree on its hash. The form is JSON in UTF-8 without spaces,
// keys sorted by code unit, integers only (a fraction has no single spelling: send it as text).
// Invariant: different values never share bytes; a bigint and a number of equal value are equal.

export type Canonical =
  | string
  | number
  | bigint
  | boolean
  | null
  | readonly Canonical[]
  | { readonly [key: string]: Canonical };

const encoder = new TextEncoder();

export function canonicalBytes(value: Canonical): Uint8Array {
  return encoder.encode(spell(value));
}

function spell(value: Canonical): string {
  if (value === null) return "null";
  switch (typeof value) {
    case "boolean":
      return value ? "true" : "false";
    case "bigint":
      return value.toString();
    case "number":
      return spellInteger(value);
    case "string":
      return JSON.stringify(value);
    case "object":
      return isList(value) ? `[${value.map(spell).join(",")}]` : spellRecord(value);
    default:
      throw new Error(`Invariant: a ${typeof value} has no canonical bytes`);
  }
}

function isList(value: object): value is readonly Canonical[] {
  return Array.isArray(value);
}

function spellInteger(value: number): string {
  if (!Number.isSafeInteger(value)) {
    throw new Error(`Invariant: only safe integers have canonical bytes, not ${value}`);
  }
  // Plain digits for every safe integer, and "0" for the negative zero too.
  return value.toString();
}

function spellRecord(record: { readonly [key: string]: Canonical }): string {
  const keys = Object.keys(record);
  if (!isSorted(keys)) keys.sort();
  let fields = "";
  for (const key of keys) {
    // Of the record's own keys each has a field; one that is undefined is refused by `spell`.
    fields += `${fields === "" ? "" : ","}${spellKey(key)}:${spell(record[key] as Canonical)}`;
  }
  return `{${fields}}`;
}

/** What was read from canonical text is in order already. */
function isSorted(keys: readonly string[]): boolean {
  for (let at = 1; at < keys.length; at += 1) {
    if ((keys[at - 1] ?? "") >= (keys[at] ?? "")) return false;
  }
  return true;
}

/** Names repeat: a file of receipts has some dozens, thousands of times. */
const KEYS_KEPT_MAX = 1_000;
const spelledKeys = new Map<string, string>();

function spellKey(key: string): string {
  const known = spelledKeys.get(key);
  if (known !== undefined) return known;
  const spelled = JSON.stringify(key);
  if (spelledKeys.size < KEYS_KEPT_MAX) spelledKeys.set(key, spelled);
  return spelled;
}
