// The only door to the engine: one writer per shard of accounts. Called by order calls, the feed,
// the cashier and jobs. It stamps commands, decides them in memory at once, and answers when the
// journal has them. Invariants: nobody is answered and nothing is published before the commit; the
// state that anyone sees is a state the journal has; after a failed commit the state is rebuilt
// from what was committed, never guessed.

import {
  type AccountId,
  type AccountView,
  accountOrders,
  accountView,
  type Command,
  exposureView,
  type LotView,
  lotView,
  type MarketExposureView,
  type MarketId,
  type MarketView,
  marketView,
  type OrderId,
  type OrderPreview,
  type OrderView,
  orderView,
  type PlaceOrder,
  previewOrder,
  type Quote,
} from "@truetick/engine";
import type { Clock } from "../../platform/clock.ts";
import type { Database, DatabaseAddress } from "../../platform/database.ts";
import type { Log } from "../../platform/log.ts";
import type { JournalStore } from "../journal/journal-store.ts";
import { createPostgresStore } from "../journal/postgres-store.ts";
import { hashState } from "../journal/snapshots.ts";
import type { SessionPlan } from "../sessions/session-plan.ts";
import { type HeldShard, holdShard } from "./hold-shard.ts";
import type { QuoteInput } from "./live-state.ts";
import type { OpenTape } from "./open-shard.ts";
import type { CommandKey, Committed, Outcome } from "./outcome.ts";
import { type Pace, systemPace } from "./pace.ts";
import { ShardSequencer } from "./shard-sequencer.ts";

export type * from "./outcome.ts";

/** Quotes have doors of their own: `takeQuote` and `markStale`. */
type SubmittableCommand = Exclude<Command, { type: "TakeQuote" | "MarkStale" }>;

type WithoutTime<C> = C extends unknown ? Omit<C, "atMs"> : never;

/** A command as it is submitted: the sequencer adds the time. */
export type UnstampedCommand = WithoutTime<SubmittableCommand>;

/** A row of the tape on its way in: when it was accepted, and the tape's next number. */
export type IncomingQuote = Quote & { readonly marketId: MarketId };

/** The books as one committed moment shows them, marked to the newest quotes. */
export type Books = {
  readonly account: (accountId: AccountId) => AccountView | null;
  readonly order: (orderId: OrderId) => OrderView | null;
  /** Live orders, oldest first. History is in the blotter. */
  readonly orders: (accountId: AccountId) => readonly OrderView[];
  readonly market: (marketId: MarketId) => MarketView | null;
  /** What one lot costs at the quotes of now; null while nobody can tell. */
  readonly lot: (marketId: MarketId) => LotView | null;
  /** What is open in every market, both books apart. Looks at every order: not for every tick. */
  readonly exposure: () => readonly MarketExposureView[];
  /** What the order would cost if it were submitted at this moment. */
  readonly preview: (order: Omit<PlaceOrder, "atMs">) => OrderPreview;
};

export type SequencerStatus = "trading" | "recovering" | "halted" | "stopped";

export type SequencerFigures = {
  /** Decided and waiting for the disk. */
  readonly queuedRows: number;
  /** Quotes waiting to be decided; none but in an outage or an avalanche. */
  readonly heldQuotes: number;
  /** The newest durable row of the journal. */
  readonly journalSeq: number;
};

export type Sequencer = {
  /** Answers after the commit; refusals as values (see SequencerRefusal), never by throwing. */
  readonly submit: (command: UnstampedCommand, key?: CommandKey) => Promise<Outcome>;
  /**
   * Numbers must follow `newestQuote`. False: the quote was not taken and its number not used, as
   * when it is out of order or the market is not defined.
   */
  readonly takeQuote: (quote: IncomingQuote) => boolean;
  /**
   * What stands on the tape already, for a shard that does not write it, and at the start of one
   * that does. False: it does not follow the one before.
   */
  readonly giveQuote: (input: QuoteInput) => boolean;
  /** The source of the market is silent: stale until its next quote. */
  readonly markStale: (marketId: MarketId) => void;
  /**
   * Looks at the books now and answers once everything seen is committed, so that nobody is shown
   * what a crash could take back. `look` may run twice; it must not change anything.
   */
  readonly read: <T>(look: (books: Books) => T) => Promise<T>;
  /**
   * The same, without what another process has committed a moment ago and not yet told this one:
   * for what is told again with every change.
   */
  readonly readHere: Sequencer["read"];
  /**
   * Looks at the books as they are here and now, which may be a moment behind or not yet durable:
   * for notes beside an answer, never for an answer.
   */
  readonly glance: <T>(look: (books: Books) => T) => T;
  /** The head of the market's tape; the next quote has its number plus one. Null: none yet. */
  readonly newestQuote: (marketId: MarketId) => Quote | null;
  /** Called for every quote as it is written on its market's tape: its time is the tape's. */
  readonly followTape: (listener: (quote: IncomingQuote) => void) => void;
  /** The same, and for every mark of staleness as it is decided. */
  readonly followInputs: (listener: (input: QuoteInput) => void) => void;
  /** Up to where the market's tape is known to be stored. */
  readonly storedSeq: (marketId: MarketId) => number;
  /**
   * Stores what is written of these markets' tapes without waiting for its turn. False: not now,
   * ask again. Whoever names a row to somebody asks for this first.
   */
  readonly storeTape: (marketIds: Iterable<MarketId>) => Promise<boolean>;
  /** Called for every journal row after its commit, in order. Answers how to stop. */
  readonly subscribe: (listener: (committed: Committed) => void) => () => void;
  /**
   * Called after every commit with its journal rows as PostgreSQL's binary COPY has them, end to
   * end; the bytes are the listener's own. Rows that only a recovery found are not among them.
   */
  readonly followRows: (listener: (rows: Uint8Array<ArrayBuffer>) => void) => () => void;
  readonly status: () => SequencerStatus;
  /** SHA-256 of the committed state, in hexadecimal: equal before a crash and after recovery. */
  readonly stateHash: () => Promise<string>;
  /** For the metrics. */
  readonly figures: () => SequencerFigures;
  /** How far the one who writes a shard's journal says it has come; null: nobody says. */
  readonly writtenSeq: (shard: number) => Promise<number | null>;
  /** Commits what was decided, writes a snapshot, lets go of the database. */
  readonly stop: () => Promise<void>;
};

/** What the areas above trading need of it, wherever the engine runs. */
export type SequencerFace = Pick<
  Sequencer,
  | "submit"
  | "read"
  | "readHere"
  | "glance"
  | "subscribe"
  | "followTape"
  | "newestQuote"
  | "storeTape"
  | "writtenSeq"
>;

export type SequencerOptions = {
  readonly address: DatabaseAddress;
  /** For what the writer's own connection is not for: keys and snapshots. */
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** There is one shard until accounts are spread over several. */
  readonly shard?: number;
  /** Who is one of several brings the lease it holds; without, the shard is claimed here. */
  readonly held?: HeldShard;
  /** Called once, when the shard has another owner and this sequencer has stopped for good. */
  readonly onFenced?: () => void;
  readonly commitTimeoutMs?: number;
  /** Which markets open and close when; without, sessions are set by command only. */
  readonly sessions?: SessionPlan;
  /** The tape that goes on from these ends; without, the shard keeps it itself. */
  readonly tape?: OpenTape | undefined;
  /** Every commit is told to other processes: fewer and larger ones are wanted in a crowd. */
  readonly isGathering?: boolean;
};

export type StartedSequencer = Sequencer & {
  /** Of the lease under which it commits. */
  readonly epoch: number;
};

const FIRST_SHARD = 0;
const COMMIT_TIMEOUT_MS = 5_000;

/** Recovers the state from the journal and begins to trade. Rejects when it cannot. */
export async function startSequencer(options: SequencerOptions): Promise<StartedSequencer> {
  const shard = options.shard ?? FIRST_SHARD;
  const { clock, log, sessions, tape, isGathering } = options;
  const commitTimeoutMs = options.commitTimeoutMs ?? COMMIT_TIMEOUT_MS;
  const held = options.held ?? (await holdShard({ ...options, shard }));
  const { lease, keeper } = held;
  const store = createPostgresStore({ ...options, shard, lease, commitTimeoutMs });
  const letGo = async () => {
    if (!options.held) await keeper.stop();
  };
  try {
    const parts = { store, shard, clock, log, sessions, tape, isGathering, pace: systemPace };
    const watchLease = (onLost: () => void) => void keeper.onLost(lease, onLost);
    const { onFenced } = options;
    const sequencer = await startSequencerOn({ ...parts, watchLease, onFenced });
    const stop = async () => {
      await sequencer.stop();
      await letGo();
    };
    return { ...sequencer, epoch: lease.epoch, stop };
  } catch (error) {
    await letGo();
    throw error;
  }
}

export type StoredSequencerOptions = Pick<SequencerOptions, "clock" | "log"> & {
  readonly store: JournalStore;
  readonly shard: number;
  readonly pace: Pace;
  readonly sessions?: SessionPlan | undefined;
  readonly tape?: OpenTape | undefined;
  readonly isGathering?: boolean | undefined;
  /** Seeded runs send ahead what is far too small to be worth it. */
  readonly aheadRows?: number | undefined;
  readonly watchLease?: ((onLost: () => void) => void) | undefined;
  readonly onFenced?: (() => void) | undefined;
};

/** The same on a store of the caller's: what seeded runs do. */
export async function startSequencerOn(options: StoredSequencerOptions): Promise<Sequencer> {
  const shard = await ShardSequencer.start(options);
  const books = booksOf(shard);
  return {
    submit: (command, key) => shard.submit(command, key),
    takeQuote: (quote) => shard.takeQuote(quote),
    giveQuote: (input) => shard.giveQuote(input),
    markStale: (marketId) => shard.markStale(marketId),
    read: (look) => shard.read(() => look(books)),
    readHere: (look) => shard.read(() => look(books)),
    glance: (look) => look(books),
    newestQuote: (marketId) => shard.newestQuote(marketId),
    followTape: (listener) => shard.followTape(listener),
    followInputs: (listener) => shard.followInputs(listener),
    storedSeq: (marketId) => shard.storedSeq(marketId),
    storeTape: (marketIds) => shard.storeTape(marketIds),
    subscribe: (listener) => shard.subscribe(listener),
    followRows: (listener) => shard.followRows(listener),
    status: () => shard.status,
    stateHash: () => shard.read(() => hashState(shard.live.encode()).toString("hex")),
    figures: () => shard.figures(),
    writtenSeq: async (number) => (number === options.shard ? shard.figures().journalSeq : null),
    stop: () => shard.stop(),
  };
}

function booksOf(shard: ShardSequencer): Books {
  const { live } = shard;
  return {
    account: (accountId) => accountView(live.state, accountId),
    order: (orderId) => orderView(live.state, orderId),
    orders: (accountId) =>
      accountOrders(live.state, accountId).flatMap((id) => orderView(live.state, id) ?? []),
    market: (marketId) => marketView(live.state, marketId),
    lot: (marketId) => lotView(live.state, marketId),
    exposure: () => exposureView(live.state),
    preview: (command) => previewOrder(live.state, { ...command, atMs: shard.now() }),
  };
}
