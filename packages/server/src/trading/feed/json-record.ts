// JSON of a provider as a record of unknown fields, or nothing: a source may send anything.

export type JsonRecord = Readonly<Record<string, unknown>>;

export function parseRecord(text: string): JsonRecord | null {
  try {
    return recordOf(JSON.parse(text));
  } catch {
    return null;
  }
}

export function recordOf(value: unknown): JsonRecord | null {
  const isRecord = typeof value === "object" && value !== null && !Array.isArray(value);
  // The check above is all that can be said of it.
  return isRecord ? (value as JsonRecord) : null;
}
