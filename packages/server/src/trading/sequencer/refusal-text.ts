// A refusal as JSON text and back, for the answers that are kept with their keys. Amounts are
// bigints, which JSON does not have: they stand as text that ends in "n", as in the language.

import type { Refusal } from "@truetick/engine";

const AMOUNT = /^-?\d+n$/;

export function refusalToText(refusal: Refusal): string {
  return JSON.stringify(refusal, (_, value: unknown) =>
    typeof value === "bigint" ? `${value}n` : value,
  );
}

/** From what PostgreSQL has parsed already. */
export function refusalFromStored(stored: unknown): Refusal {
  const fields = Object.entries(stored as Record<string, unknown>).map(([name, value]) => [
    name,
    typeof value === "string" && AMOUNT.test(value) ? BigInt(value.slice(0, -1)) : value,
  ]);
  // Written by refusalToText and by nothing else.
  return Object.fromEntries(fields) as Refusal;
}
