// Tells the engine, every shard of it, what was ordered of markets by hand. Called by
// market-halts.ts, in turn. Invariant: it answers once every shard has it in its journal, or
// throws.

import { setTimeout as sleep } from "node:timers/promises";
import { type MarketSession, marketId } from "@truetick/engine";
import type { Sequencer, UnstampedCommand } from "../sequencer/sequencer.ts";

/** Never an open one: whether a market is open is its calendar's to say. */
export type ToldSession = Extract<MarketSession, "halted" | "closed" | "closed-closing-only">;

const TRIES_MAX = 100;
const RETRY_AFTER_MS = 50;

export async function tellSessions(
  sequencer: Pick<Sequencer, "submit">,
  sessions: readonly (readonly [string, ToldSession])[],
): Promise<void> {
  await Promise.all(
    sessions.map(([id, session]) =>
      insist(sequencer, { type: "SetMarketSession", marketId: marketId(Number(id)), session }),
    ),
  );
  // Whatever is decided next, the plan opens what its calendar has open.
  const isForThePlan = sessions.some(([, session]) => session !== "halted");
  if (isForThePlan) await insist(sequencer, { type: "ExpireOrders" });
}

/** On the busiest of days it is tried again: that is what a brake is for. */
async function insist(
  { submit }: Pick<Sequencer, "submit">,
  command: UnstampedCommand,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const outcome = await submit(command);
    if (outcome.isAccepted) return;
    const { reason } = outcome.refusal;
    // It is closed for good, and needs no brake.
    if (reason === "MARKET_DELISTED") return;
    const isPassing = reason === "OVERLOADED" || reason === "UNAVAILABLE";
    if (!isPassing || tries === TRIES_MAX) {
      throw new Error(`the engine was not told of an order by hand: ${reason}`);
    }
    await sleep(RETRY_AFTER_MS);
  }
}
