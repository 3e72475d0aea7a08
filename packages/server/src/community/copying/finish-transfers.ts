// Finishes money that was under way when the program died or the engine was out of reach. Called by
// the rounds of tend-follows.ts. Every transfer goes again under its own key, so that it is carried
// out once and answered as it was.

import { type FillParts, fillFollow } from "./fill-follow.ts";
import { readFollows, type StoredFollow } from "./follow-table.ts";
import {
  isAnswered,
  noteMoved,
  readPlannedTransfers,
  type StoredTransfer,
  submitTransfer,
} from "./move-money.ts";
import { finishReturns } from "./settle-follows.ts";

type Finished = {
  readonly moved: number[];
  readonly stopped: number[];
  /** Some have no answer even now. */
  isUnanswered: boolean;
};

export async function finishTransfers(parts: FillParts): Promise<Finished> {
  const finished: Finished = { moved: [], stopped: [], isUnanswered: false };
  for (const transfer of await readPlannedTransfers(parts.database)) {
    const [follow] = await readFollows(parts.database, [transfer.followId]);
    if (follow) await finish(parts, { follow, transfer }, finished);
  }
  return finished;
}

async function finish(
  parts: FillParts,
  one: { readonly follow: StoredFollow; readonly transfer: StoredTransfer },
  finished: Finished,
): Promise<void> {
  const { follow, transfer } = one;
  if (transfer.kind === "return") {
    finished.stopped.push(...(await finishReturns(parts, [one])));
    return;
  }
  const isStart = transfer.kind === "start";
  const outcome = isStart
    ? await fillFollow(parts, follow.id)
    : await submitTransfer(parts.sequencer.submit, transfer, follow);
  if (outcome === null) return;
  if (!isAnswered(outcome)) finished.isUnanswered = true;
  else if (!isStart) await noteMoved(parts.database, transfer, outcome);
  finished.moved.push(follow.id);
}
