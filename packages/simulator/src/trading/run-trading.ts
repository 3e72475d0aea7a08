// One seeded run of the whole hot path: prices through the gate, traders, cashier and clock through
// the sequencer, into a store that fails, on a process that dies. Everything that happens follows
// from the seed; what is promised is checked after every step, after every death, and at the end.

import { createHash } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";
import type { MarketId } from "@truetick/engine";
import { money } from "@truetick/money";
import {
  type Books,
  createLog,
  type JournalStore,
  type Sequencer,
  startSequencerOn,
  type UnstampedCommand,
} from "@truetick/server";
import { type Chance, createChance } from "../chance.ts";
import { insist } from "../watch-quotes.ts";
import { type Attempt, Attempts } from "./attempts.ts";
import { checkBooks, checkSums } from "./check-books.ts";
import { checkAttempts, checkChain, checkTape, foldRows } from "./check-evidence.ts";
import { drawCommand } from "./draw-command.ts";
import type { Evidence } from "./evidence.ts";
import { drawFate, FaultyLine } from "./faulty-line.ts";
import { PRICE_AGE_MAX_MS, TRADERS, WARES } from "./floor.ts";
import { LedgerWatch } from "./ledger-watch.ts";
import { PriceSource, START_MS } from "./price-source.ts";
import { createSimulatedTime, type SimulatedTime } from "./simulated-time.ts";

/** Where a run keeps its journal, and how to look at it past the sequencer. */
export type Vault = {
  readonly store: JournalStore;
  readonly readEvidence: () => Promise<Evidence>;
};

export type TradingReport = {
  readonly commands: number;
  readonly answers: number;
  readonly repeats: number;
  readonly rows: number;
  readonly badTicks: number;
  readonly movements: number;
  readonly crashes: number;
  /** Deaths while a commit was on its way. */
  readonly crashesInCommit: number;
  readonly failedCommits: number;
  /** Of them, those behind which another one had been sent. */
  readonly failedBehind: number;
  /** Over every answer, the journal's last link and the state. */
  readonly hash: string;
};

const STEPS = 110;
const STEP_MAX_MS = 1_500;
const FIRST_CUT = 20_260_105;
const DEPOSIT = money(2_000_000_000n);
const JUMPS_MS = [-3_000, -60_000, 60_000, 3_600_000] as const;
const SETTLE_TURNS_MAX = 400;
/** A command is some five rows. */
const AHEAD_ROWS_MAX = 8;
/** What follows from an answer may be on its way a few turns later, whatever store answered. */
const RESTING_TURNS = 4;
/** A client that gets no answer asks again; so often, and it must have one. */
const ASKED_AGAIN_MAX = 10;

class TradingRun {
  readonly #chance: Chance;
  readonly #vault: Vault;
  readonly #time: SimulatedTime;
  readonly #source: PriceSource;
  readonly #ledger = new LedgerWatch();
  readonly #attempts: Attempts;
  readonly #answers: string[] = [];
  #line: FaultyLine;
  #sequencer: Sequencer | null = null;
  #nextId = 0;
  #cutDate = FIRST_CUT;
  #jumpedMs = 0;
  #crashes = 0;
  #crashesInCommit = 0;
  #failedCommits = 0;
  #failedBehind = 0;
  /** What the product said when it halted. */
  #lastWords = "";
  readonly #log = createLog("fatal", {
    write: (line) => {
      this.#lastWords = line;
    },
  });

  constructor(seed: number, vault: Vault) {
    this.#chance = createChance(seed);
    this.#vault = vault;
    this.#time = createSimulatedTime(START_MS);
    this.#source = new PriceSource(this.#chance, this.#time);
    this.#attempts = new Attempts((line) => this.#answers.push(line));
    this.#line = this.#createLine();
  }

  async run(): Promise<TradingReport> {
    await this.#beginLife();
    await this.#openFloor();
    for (let step = 0; step < STEPS; step += 1) await this.#step();
    return this.#finish();
  }

  get #shard(): Sequencer {
    if (!this.#sequencer) throw new Error("Invariant: a run has begun");
    return this.#sequencer;
  }

  #createLine(): FaultyLine {
    return new FaultyLine(this.#vault.store, (batch) => this.#ledger.take(batch));
  }

  async #beginLife(): Promise<void> {
    this.#line = this.#createLine();
    this.#line.isLosingSnapshots = this.#chance.oneIn(3);
    this.#sequencer = await startSequencerOn({
      store: this.#line,
      shard: 0,
      clock: this.#time.clock,
      pace: this.#time.beginLife(),
      log: this.#log,
      aheadRows: 1 + this.#chance.below(AHEAD_ROWS_MAX),
    });
    this.#line.isPaced = true;
    this.#source.beginLife(this.#shard);
    await this.#breathe();
  }

  /** Markets, first quotes, accounts and a little money; nothing fails yet. */
  async #openFloor(): Promise<void> {
    const ask = (ownerId: number, command: UnstampedCommand) =>
      this.#attempts.deliver(this.#shard, this.#attempts.create(ownerId, command));
    for (const { terms } of WARES) {
      ask(0, { type: "DefineMarket", terms });
      ask(0, { type: "SetMarketSession", marketId: terms.marketId, session: "open" });
    }
    for (const { accountId, ownerId, book } of TRADERS) {
      ask(ownerId, { type: "OpenAccount", accountId, ownerId, book });
      if (book === "demo") continue;
      this.#nextId += 1;
      const credit = { causeId: this.#nextId, amount: DEPOSIT };
      ask(ownerId, { type: "Credit", accountId, cause: "deposit", ...credit });
    }
    await this.#settleAll();
    for (const index of WARES.keys()) this.#source.tick(this.#shard, index);
    await this.#settleAll();
    insist(
      this.#attempts.all.every(({ answer }) => answer?.outcome.isAccepted),
      "it opens",
    );
  }

  async #step(): Promise<void> {
    const chance = this.#chance;
    this.#time.advance(1 + chance.below(STEP_MAX_MS));
    // However slow a store is, what it was asked is answered before the next act.
    await this.#breathe();
    let ticked: MarketId | null = null;
    if (chance.oneIn(2)) ticked = this.#source.tick(this.#shard);
    else this.#ask();
    // A quote that is old by our clock is marked to, and nothing is done upon it.
    this.#look(this.#jumpedMs <= PRICE_AGE_MAX_MS ? ticked : null);
    if (chance.oneIn(12)) this.#shard.markStale(chance.pick(WARES).terms.marketId);
    if (chance.oneIn(40)) this.#jumpClock();
    if (!chance.oneIn(3)) await this.#settleOne();
    if (chance.oneIn(50)) await this.#lose();
    if (chance.oneIn(60)) await this.#crash();
    else if (chance.oneIn(200)) await this.#restart();
    this.#attempts.check();
    insist(this.#shard.status() !== "halted", `trading is not halted: ${this.#lastWords}`);
  }

  /** Something new, or something old once more: at once, later, or after a death. */
  #ask(): void {
    const chance = this.#chance;
    const { all } = this.#attempts;
    if (chance.oneIn(6)) {
      const attempt = chance.pick(all);
      if (chance.oneIn(5) && attempt.answer) this.#attempts.deliverForged(this.#shard, attempt);
      else this.#attempts.deliver(this.#shard, attempt);
      return;
    }
    const { command, trader } = this.#see((books) =>
      drawCommand({
        chance,
        books,
        priceOf: (index) => this.#source.priceOf(index),
        nextId: () => {
          this.#nextId += 1;
          return this.#nextId;
        },
        nextCut: () => {
          this.#cutDate += 1;
          return this.#cutDate;
        },
        nowMs: this.#time.clock.now(),
      }),
    );
    const attempt = this.#attempts.create(trader.ownerId, command);
    this.#attempts.deliver(this.#shard, attempt);
    if (chance.oneIn(8)) this.#attempts.deliver(this.#shard, attempt);
  }

  /** Looks at the books now, committed or not: what is decided must hold as well. */
  #see<T>(look: (books: Books) => T): T {
    let seen: { readonly value: T } | { readonly error: unknown } | null = null;
    // Looked at once; a second look, after a failure, would draw other chances.
    void this.#shard.read((books) => {
      seen ??= attempt(() => look(books));
    });
    const result = seen as { readonly value: T } | { readonly error: unknown } | null;
    if (!result) throw new Error("Invariant: the books are looked at at once");
    if ("error" in result) throw result.error;
    return result.value;
  }

  #look(ticked: MarketId | null): void {
    const { queuedRows, heldQuotes } = this.#shard.figures();
    if (this.#shard.status() !== "trading") return;
    this.#see((books) => {
      checkBooks(books, heldQuotes === 0 ? ticked : null);
      if (queuedRows === 0) checkSums(books, this.#ledger);
    });
  }

  #jumpClock(): void {
    const jump = this.#jumpedMs === 0 ? this.#chance.pick(JUMPS_MS) : -this.#jumpedMs;
    this.#jumpedMs += jump;
    this.#time.jump(jump);
  }

  /** The store answers the commit that waits, well or badly. */
  async #settleOne(): Promise<void> {
    await this.#breathe();
    if (!this.#line.isHolding) return;
    const fate = drawFate(this.#chance);
    if (fate !== "stored") this.#failedCommits += 1;
    if (fate === "no-room") this.#line.fullTries = this.#chance.below(3);
    if (fate !== "stored") this.#line.failingConnections = this.#chance.below(3);
    if (this.#line.isAhead) this.#failedBehind += fate === "stored" ? 0 : 1;
    await this.#line.settle(fate, this.#chance.oneIn(2));
    await this.#breathe();
  }

  async #lose(): Promise<void> {
    await this.#breathe();
    this.#line.failingConnections = this.#chance.below(3);
    await this.#line.lose(this.#chance.oneIn(2), this.#chance.oneIn(2));
    await this.#breathe();
  }

  /** The process dies at once; another one finds what the store has, and nothing else. */
  async #crash(): Promise<void> {
    if (this.#chance.oneIn(2)) await this.#breathe();
    this.#crashes += 1;
    if (this.#line.isHolding) this.#crashesInCommit += 1;
    this.#attempts.die();
    await this.#line.cut(this.#chance.below(3));
    await this.#recover();
  }

  async #recover(): Promise<void> {
    const { rows } = await this.#vault.readEvidence();
    const folded = foldRows(rows);
    await this.#beginLife();
    const isSame = (await this.#until(this.#shard.stateHash())) === folded;
    insist(isSame, `the state after a death is the fold of ${rows.length} rows (P03)`);
    this.#see((books) => checkSums(books, this.#ledger));
    for (const index of WARES.keys()) this.#source.tick(this.#shard, index);
  }

  /** An orderly stop commits everything; the next start finds it. */
  async #restart(): Promise<void> {
    await this.#settleAll();
    const before = await this.#until(this.#shard.stateHash());
    await this.#until(this.#shard.stop());
    this.#attempts.die();
    await this.#line.cut(0);
    await this.#beginLife();
    const isSame = (await this.#until(this.#shard.stateHash())) === before;
    insist(isSame, "the state after an orderly stop is the one before (P03)");
    for (const index of WARES.keys()) this.#source.tick(this.#shard, index);
  }

  /** Everything that can happen now has happened. */
  async #breathe(): Promise<void> {
    for (let rested = 0; rested < RESTING_TURNS; rested += 1) {
      await turn();
      if (!this.#line.isBusy) continue;
      await this.#line.idle();
      rested = -1;
    }
  }

  /** Nothing fails any more, until nothing waits and trading goes on. */
  async #settleAll(): Promise<void> {
    this.#line.failingConnections = 0;
    this.#line.fullTries = 0;
    for (let turns = 0; turns < SETTLE_TURNS_MAX; turns += 1) {
      await this.#breathe();
      const isTrading = this.#shard.status() !== "recovering";
      if (isTrading && !this.#line.isHolding) return;
      if (!isTrading) this.#time.advance(STEP_MAX_MS);
      await this.#line.settle("stored");
    }
    insist(false, "trading goes on when nothing fails any more");
  }

  /** Time passes and the store answers well until the product has kept this promise. */
  async #until<T>(promise: Promise<T>): Promise<T> {
    let isKept = false;
    const kept = promise.finally(() => {
      isKept = true;
    });
    for (let turns = 0; turns < SETTLE_TURNS_MAX; turns += 1) {
      await this.#breathe();
      if (isKept) return kept;
      this.#time.advance(STEP_MAX_MS);
      await this.#line.settle("stored");
    }
    insist(isKept, "what was asked of the sequencer is answered");
    return kept;
  }

  async #finish(): Promise<TradingReport> {
    await this.#settleAll();
    this.#attempts.check();
    checkAttempts(await this.#vault.readEvidence(), this.#attempts.all);
    // Whoever does not know asks again, and gets the answer that is stored.
    for (let asked = 0; asked < ASKED_AGAIN_MAX; asked += 1) {
      const open = this.#attempts.all.filter(isOpen);
      if (open.length === 0) break;
      for (const attempt of open) this.#attempts.deliver(this.#shard, attempt);
      await this.#settleAll();
    }
    this.#attempts.check();
    insist(
      this.#attempts.all.every(({ answer }) => answer !== null),
      "everybody has an answer",
    );
    const evidence = await this.#vault.readEvidence();
    checkChain(evidence.rows);
    checkAttempts(evidence, this.#attempts.all);
    checkTape(evidence, this.#source);
    const stateHash = await this.#until(this.#shard.stateHash());
    insist(stateHash === foldRows(evidence.rows), "the state is the fold of the journal (P03)");
    this.#see((books) => checkSums(books, this.#ledger));
    const last = evidence.rows.at(-1)?.hash ?? new Uint8Array();
    await this.#line.cut(0);
    return {
      commands: this.#attempts.all.length,
      answers: this.#attempts.answers,
      repeats: this.#attempts.repeats,
      rows: evidence.rows.length,
      badTicks: this.#source.planted,
      movements: this.#ledger.movements,
      crashes: this.#crashes,
      crashesInCommit: this.#crashesInCommit,
      failedCommits: this.#failedCommits,
      failedBehind: this.#failedBehind,
      hash: hashOf(this.#answers, last, stateHash),
    };
  }
}

function hashOf(answers: readonly string[], last: Uint8Array, stateHash: string): string {
  const hash = createHash("sha256");
  for (const answer of answers) hash.update(answer);
  return hash.update(last).update(stateHash).digest("hex");
}

function isOpen({ answer }: Attempt): boolean {
  return answer === null;
}

function attempt<T>(look: () => T): { readonly value: T } | { readonly error: unknown } {
  try {
    return { value: look() };
  } catch (error) {
    return { error };
  }
}

/** Throws a BrokenPromise when something that must hold does not. */
export function runTrading(seed: number, vault: Vault): Promise<TradingReport> {
  return new TradingRun(seed, vault).run();
}
