// Follows the tape from another process: hears its writer's words, notices when one is missing, and
// fills the gap by asking the writer, then from the stored tape. Started by every process that does
// not write the tape itself. Invariants: listeners hear each market's numbers without a gap and
// without a repeat; words of a writer that was overtaken are not heard.

import type { MarketId } from "@truetick/engine";
import type { Bus } from "../../platform/bus/bus.ts";
import type { Database } from "../../platform/database.ts";
import type { Log } from "../../platform/log.ts";
import { answerRecalls } from "./answer-recalls.ts";
import { QuoteMemory } from "./quote-memory.ts";
import { readHeads } from "./read-heads.ts";
import { readStoredQuotes } from "./stored-quotes.ts";
import type { TapeInput, TapeStream } from "./tape-stream.ts";
import {
  readAnswer,
  readWord,
  TAPE_RECENT,
  TAPE_STORE,
  TAPE_WORDS,
  type TapeAnswer,
  type TapeTip,
  type TapeWord,
  toBytes,
} from "./tape-words.ts";

const ANSWER_WAIT_MS = 1_000;
const STORE_WAIT_MS = 2_000;
const ASK_AGAIN_MS = 100;
/** No word for this long, and something is amiss: four heartbeats. */
const SILENT_AFTER_MS = 1_000;
/** Words that wait for an answer; beyond it they are asked for too. */
const WAITING_MAX = 10_000;

type Needs = { readonly bus: Bus; readonly database: Database; readonly log: Log };

export async function followTapeStream(needs: Needs): Promise<TapeStream> {
  const follower = new TapeFollower(needs);
  await follower.start();
  return {
    epoch: () => follower.epoch,
    lineUpMs: () => performance.now() - follower.lineUpAt,
    newest: (marketId) => follower.memory.newest(marketId),
    storedSeq: (marketId) => follower.memory.storedSeq(marketId),
    recent: (marketId, afterSeq) => follower.memory.after(marketId, afterSeq),
    isStale: (marketId) => follower.stale.has(marketId),
    follow: (listener) => addTo(follower.listeners, listener),
    onForked: (listener) => addTo(follower.forkListeners, listener),
    store: (marketIds) => follower.store(marketIds),
    stop: () => follower.stop(),
  };
}

class TapeFollower {
  readonly memory = new QuoteMemory();
  readonly listeners = new Set<(input: TapeInput) => void>();
  readonly forkListeners = new Set<() => void>();
  readonly stale = new Set<MarketId>();
  readonly #needs: Needs;
  readonly #stops: (() => void)[] = [];
  #waiting: TapeWord[] = [];
  #number = 0;
  #isAsking = false;
  #isStopped = false;
  #isHeard = false;
  epoch = 0;
  lineUpAt = performance.now();

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** Stands at the end of the stored tape when it answers, and hears what comes after. */
  async start(): Promise<void> {
    const { bus, database, log } = this.#needs;
    this.#isAsking = true;
    this.#stops.push(
      bus.subscribe(TAPE_WORDS, ({ bytes }) => this.#hear(readWord(bytes))),
      bus.onBack(() => {
        this.lineUpAt = performance.now();
        this.#ask();
      }),
      answerRecalls(bus, this.memory),
    );
    await bus.flush().catch((err: unknown) => log.warn({ err }, "the bus is silent"));
    for (const { marketId, newest } of await readHeads(database)) {
      this.memory.begin(marketId, newest);
    }
    const watching = setInterval(() => this.#watch(), SILENT_AFTER_MS);
    this.#stops.push(() => clearInterval(watching));
    this.#isAsking = false;
    this.#ask();
  }

  async store(marketIds: Iterable<MarketId>): Promise<boolean> {
    try {
      const bytes = toBytes([...marketIds]);
      const answer = await this.#needs.bus.request(TAPE_STORE, bytes, STORE_WAIT_MS);
      return Buffer.from(answer).toString() === "true";
    } catch {
      return false;
    }
  }

  stop(): void {
    this.#isStopped = true;
    for (const stop of this.#stops) stop();
  }

  /** The last words of a line that went silent may be the ones that are missing. */
  #watch(): void {
    if (!this.#isHeard) this.#ask();
    this.#isHeard = false;
  }

  #hear(word: TapeWord): void {
    if (word.epoch < this.epoch) return;
    this.#isHeard = true;
    if (this.#isAsking) {
      if (this.#waiting.length < WAITING_MAX) this.#waiting.push(word);
      return;
    }
    if (word.epoch === this.epoch && word.number <= this.#number) return;
    if (word.epoch === this.epoch && word.number === this.#number + 1) {
      this.#take(word);
    } else {
      this.#waiting.push(word);
      this.#ask();
    }
  }

  #take({ number, inputs, stored }: TapeWord): void {
    this.#number = number;
    for (const input of inputs) this.#tell(input);
    for (const [marketId, seq] of stored) this.memory.markStored(marketId, seq);
  }

  #tell(input: TapeInput): void {
    if (input.type === "MarkStale") this.stale.add(input.marketId);
    else {
      if (!this.memory.put(this.epoch, input)) return;
      this.stale.delete(input.marketId);
    }
    for (const listener of this.listeners) {
      try {
        listener(input);
      } catch (err) {
        this.#needs.log.error({ err, marketId: input.marketId }, "a follower of the tape broke");
      }
    }
  }

  #ask(): void {
    if (this.#isAsking || this.#isStopped) return;
    this.#isAsking = true;
    void this.#askOnce().then((isWhole) => {
      this.#isAsking = false;
      if (this.#isStopped) return;
      if (!isWhole) {
        setTimeout(() => this.#ask(), ASK_AGAIN_MS).unref();
        return;
      }
      const waiting = this.#waiting;
      this.#waiting = [];
      for (const word of waiting) this.#hear(word);
    });
  }

  async #askOnce(): Promise<boolean> {
    const { bus, log } = this.#needs;
    try {
      const question = toBytes({ epoch: this.epoch, after: this.memory.places() });
      const answer = readAnswer(await bus.request(TAPE_RECENT, question, ANSWER_WAIT_MS));
      if (answer.epoch < this.epoch) return false;
      await this.#takeAnswer(answer);
      return answer.number > 0;
    } catch (err) {
      log.debug({ err }, "nobody answered for the tape; asking again");
      return false;
    }
  }

  async #takeAnswer({ epoch, number, ends, inputs }: TapeAnswer): Promise<void> {
    const forked = ends.filter((end) => end.isForked || this.#isAhead(end));
    if (forked.length > 0) return this.#beginAnew(epoch, forked);
    const filled = await this.#readMissing(ends, firstSeqs(inputs));
    if (this.#isStopped) return;
    this.epoch = epoch;
    this.#number = number;
    for (const input of inTime([...filled, ...inputs])) {
      if (input.type === "TakeQuote" || !this.stale.has(input.marketId)) this.#tell(input);
    }
    for (const { marketId, storedSeq } of ends) this.memory.markStored(marketId, storedSeq);
  }

  /** We heard what the next writer could not know of: its tape is the tape. */
  #isAhead({ marketId, newest }: TapeTip): boolean {
    return (this.memory.newest(marketId)?.seq ?? 0) > newest.seq;
  }

  async #beginAnew(epoch: number, forked: readonly TapeTip[]): Promise<void> {
    const { database, log } = this.#needs;
    const heads = new Map((await readHeads(database)).map((head) => [head.marketId, head]));
    for (const { marketId } of forked) {
      const head = heads.get(marketId);
      if (head) this.memory.begin(marketId, head.newest);
      else this.memory.forget(marketId);
    }
    this.epoch = epoch;
    this.#number = 0;
    log.error({ markets: forked.length, epoch }, "quotes were heard that are not on the tape");
    for (const listener of this.forkListeners) listener();
    setImmediate(() => this.#ask());
  }

  /** What the writer no longer remembers is stored. */
  async #readMissing(
    ends: readonly TapeTip[],
    first: ReadonlyMap<MarketId, number>,
  ): Promise<readonly TapeInput[]> {
    const filled: TapeInput[] = [];
    for (const { marketId, newest } of ends) {
      const after = this.memory.newest(marketId)?.seq ?? 0;
      const before = first.get(marketId) ?? newest.seq + 1;
      if (after + 1 >= before) continue;
      const wanted = { marketId, after, before };
      filled.push(...(await readStoredQuotes(this.#needs.database, wanted)));
    }
    return filled;
  }
}

function firstSeqs(inputs: readonly TapeInput[]): ReadonlyMap<MarketId, number> {
  const first = new Map<MarketId, number>();
  for (const input of inputs) {
    if (input.type === "MarkStale" || first.has(input.marketId)) continue;
    first.set(input.marketId, input.seq);
  }
  return first;
}

/** Markets as they moved together; each market's quotes stay in order. */
function inTime(inputs: readonly TapeInput[]): readonly TapeInput[] {
  return inputs.toSorted((left, right) => left.atMs - right.atMs);
}

function addTo<T>(set: Set<T>, one: T): () => void {
  set.add(one);
  return () => void set.delete(one);
}
