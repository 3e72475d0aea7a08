// The tape's writer on the bus: says every quote as it is written and every mark of staleness, all
// of one turn in one word; up to where each tape is stored; and answers who has missed something.
// Started by whoever hosts shard 0 in a process of its own. Invariant: what was said is on the tape
// of this process, and it can say it again until it is stored.

import type { MarketId } from "@truetick/engine";
import type { Bus, BusMessage } from "../../platform/bus/bus.ts";
import type { Log } from "../../platform/log.ts";
import type { Sequencer } from "../sequencer/sequencer.ts";
import { answerRecalls } from "./answer-recalls.ts";
import { QuoteMemory } from "./quote-memory.ts";
import type { TapeInput } from "./tape-stream.ts";
import {
  packAnswer,
  packWord,
  readMarkets,
  readQuestion,
  TAPE_NAMED,
  TAPE_RECENT,
  TAPE_STORE,
  TAPE_WORDS,
  type TapeQuestion,
  toBytes,
} from "./tape-words.ts";

/** A loss is noticed by the next word at the latest. */
const HEARTBEAT_MS = 250;
/** Named quotes are gathered for this long before their tapes are stored. */
const STORED_AFTER_MS = 20;
const QUOTES_PER_ANSWER_MAX = 8_000;

type Needs = {
  readonly bus: Bus;
  readonly sequencer: Pick<
    Sequencer,
    "followInputs" | "newestQuote" | "storedSeq" | "storeTape" | "status"
  >;
  /** Of the lease of shard 0. */
  readonly epoch: number;
  /** The tape as it was said before the first word, which says none of it. */
  readonly memory: QuoteMemory;
  readonly log: Log;
};

export type TapePublisher = { readonly stop: () => void };

export function publishTape(needs: Needs): TapePublisher {
  const { bus, sequencer, epoch, memory } = needs;
  const stale = new Map<MarketId, TapeInput>();
  let number = 0;
  let inputs: TapeInput[] = [];
  let isDue = false;
  let isStopped = false;

  function say(): void {
    isDue = false;
    if (isStopped) return;
    number += 1;
    const word = { epoch, number, inputs, stored: newlyStored(memory, sequencer) };
    inputs = [];
    bus.publish(TAPE_WORDS, packWord(word));
  }

  sequencer.followInputs((input) => {
    if (input.type === "MarkStale") stale.set(input.marketId, input);
    else {
      stale.delete(input.marketId);
      if (!memory.put(epoch, input)) throw new Error("Invariant: the tape is written in order");
    }
    inputs.push(input);
    if (isDue) return;
    isDue = true;
    setImmediate(say);
  });

  const asked = { memory, stale, epoch, lastNumber: () => number, unsaid: () => inputs.length };
  const store = createStorer(needs, say);
  const stops = [
    bus.subscribe(TAPE_RECENT, (message) => answerQuestion(message, asked, say)),
    bus.subscribe(TAPE_NAMED, ({ bytes }) => store.soon(readMarkets(bytes))),
    bus.subscribe(TAPE_STORE, ({ bytes, answer }) => {
      void store.now(readMarkets(bytes)).then((isStored) => answer?.(toBytes(isStored)));
    }),
    answerRecalls(bus, memory),
  ];
  const beating = setInterval(say, HEARTBEAT_MS);
  say();
  return {
    stop() {
      say();
      isStopped = true;
      clearInterval(beating);
      store.stop();
      for (const stop of stops) stop();
    },
  };
}

/** Where the tape stands now. What is told again from here on is put into it. */
export function rememberTape({
  sequencer,
  marketIds,
}: {
  readonly sequencer: Pick<Sequencer, "newestQuote">;
  readonly marketIds: readonly MarketId[];
}): QuoteMemory {
  const memory = new QuoteMemory();
  for (const marketId of marketIds) {
    const newest = sequencer.newestQuote(marketId);
    if (newest) memory.begin(marketId, newest);
  }
  return memory;
}

function newlyStored(memory: QuoteMemory, { storedSeq }: Needs["sequencer"]) {
  const stored: [MarketId, number][] = [];
  for (const marketId of memory.marketIds) {
    const seq = storedSeq(marketId);
    if (seq <= memory.storedSeq(marketId)) continue;
    memory.markStored(marketId, seq);
    stored.push([marketId, seq]);
  }
  return stored;
}

type Asked = {
  readonly memory: QuoteMemory;
  readonly stale: ReadonlyMap<MarketId, TapeInput>;
  readonly epoch: number;
  readonly lastNumber: () => number;
  readonly unsaid: () => number;
};

/** What was written and not yet said is said first, so that the answer stands after a word. */
function answerQuestion({ bytes, answer }: BusMessage, asked: Asked, say: () => void): void {
  const question = readQuestion(bytes);
  // One who has heard a later writer must not be told what this one believes.
  if (answer === null || question.epoch > asked.epoch) return;
  if (asked.unsaid() > 0) say();
  answer(packAnswer(answerTo(question, asked)));
}

function answerTo({ after }: TapeQuestion, { memory, stale, epoch, lastNumber }: Asked) {
  const quotes = memory.afterAll(after);
  const isWhole = quotes.length <= QUOTES_PER_ANSWER_MAX;
  const told = quotes.slice(0, QUOTES_PER_ANSWER_MAX);
  const inputs: TapeInput[] = told.map(({ epoch: _, ...quote }) => ({
    type: "TakeQuote",
    ...quote,
  }));
  const ends = memory.marketIds.flatMap((marketId) => {
    const newest = memory.newest(marketId);
    if (!newest) return [];
    const isForked = after.some((place) => place[0] === marketId && isElsewhere(memory, place));
    return [{ marketId, newest, storedSeq: memory.storedSeq(marketId), isForked }];
  });
  if (isWhole) inputs.push(...stale.values());
  return { epoch, number: isWhole ? lastNumber() : 0, ends, inputs };
}

/** The number where the asker stands has other prices here; unknown where it is long stored. */
function isElsewhere(memory: QuoteMemory, place: TapeQuestion["after"][number]): boolean {
  const [marketId, seq, bid, ask] = place;
  const ours = memory.after(marketId, seq - 1)[0];
  return ours?.seq === seq && (ours.bid !== bid || ours.ask !== ask);
}

/** Stores tapes because somebody asked, or soon after a shard has named a quote of them. */
function createStorer({ sequencer, log }: Needs, say: () => void) {
  const due = new Set<MarketId>();
  let timer: NodeJS.Timeout | null = null;

  async function now(marketIds: Iterable<MarketId>): Promise<boolean> {
    try {
      const isStored = await sequencer.storeTape(marketIds);
      if (isStored) say();
      return isStored;
    } catch (err) {
      log.warn({ err }, "the tape was not stored as asked; it is in its turn");
      return false;
    }
  }

  return {
    now,
    soon(marketIds: Iterable<MarketId>) {
      for (const marketId of marketIds) due.add(marketId);
      timer ??= setTimeout(() => {
        timer = null;
        const markets = [...due];
        due.clear();
        void now(markets);
      }, STORED_AFTER_MS);
    },
    stop() {
      if (timer) clearTimeout(timer);
    },
  };
}
