// Where a log stopped being what this browser remembers: the first row after the last remembered
// checkpoint that it still continues. Exact it cannot be by itself: between two checkpoints
// the browser has seen nothing.

import type { Checkpoint, LogHead } from "@truetick/proof";
import { compareHeads, type Prove } from "./compare-logs.ts";

type Place = {
  readonly log: string;
  /** What is remembered, oldest first. */
  readonly history: readonly Checkpoint[];
  readonly now: Checkpoint;
  readonly prove: Prove;
};

function headOf({ logs }: Checkpoint, log: string): LogHead | null {
  return logs.find((head) => head.log === log) ?? null;
}

/** Rows are numbered from one. Null when the line broke, or nothing is proved any more. */
export async function findFirstBad({ log, history, now, prove }: Place): Promise<number | null> {
  const next = headOf(now, log);
  const heads = history.map((seen) => headOf(seen, log)).filter((head) => head !== null);
  if (!next) return 1;
  const doesHold = async (head: LogHead): Promise<boolean | null> => {
    if (head.size > next.size) return false;
    const found = await compareHeads(head, next, prove);
    return "value" in found ? found.value.doesHold : null;
  };
  // What once differs differs from there on: halves are enough.
  let [held, low, high] = [0, 0, heads.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const head = heads[middle];
    if (!head) break;
    const isGood = await doesHold(head);
    if (isGood === null) return null;
    if (isGood) {
      held = head.size;
      low = middle + 1;
    } else high = middle;
  }
  return held + 1;
}
