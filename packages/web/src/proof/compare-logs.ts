// Holds a checkpoint of the server's against one that this browser remembers: every log must go on
// where it was. The proofs are asked for; what cannot be had is told apart from what does not hold.

import { type Checkpoint, fromHex, hashesOf, isExtension, type LogHead } from "@truetick/proof";

/** What the server answered, or why it did not: the line, or a word of its own. */
export type Asked<T> =
  | { readonly value: T }
  | { readonly isUnreachable: boolean; readonly said: string };

/** Asks for the hashes of a consistency path. */
export type Prove = (asked: {
  readonly log: string;
  readonly from: number;
  readonly to: number;
}) => Promise<Asked<readonly string[]>>;

export type LogFault = {
  readonly kind: "rewritten" | "shortened";
  readonly log: string;
  readonly detail: string;
};

export type Comparison = {
  readonly faults: readonly LogFault[];
  /** What the server said instead of a proof. */
  readonly unproved: readonly string[];
  /** No alarm: the line. */
  readonly isUnreachable: boolean;
};

function doesExtend(seen: LogHead, now: LogHead, path: readonly string[]): boolean {
  const hashes = hashesOf(path);
  const [fromRoot, toRoot] = [fromHex(seen.root), fromHex(now.root)];
  if (!hashes || !fromRoot || !toRoot) return false;
  return isExtension({ from: seen.size, to: now.size, fromRoot, toRoot, path: hashes });
}

/** Whether a log goes on from there; what was asked for is part of the answer. */
export async function compareHeads(
  seen: LogHead,
  now: LogHead,
  prove: Prove,
): Promise<Asked<{ readonly doesHold: boolean; readonly path: readonly string[] }>> {
  // Nothing to ask: one tree, or everything begins with nothing.
  if (seen.size === now.size || seen.size === 0) {
    return { value: { doesHold: doesExtend(seen, now, []), path: [] } };
  }
  const proved = await prove({ log: seen.log, from: seen.size, to: now.size });
  if (!("value" in proved)) return proved;
  return { value: { doesHold: doesExtend(seen, now, proved.value), path: proved.value } };
}

export async function compareLogs(
  seen: Checkpoint,
  now: Checkpoint,
  prove: Prove,
): Promise<Comparison> {
  const faults: LogFault[] = [];
  const unproved: string[] = [];
  let isUnreachable = false;
  for (const head of seen.logs) {
    const { log, size } = head;
    const next = now.logs.find((other) => other.log === log);
    if (!next || next.size < size) {
      const detail = `${log}: ${size} rows were seen, ${next?.size ?? 0} are there`;
      faults.push({ kind: "shortened", log, detail });
      continue;
    }
    const found = await compareHeads(head, next, prove);
    if ("value" in found) {
      const { doesHold, path } = found.value;
      const detail = `${log}: ${size} to ${next.size}, path [${path.join(",")}]`;
      if (!doesHold) faults.push({ kind: "rewritten", log, detail });
    } else if (found.isUnreachable) isUnreachable = true;
    else unproved.push(`${log}: ${found.said}`);
  }
  return { faults, unproved, isUnreachable };
}
