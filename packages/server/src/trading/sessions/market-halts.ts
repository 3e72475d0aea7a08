// What is ordered of markets by hand: halting one, leaving markets open for closing only (no new
// risk), and letting them go. A durable record with its reason first, then the engine, then every
// other process. Opened by trading.ts; two people at the desk decide it. What was recorded without
// the engine being told, by a process that died or by the operator's brake (docs/runbook.md), is
// told by whoever has the engine: at its start, and every second. Invariants: a market whose newest
// halt record is a halt does not trade; one whose newest closing-only record stands opens nothing;
// the two are apart, and letting go of one does not let go of the other.

import { type MarketSession, marketId } from "@truetick/engine";
import type { Database } from "../../platform/database.ts";
import { createTurns, type InTurn } from "../../platform/in-turn.ts";
import type { Log } from "../../platform/log.ts";
import type { News, NewsChannel } from "../../platform/news/news.ts";
import type { Sequencer } from "../sequencer/sequencer.ts";
import {
  createStandingBook,
  type Held,
  readStandings,
  type Standing,
  type StandingBook,
  writeOrder,
} from "./hand-orders.ts";
import { type ToldSession, tellSessions } from "./tell-sessions.ts";

export type HandOrder = {
  /** Shown to everyone. */
  readonly reason: string;
  /** Who says so. */
  readonly orderedBy: string;
};

export type HaltOrder = HandOrder & { readonly marketId: string };
export type ClosingOnlyOrder = HandOrder & { readonly marketIds: readonly string[] };

export type MarketHalts = {
  /** Why it is halted; null when it is not. */
  readonly reasonOf: (marketId: string) => string | null;
  /** Why it is for closing only, also while it is halted or closed; null when it is not. */
  readonly closingOnlyReasonOf: (marketId: string) => string | null;
  readonly halt: (order: HaltOrder) => Promise<void>;
  /** It trades again as its calendar says; for closing only where that was ordered. */
  readonly resume: (order: HaltOrder) => Promise<void>;
  /** Answers when every engine knows: nothing opens in these markets any more. */
  readonly stopNewRisk: (order: ClosingOnlyOrder) => Promise<void>;
  readonly allowNewRisk: (order: ClosingOnlyOrder) => Promise<void>;
  /** Calls back when something else is known of any market. */
  readonly follow: (listener: () => void) => void;
  readonly stop: () => Promise<void>;
};

type Needs = {
  readonly database: Database;
  readonly sequencer: Pick<Sequencer, "submit" | "read">;
  readonly log: Log;
  readonly news: News;
  /** Whether the engine is this process's own, and has to be told what it has missed. */
  readonly hasEngine: boolean;
};

const LOOK_EVERY_MS = 1_000;
/** Of all orders by hand: the engine hears of them in the order of their records. */
const TURN = "halts";

export async function openMarketHalts(needs: Needs): Promise<MarketHalts> {
  const { database, sequencer, news, log } = needs;
  const book = createStandingBook(() => readStandings(database));
  const channel = news.channel("halts", (said) => (typeof said === "string" ? said : null));
  const listeners: (() => void)[] = [];
  const onChanged = () => {
    for (const listener of listeners) listener();
  };
  const parts: Parts = { database, sequencer, book, tellOthers: channel.tellOthers, onChanged };
  const inTurn = createTurns(database);
  const stopReading = readOnNews(needs, parts, channel);
  await news.ready();
  await book.read();
  // Nobody else can have told an engine whose door is still closed: there is no turn to wait for.
  if (needs.hasEngine) await tellSessions(sequencer, await findUntold(parts));
  const look = () => lookAtRecords(parts, inTurn);
  const stopLooking = needs.hasEngine ? lookAgain(look, log) : async () => undefined;
  // Read inside of the turn: another process may have ordered the other thing a moment ago.
  const order = (ids: readonly string[], change: Partial<Standing>, by: HandOrder) =>
    inTurn(TURN, async () => {
      await book.read();
      await record(parts, { ids, change, order: by });
    });
  return {
    reasonOf: (id) => book.of(id).haltReason,
    closingOnlyReasonOf: (id) => book.of(id).closingOnlyReason,
    halt: (by) => order([by.marketId], { haltReason: by.reason }, by),
    resume: (by) => order([by.marketId], { haltReason: null }, by),
    stopNewRisk: (by) => order(by.marketIds, { closingOnlyReason: by.reason }, by),
    allowNewRisk: (by) => order(by.marketIds, { closingOnlyReason: null }, by),
    follow: (listener) => listeners.push(listener),
    async stop() {
      stopReading();
      await stopLooking();
    },
  };
}

type Parts = Pick<Needs, "database" | "sequencer"> & {
  readonly book: StandingBook;
  readonly tellOthers: (marketId: string) => void;
  readonly onChanged: () => void;
};

/** Answers how to stop. */
function readOnNews(
  { news, log }: Needs,
  { book, onChanged }: Parts,
  { follow }: NewsChannel<string>,
): () => void {
  const readSoon = () => {
    book.read().then(onChanged, (err) => log.warn({ err }, "halts may be out of date"));
  };
  const stops = [follow(readSoon), news.onMissed(readSoon)];
  return () => {
    for (const stop of stops) stop();
  };
}

async function record(
  { database, sequencer, book, tellOthers, onChanged }: Parts,
  given: {
    readonly ids: readonly string[];
    readonly change: Partial<Standing>;
    readonly order: HandOrder;
  },
): Promise<void> {
  const { ids, change } = given;
  await writeOrder(database, given);
  const before = ids.map((id) => [id, book.of(id)] as const);
  for (const [id, standing] of before) book.put(id, { ...standing, ...change });
  try {
    await tellSessions(
      sequencer,
      ids.map((id) => [id, sessionBy(book.of(id))]),
    );
  } catch (error) {
    // The engine does not know yet: whoever ordered it must not take it for done.
    for (const [id, standing] of before) book.put(id, standing);
    throw error;
  }
  onChanged();
  for (const id of ids) tellOthers(id);
}

/** What this process's own engine does not know of what is recorded. */
async function findUntold({ sequencer, book }: Parts): Promise<(readonly [string, ToldSession])[]> {
  const held = book.all();
  const sessions = await sequencer.read((books) =>
    held.map(([id]) => books.market(marketId(Number(id)))?.session ?? null),
  );
  return held.flatMap(([id, standing], at) => {
    const isKnown = isTold(standing, sessions[at] ?? null);
    return isKnown ? [] : [[id, sessionBy(standing)] as const];
  });
}

/** In turn and from the table: nobody undoes what another has just recorded and told. */
async function lookAtRecords(parts: Parts, inTurn: InTurn): Promise<void> {
  const changed = await parts.book.read();
  if ((await findUntold(parts)).length > 0) {
    await inTurn(TURN, async () => {
      await parts.book.read();
      await tellSessions(parts.sequencer, await findUntold(parts));
    });
  }
  if (changed.length > 0) parts.onChanged();
  for (const id of changed) parts.tellOthers(id);
}

export function heldBy(halts: Pick<MarketHalts, "reasonOf" | "closingOnlyReasonOf">): Held {
  return {
    isHalted: ({ id }) => halts.reasonOf(id) !== null,
    isClosingOnly: ({ id }) => halts.closingOnlyReasonOf(id) !== null,
  };
}

/** What the engine is told: the calendar's own plan opens what it has open (session-plan.ts). */
function sessionBy({ haltReason, closingOnlyReason }: Standing): ToldSession {
  if (haltReason !== null) return "halted";
  return closingOnlyReason === null ? "closed" : "closed-closing-only";
}

/** Whether an engine that has this session knows what is recorded. */
export function isTold({ haltReason, closingOnlyReason }: Standing, session: MarketSession | null) {
  if (session === null || session === "delisted") return true;
  if (haltReason !== null) return session === "halted";
  if (closingOnlyReason === null) return session === "open" || session === "closed";
  return session === "closing-only" || session === "closed-closing-only";
}

/** One look at a time; answers how to stop. */
function lookAgain(look: () => Promise<void>, log: Log): () => Promise<void> {
  let underWay: Promise<void> | null = null;
  const timer = setInterval(() => {
    underWay ??= look()
      .catch((err) => log.warn({ err }, "orders by hand may not have been told yet"))
      .finally(() => {
        underWay = null;
      });
  }, LOOK_EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    await underWay;
  };
}
