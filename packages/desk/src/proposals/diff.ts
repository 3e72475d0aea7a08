// What a proposal would change, line by line: the name of each place, what stands there now and
// what would. Pure. Lists are one place: their order and length are part of what they say.

export type DiffLine = {
  /** Dotted: "fee.rate". */
  readonly name: string;
  /** Null where nothing stands. */
  readonly before: string | null;
  readonly after: string | null;
  readonly isChanged: boolean;
};

function isBranch(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map((one) => textOf(one) ?? "–").join(", ");
  return isBranch(value) ? JSON.stringify(value) : String(value);
}

function leavesOf(tree: unknown, prefix = ""): Map<string, string | null> {
  const leaves = new Map<string, string | null>();
  if (!isBranch(tree)) {
    if (prefix !== "" || tree !== null) leaves.set(prefix, textOf(tree));
    return leaves;
  }
  for (const [key, value] of Object.entries(tree)) {
    const name = prefix === "" ? key : `${prefix}.${key}`;
    if (isBranch(value)) for (const leaf of leavesOf(value, name)) leaves.set(...leaf);
    else leaves.set(name, textOf(value));
  }
  return leaves;
}

/** Every place that the proposal names: those that change first, else in its own order. */
export function diffOf(current: unknown, payload: unknown): readonly DiffLine[] {
  const now = leavesOf(current ?? {});
  const then = leavesOf(payload ?? {});
  // What the proposal does not name stays as it is, and is not part of it.
  const lines = [...then].map(([name, after]) => {
    const before = now.get(name) ?? null;
    return { name, before, after, isChanged: before !== after };
  });
  return lines.toSorted((one, other) => Number(other.isChanged) - Number(one.isChanged));
}
