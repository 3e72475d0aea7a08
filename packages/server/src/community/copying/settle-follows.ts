// Ends follows: closes what is open, waits for closed markets, returns the cash to the last
// millionth. Called by the copier for those that were stopped, and for kept ones whose last
// position is gone; one at a time, many together. Invariants: nothing that was planned for a follow
// is left when it is closed, and no money is under way when its cash is counted; every step can be
// repeated; a stopped follow has no cash.

import type { OrderView } from "@truetick/engine";
import { ZERO_MONEY } from "@truetick/money";
import type { Books } from "../../trading/sequencer/sequencer.ts";
import type { FillParts } from "./fill-follow.ts";
import { finishTransfers } from "./finish-transfers.ts";
import type { StoredFollow } from "./follow-table.ts";
import { isTradable } from "./is-tradable.ts";
import { readPlannedTransfersOf } from "./move-money.ts";
import { readPlannedOf } from "./plan-table.ts";
import { type ReturnParts, returnCash } from "./return-cash.ts";
import { submitPlans } from "./submit-plans.ts";

/** So many together: others have their turns between. */
const TOGETHER_MAX = 500;

/** Of stopping and kept ones; answers those that are stopped now. */
export async function settleFollows(
  parts: FillParts & ReturnParts,
  follows: readonly StoredFollow[],
): Promise<readonly number[]> {
  const settled: number[] = [];
  for (let at = 0; at < follows.length; at += TOGETHER_MAX) {
    settled.push(...(await settleSome(parts, follows.slice(at, at + TOGETHER_MAX))));
  }
  return settled;
}

async function settleSome(
  parts: FillParts & ReturnParts,
  follows: readonly StoredFollow[],
): Promise<readonly number[]> {
  const { database, sequencer } = parts;
  const ids = follows.map(({ id }) => id);
  const { submit } = sequencer;
  await submitPlans({ database, submit }, await readPlannedOf(database, ids));
  await closeStopping(parts, follows);
  // Nobody adds to what has ended: what was on its way then is there, or not, after this.
  const underWay = await readPlannedTransfersOf(database, ids);
  const { stopped, unanswered } = await finishTransfers(parts, underWay);
  const leftOut = new Set([...stopped, ...unanswered]);
  const flat = await sequencer.read((books) =>
    follows.flatMap((follow) => {
      const isFlat = !leftOut.has(follow.id) && books.orders(follow.accountId).length === 0;
      return isFlat ? [{ follow, cash: books.account(follow.accountId)?.cash ?? ZERO_MONEY }] : [];
    }),
  );
  return [...stopped, ...(await returnCash(parts, flat))];
}

const CLOSE_REASONS = {
  owner: "copy-stopped",
  "stop-loss": "copy-stop-loss",
  "leader-blown": "copy-stopped",
} as const;

/** Without a key: closing what is closed already does nothing, and a refusal here passes. */
async function closeStopping(
  { sequencer, clock }: FillParts,
  follows: readonly StoredFollow[],
): Promise<void> {
  const nowMs = clock.now();
  const canClose = (books: Books, orders: readonly OrderView[]) =>
    orders.some(({ marketId }) => isTradable(books.market(marketId), nowMs));
  const closing = await sequencer.read((books) =>
    follows.filter(
      ({ status, accountId }) => status === "stopping" && canClose(books, books.orders(accountId)),
    ),
  );
  await Promise.all(
    closing.map(({ accountId, stopReason }) =>
      sequencer.submit({
        type: "CloseAll",
        accountId,
        marketId: null,
        reason: CLOSE_REASONS[stopReason ?? "owner"],
        isCancellingPending: true,
      }),
    ),
  );
}
