// Traders who do not give up: each repeats an attempt with the same key until it has an answer
// that counts, and writes down every answer. For tests that kill something meanwhile.

import { setTimeout as sleep } from "node:timers/promises";
import { type AccountId, accountId, type OrderId } from "@truetick/engine";
import { lots, price } from "@truetick/money";
import type { Outcome, Sequencer, UnstampedCommand } from "../sequencer/sequencer.ts";
import { accept, EURUSD, GOLD, giveQuote, marketOrder, openMarkets } from "./bare-exchange.ts";

/** An attempt that was answered for good. */
export type Answered = { readonly key: string; readonly seq: number | null };

export type LoadOptions = {
  readonly name: string;
  readonly traders: number;
  readonly isOver: () => boolean;
  readonly onAnswer: (answered: Answered) => void;
};

export const LOAD_OWNER = 4_000_000;
const RETRY_MS = 20;
const QUOTE_EVERY_MS = 2;

/** Markets and accounts, where they are not there yet. */
export async function prepareLoad(sequencer: Sequencer, traders: number): Promise<void> {
  const isNew = await sequencer.read((books) => books.market(EURUSD) === null);
  if (isNew) await openMarkets(sequencer);
  moveQuotes(sequencer, 0);
  for (let trader = 0; trader < traders; trader += 1) {
    const id = accountOf(trader);
    const isThere = await sequencer.read((books) => books.account(id) !== null);
    if (isThere) continue;
    await accept(sequencer, { type: "OpenAccount", accountId: id, ownerId: id, book: "demo" });
  }
}

/** Rejects if an answer ever contradicts another; resolves when the load is over. */
export async function runLoad(sequencer: Sequencer, options: LoadOptions): Promise<void> {
  const quoting = quoteUntil(sequencer, options.isOver);
  const traders = Array.from({ length: options.traders }, (_, trader) =>
    trade(sequencer, options, trader),
  );
  await Promise.all([quoting, ...traders]);
}

export function accountOf(trader: number): AccountId {
  return accountId(LOAD_OWNER + trader);
}

async function trade(sequencer: Sequencer, options: LoadOptions, trader: number): Promise<void> {
  const open: OrderId[] = [];
  for (let round = 0; !options.isOver(); round += 1) {
    const key = `${options.name}/${trader}/${round}`;
    const outcome = await persist(sequencer, options, {
      key,
      command: nextCommand(trader, round, open),
    });
    if (!outcome?.isAccepted) continue;
    for (const event of outcome.events) {
      if (event.type === "OrderOpened" && !event.wasPending) open.push(event.orderId);
    }
  }
}

function nextCommand(trader: number, round: number, open: OrderId[]): UnstampedCommand {
  const account = accountOf(trader);
  const orderId = round % 3 === 2 ? open.shift() : undefined;
  if (orderId !== undefined) {
    return { type: "CloseOrder", accountId: account, orderId, lots: null, reason: "user" };
  }
  const side = (trader + round) % 2 === 0 ? "buy" : "sell";
  if (round % 7 === 6)
    return marketOrder(account, { target: price(90_000), side: "buy", lots: lots(100) });
  return marketOrder(account, { side, lots: lots(100) });
}

/** Asks again with the same key until the answer counts. Null: the load was over before. */
async function persist(
  sequencer: Sequencer,
  { isOver, onAnswer }: LoadOptions,
  { key, command }: { readonly key: string; readonly command: UnstampedCommand },
): Promise<Outcome | null> {
  while (!isOver()) {
    const outcome = await sequencer.submit(command, { ownerId: LOAD_OWNER, key, payload: key });
    if (isAnswer(outcome)) {
      onAnswer({ key, seq: outcome.isAccepted ? outcome.seq : null });
      return outcome;
    }
    await sleep(RETRY_MS);
  }
  return null;
}

function isAnswer(outcome: Outcome): boolean {
  if (outcome.isAccepted) return true;
  const { reason } = outcome.refusal;
  if (reason === "KEY_REUSED") throw new Error("Invariant: no key is used twice");
  return reason !== "UNAVAILABLE" && reason !== "OVERLOADED";
}

async function quoteUntil(sequencer: Sequencer, isOver: () => boolean): Promise<void> {
  for (let tick = 1; !isOver(); tick += 1) {
    moveQuotes(sequencer, tick);
    await sleep(QUOTE_EVERY_MS);
  }
}

/** Prices that swing, slowly enough that nobody is ruined. */
function moveQuotes(sequencer: Sequencer, tick: number): void {
  const swing = Math.round(200 * Math.sin(tick / 50));
  const atMs = Date.now();
  giveQuote(sequencer, { market: EURUSD, bid: 110_000 + swing, ask: 110_010 + swing, atMs });
  giveQuote(sequencer, { market: GOLD, bid: 265_000 + swing, ask: 265_030 + swing, atMs });
}
