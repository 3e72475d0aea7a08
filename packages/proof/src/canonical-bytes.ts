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
  // Not `String`: the negative zero must not become a second spelling of zero.
  return BigInt(value).toString();
}

function spellRecord(record: { readonly [key: string]: Canonical }): string {
  const fields = Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${spell(field)}`).join(",")}}`;
}
