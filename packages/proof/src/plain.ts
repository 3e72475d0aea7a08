// A value of the engine (event, command, refusal, terms) as it stands in a file: the same fields,
// with amounts, which are bigints, as text, since JSON has no number for them.

export type Plain =
  | string
  | number
  | boolean
  | null
  | readonly Plain[]
  | { readonly [key: string]: Plain };

/** Fields that are undefined are left out. */
export function plainOf(value: unknown): Plain {
  if (typeof value === "bigint") return value.toString();
  if (Array.isArray(value)) return value.map(plainOf);
  if (typeof value !== "object" || value === null) return value as Plain;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(fields.map(([key, field]) => [key, plainOf(field)]));
}

/** The same as an object, which events, commands and terms are. */
export function plainRecord(value: object): { readonly [key: string]: Plain } {
  return plainOf(value) as { readonly [key: string]: Plain };
}
