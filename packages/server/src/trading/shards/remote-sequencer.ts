// The sequencer as gateways and jobs have it, where the shards are other processes': commands go
// to the owner of their account's shard, reads look at replicas of all shards. Composed by
// trading.ts for every role that writes no shard; the areas cannot tell it from the real one.
// Invariants: a command is carried out once however often it is sent; who reads sees everything
// that anybody was answered about before he asked.

import { randomBytes } from "node:crypto";
import type { Event, MarketId, MarkStale } from "@truetick/engine";
import type { Bus } from "../../platform/bus/bus.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database, DatabaseAddress } from "../../platform/database.ts";
import type { Log } from "../../platform/log.ts";
import {
  type CommandKey,
  type Committed,
  HOUSE_OWNER,
  type Outcome,
} from "../sequencer/outcome.ts";
import type {
  Books,
  Sequencer,
  SequencerFace,
  SequencerFigures,
  SequencerStatus,
  UnstampedCommand,
} from "../sequencer/sequencer.ts";
import type { TapeStream } from "../tape/tape-stream.ts";
import { CommandCourier } from "./command-courier.ts";
import { joinOutcomes } from "./join-outcomes.ts";
import { readRows } from "./load-state.ts";
import { ReadBarrier } from "./read-barrier.ts";
import { RecentRows } from "./recent-rows.ts";
import { Replica } from "./replica.ts";
import { OwnerBook, routeCommand } from "./route-command.ts";
import { shardBooks } from "./shard-books.ts";

export type RemoteSequencerOptions = {
  readonly bus: Bus;
  readonly database: Database;
  readonly address: DatabaseAddress;
  /** How many there are: 0 … shards - 1. */
  readonly shards: number;
  readonly tape: Pick<TapeStream, "newest" | "follow" | "store" | "onForked">;
  readonly clock: Clock;
  readonly log: Log;
  /** A shard's journal has a row that this build cannot read. */
  readonly onUnreadable?: (shard: number) => void;
};

export type RemoteSequencer = SequencerFace &
  Pick<Sequencer, "status" | "figures"> & { readonly stop: () => Promise<void> };

type Shard = {
  readonly replica: Replica;
  readonly barrier: ReadBarrier;
  readonly recent: RecentRows;
};

const NAME_BYTES = 12;
const UNKNOWN_YET: Outcome = {
  isAccepted: false,
  refusal: { reason: "UNAVAILABLE", why: "recovering" },
};

/** Resolves when every shard's state is there. Rejects when the database cannot be reached. */
export async function createRemoteSequencer(
  options: RemoteSequencerOptions,
): Promise<RemoteSequencer> {
  const remote = await Remote.open(options);
  const { tape } = options;
  return {
    submit: (command, key) => remote.submit(command, key),
    read: (look) => remote.read(look),
    // Replicas hold committed rows only.
    readHere: async (look) => remote.glance(look),
    glance: (look) => remote.glance(look),
    subscribe: (listener) => remote.subscribe(listener),
    followTape: (listener) => {
      tape.follow((input) => {
        if (input.type === "TakeQuote") listener(input);
      });
    },
    newestQuote: (marketId) => tape.newest(marketId),
    storeTape: (marketIds) => tape.store(marketIds),
    status: () => remote.status(),
    figures: () => remote.figures(),
    writtenSeq: (shard) => remote.writtenSeq(shard),
    stop: async () => remote.stop(),
  };
}

class Remote {
  readonly #options: RemoteSequencerOptions;
  readonly #name = randomBytes(NAME_BYTES).toString("hex");
  readonly #listeners = new Set<(committed: Committed) => void>();
  readonly #owners: OwnerBook;
  readonly #courier: CommandCourier;
  readonly #stops: (() => void)[];
  /** Markets whose source is silent, for states that are built later. */
  readonly #stale = new Map<MarketId, MarkStale>();
  #shards: readonly Shard[] = [];
  /** For a glance. */
  #here: Books | null = null;
  #keys = 0;

  static async open(options: RemoteSequencerOptions): Promise<Remote> {
    const remote = new Remote(options);
    try {
      await remote.#openShards();
      return remote;
    } catch (error) {
      remote.stop();
      throw error;
    }
  }

  private constructor(options: RemoteSequencerOptions) {
    const { bus, log, tape } = options;
    this.#options = options;
    this.#owners = new OwnerBook(options.shards);
    this.#courier = new CommandCourier({
      bus,
      gateway: this.#name,
      log,
      onAnswered: (shard, seq) => this.#shards[shard]?.barrier.noteAnswered(seq),
      recall: (shard, seq) => this.#shards[shard]?.recent.eventsOf(seq) ?? null,
      readEvents: (shard, seq) => this.#readEvents(shard, seq),
    });
    this.#stops = [
      tape.follow((input) => {
        if (input.type === "MarkStale") this.#stale.set(input.marketId, input);
        else this.#stale.delete(input.marketId);
        for (const { replica } of this.#shards) replica.mark(input);
      }),
      tape.onForked(() => {
        for (const { replica } of this.#shards) replica.rebuild();
      }),
    ];
  }

  async #openShards(): Promise<void> {
    const opened: Shard[] = [];
    this.#shards = opened;
    for (let shard = 0; shard < this.#options.shards; shard += 1) {
      const recent = new RecentRows();
      const replica = await Replica.open({
        ...this.#options,
        shard,
        onCommitted: (committed) => {
          recent.add(committed);
          this.#publish(committed);
        },
        onLoaded: (loaded) => {
          this.#owners.learnState(shard, loaded.state);
          for (const input of this.#stale.values()) loaded.mark(input);
        },
        onOwner: () => this.#courier.sendAgain(shard),
      });
      opened.push({ replica, recent, barrier: new ReadBarrier({ ...this.#options, replica }) });
      // What was quoted while it was being built.
      replica.markNewest();
    }
  }

  /** What was answered is told before; a row that got lost is read from the journal. */
  async #readEvents(shard: number, seq: number): Promise<readonly Event[]> {
    const one = this.#shards[shard];
    await one?.replica.reach(seq).catch(() => undefined);
    const known = one?.recent.eventsOf(seq);
    if (known) return known;
    const [row] = await readRows(this.#options.database, { shard, after: seq - 1, upTo: seq });
    if (row?.seq !== seq) throw new Error(`row ${seq} of shard ${shard} is not there`);
    return row.events;
  }

  get #replicas(): [Replica, ...Replica[]] {
    const [first, ...rest] = this.#shards.map(({ replica }) => replica);
    if (first === undefined) throw new Error("Invariant: there is at least one shard");
    return [first, ...rest];
  }

  async submit(command: UnstampedCommand, key?: CommandKey): Promise<Outcome> {
    const parts = { replicas: this.#replicas, owners: this.#owners };
    let route = routeCommand(command, parts);
    if (route.kind === "unknown") {
      // It may be so new that only its shard knows of it.
      if (!(await this.#isCurrent())) return UNKNOWN_YET;
      route = routeCommand(command, parts);
    }
    const named = key ?? this.#ownKey();
    if (route.kind === "shard") return this.#courier.submit(route.shard, command, named);
    if (route.kind === "unknown") return { isAccepted: false, refusal: route.refusal };
    return joinOutcomes(
      await Promise.all(
        this.#shards.map((_, shard) =>
          this.#courier.submit(shard, command, {
            ...named,
            // A key names one attempt, and every shard's is one of its own.
            key: shard === 0 ? named.key : `${named.key}/shard/${shard}`,
          }),
        ),
      ),
    );
  }

  async #isCurrent(): Promise<boolean> {
    try {
      await this.#pass(this.#shards);
      return true;
    } catch (err) {
      this.#options.log.warn({ err }, "cannot tell which shard a command is for");
      return false;
    }
  }

  /** For a command that nobody gave a key: sent twice, it must still be carried out once. */
  #ownKey(): CommandKey {
    this.#keys += 1;
    return { ownerId: HOUSE_OWNER, key: `${this.#name}/${this.#keys}`, payload: "" };
  }

  /** Only the shards that were looked at are waited for. */
  async read<T>(look: (books: Books) => T): Promise<T> {
    const touched = new Set<Shard>();
    const books = shardBooks({
      replicas: this.#replicas,
      touch: (shard) => {
        const one = this.#shards[shard];
        if (one) touched.add(one);
      },
      now: () => this.#options.clock.now(),
    });
    for (;;) {
      const before = this.#shards.map(({ replica }) => replica.head);
      const seen = look(books);
      const passing = [...touched];
      await this.#pass(passing);
      const isSame = passing.every(({ replica }) => replica.head === before[replica.shard]);
      if (isSame) return seen;
      const shown = look(books);
      // Looking again may have led elsewhere, as to an account that was just opened.
      if (touched.size === passing.length) return shown;
    }
  }

  /** Nobody is asked and nobody is waited for. */
  glance<T>(look: (books: Books) => T): T {
    this.#here ??= shardBooks({
      replicas: this.#replicas,
      touch: () => undefined,
      now: () => this.#options.clock.now(),
    });
    return look(this.#here);
  }

  async #pass(shards: readonly Shard[]): Promise<void> {
    await Promise.all(shards.map(({ barrier }) => barrier.pass()));
  }

  subscribe(listener: (committed: Committed) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #publish(committed: Committed): void {
    this.#owners.learnRow(committed);
    for (const listener of this.#listeners) {
      try {
        listener(committed);
      } catch (err) {
        const { shard, seq } = committed;
        this.#options.log.error({ err, shard, seq }, "a listener of the journal broke");
      }
    }
  }

  status(): SequencerStatus {
    const all = this.#shards.map(({ replica }) => replica.status());
    if (all.includes("halted")) return "halted";
    return all.every((status) => status === "trading") ? "trading" : "recovering";
  }

  figures(): SequencerFigures {
    const sum = { queuedRows: this.#courier.count, heldQuotes: 0, journalSeq: 0 };
    for (const { replica } of this.#shards) {
      const { queuedRows, heldQuotes, journalSeq } = replica.figures();
      sum.queuedRows += queuedRows;
      sum.heldQuotes += heldQuotes;
      sum.journalSeq += journalSeq;
    }
    return sum;
  }

  async writtenSeq(shard: number): Promise<number | null> {
    return (await this.#shards[shard]?.barrier.askOwner()) ?? null;
  }

  stop(): void {
    this.#courier.stop();
    for (const stop of this.#stops) stop();
    for (const { replica } of this.#shards) replica.stop();
  }
}
