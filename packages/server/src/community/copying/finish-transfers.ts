// Finishes money that was under way when the program died or the engine was out of reach. Called by
// the rounds of tend-follows.ts, and before a follow is settled. Every transfer goes again under
// its own key, so that it is carried out once and answered as it was.

import { type FillParts, fillFollow } from "./fill-follow.ts";
import { readFollows, type StoredFollow } from "./follow-table.ts";
import { isAnswered, noteMoved, type StoredTransfer, submitTransfer } from "./move-money.ts";
import { finishReturns, type ReturnParts } from "./return-cash.ts";

type Finished = {
  readonly moved: readonly number[];
  readonly stopped: readonly number[];
  /** Of these follows some have no answer even now. */
  readonly unanswered: readonly number[];
};

type UnderWay = { readonly follow: StoredFollow; readonly transfer: StoredTransfer };

export async function finishTransfers(
  parts: FillParts & ReturnParts,
  transfers: readonly StoredTransfer[],
): Promise<Finished> {
  if (transfers.length === 0) return { moved: [], stopped: [], unanswered: [] };
  const follows = await readFollows(
    parts.database,
    transfers.map(({ followId }) => followId),
  );
  const byId = new Map(follows.map((follow) => [follow.id, follow]));
  const all = transfers.flatMap((transfer) => {
    const follow = byId.get(transfer.followId);
    return follow ? [{ follow, transfer }] : [];
  });
  const moved: number[] = [];
  const unanswered: number[] = [];
  for (const one of all.filter(({ transfer }) => transfer.kind !== "return")) {
    const { id } = one.follow;
    if (await finish(parts, one)) moved.push(id);
    else unanswered.push(id);
  }
  const returned = await finishReturns(
    parts,
    all.filter(({ transfer, follow }) => {
      return transfer.kind === "return" && !unanswered.includes(follow.id);
    }),
  );
  unanswered.push(...returned.unanswered);
  return { moved, stopped: returned.stopped, unanswered };
}

/** False: nobody has answered. */
async function finish(parts: FillParts, { follow, transfer }: UnderWay): Promise<boolean> {
  if (transfer.kind === "start") {
    const outcome = await fillFollow(parts, follow.id);
    return outcome === null || isAnswered(outcome);
  }
  const outcome = await submitTransfer(parts.sequencer.submit, transfer, follow);
  if (!isAnswered(outcome)) return false;
  await noteMoved(parts.database, transfer, outcome);
  return true;
}
