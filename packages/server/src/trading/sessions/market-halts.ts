// Halting a market by hand, and letting it go: a durable record with its reason first, then the
// engine, then every other process. Opened by trading.ts; two people at the desk decide it. What
// was recorded and not yet told to the engine when the process died is told at the next start.
// Invariant: a market whose newest record is a halt does not trade.

import { marketId } from "@truetick/engine";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import { createTurns } from "../../platform/in-turn.ts";
import type { Log } from "../../platform/log.ts";
import type { News } from "../../platform/news/news.ts";
import type { Sequencer } from "../sequencer/sequencer.ts";
import "./session-table.ts";

export type HaltOrder = {
  readonly marketId: string;
  /** Shown to everyone. */
  readonly reason: string;
  /** Who says so. */
  readonly orderedBy: string;
};

export type MarketHalts = {
  /** Why it is halted; null when it is not. */
  readonly reasonOf: (marketId: string) => string | null;
  readonly halt: (order: HaltOrder) => Promise<void>;
  /** It trades again as its calendar says. */
  readonly resume: (order: HaltOrder) => Promise<void>;
};

type Needs = {
  readonly database: Database;
  readonly sequencer: Pick<Sequencer, "submit" | "read">;
  readonly log: Log;
  readonly news: News;
  /** Whether the engine is this process's own, and has to be told what it has missed. */
  readonly hasEngine: boolean;
};

export async function openMarketHalts(needs: Needs): Promise<MarketHalts> {
  const { database, sequencer, log, news } = needs;
  const reasons = new Map<string, string>();
  const channel = news.channel("halts", (said) => (typeof said === "string" ? said : null));
  let reading: Promise<void> = Promise.resolve();
  // So that the engine hears of a halt and of its end in the order of their records.
  const inTurn = createTurns(database);

  async function tell(id: string, session: "halted" | "closed"): Promise<void> {
    const outcome = await sequencer.submit({
      type: "SetMarketSession",
      marketId: marketId(Number(id)),
      session,
    });
    if (!outcome.isAccepted) {
      throw new Error(`the session of market ${id} was not set: ${outcome.refusal.reason}`);
    }
    // Whatever is decided next, the plan opens what its calendar has open.
    if (session === "closed") await sequencer.submit({ type: "ExpireOrders" });
  }

  async function record({ marketId: id, reason, orderedBy }: HaltOrder, isHalted: boolean) {
    await database
      .insertInto("market_halt")
      .values({ market_id: Number(id), is_halted: isHalted, reason, ordered_by: orderedBy })
      .execute();
    const before = reasons.get(id);
    keep(id, isHalted ? reason : undefined);
    try {
      await tell(id, isHalted ? "halted" : "closed");
    } catch (error) {
      // The engine does not know yet: whoever ordered it must not take it for done.
      keep(id, before);
      throw error;
    }
    channel.tellOthers(id);
  }

  /** One after another, so that the newest record has the last word. */
  function readSoon(): void {
    reading = reading
      .then(async () => {
        const newest = await readNewest(database);
        for (const { id, isHalted, reason } of newest) keep(id, isHalted ? reason : undefined);
      })
      .catch((err) => log.warn({ err }, "halts may be out of date"));
  }

  function keep(id: string, reason: string | undefined): void {
    if (reason === undefined) reasons.delete(id);
    else reasons.set(id, reason);
  }

  channel.follow(readSoon);
  news.onMissed(readSoon);
  await news.ready();
  for (const { id, isHalted, reason } of await readNewest(database)) {
    if (isHalted) reasons.set(id, reason);
    if (!needs.hasEngine) continue;
    const number = marketId(Number(id));
    const session = await sequencer.read((books) => books.market(number)?.session ?? null);
    if (isHalted && (session === "open" || session === "closed")) await tell(id, "halted");
    if (!isHalted && session === "halted") await tell(id, "closed");
  }
  return {
    reasonOf: (id) => reasons.get(id) ?? null,
    halt: (order) => inTurn(`halt/${order.marketId}`, () => record(order, true)),
    resume: (order) => inTurn(`halt/${order.marketId}`, () => record(order, false)),
  };
}

async function readNewest(database: Database) {
  const { rows } = await sql<{ id: number; isHalted: boolean; reason: string }>`
    select distinct on (market_id) market_id as id, is_halted as "isHalted", reason
    from market_halt order by market_id, id desc`.execute(database);
  return rows.map(({ id, ...row }) => ({ id: String(id), ...row }));
}
