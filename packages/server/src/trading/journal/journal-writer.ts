// The one connection that writes a shard: its lease, its prepared statements, its commits. The next
// one may be sent before the one before is answered: the database does them one after the other.
// Opened by the sequencer, again after every failure. Invariants: every commit shows its epoch
// before it writes, so that nobody who was overtaken stores a row (F09), and the row that it
// follows, so that it is not stored where the one before was not; once it is open, no earlier one
// of the same owner can commit; a commit that was answered is on disk; one that failed is either
// known not to be stored or said to be unknown.

import { randomBytes } from "node:crypto";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import pg from "pg";
import { type DatabaseAddress, sessionSettings } from "../../platform/database.ts";
import type { Lease } from "../../platform/lease/lease.ts";
import type { Batch } from "./batch.ts";
import { BrokenRows, createCommitBuffers, type FilledRows } from "./commit-rows.ts";
import {
  FENCE,
  FENCE_STATEMENT,
  statementOf,
  TAPE_FENCE,
  TAPE_FENCE_STATEMENT,
} from "./commit-statements.ts";
import { CommitFailed, Fenced } from "./journal-store.ts";
import { Pipeline } from "./pipeline.ts";
import type { RowBuffer } from "./row-buffer.ts";
import { bindTexts, parseMessage, SYNC } from "./row-messages.ts";

export type WriterOptions = {
  readonly address: DatabaseAddress;
  readonly shard: number;
  readonly lease: Lease;
  /** A commit of ordinary size that takes longer is given up, its outcome unknown. */
  readonly commitTimeoutMs: number;
  /** Called once, when the connection is gone and `close` was not called. */
  readonly onLost: (reason: Error) => void;
};

class MissedChange extends Error {}

/** Every row was written; a change that met no row is noticed. */
function checkAnswers(buffers: readonly RowBuffer[], answers: readonly string[]): void {
  const fences = answers.length - buffers.length;
  for (const [index, { name, count }] of buffers.entries()) {
    const answer = answers[fences + index] ?? "";
    const written = Number(answer.slice(answer.lastIndexOf(" ") + 1));
    // A quote may have been there before.
    if (written !== count && name !== "tape_quote") {
      const sent = buffers.map((buffer) => `${buffer.name} ${buffer.count}`).join(", ");
      throw new MissedChange(`${name}: ${answer}, of ${sent} answered by ${answers.join(", ")}`);
    }
  }
}

function failureOf(cause: unknown): CommitFailed {
  if (!(cause instanceof pg.DatabaseError)) {
    const isUnsent = cause instanceof BrokenRows;
    const isOurFault = isUnsent || cause instanceof MissedChange;
    const why = { isOutcomeKnown: isUnsent, isShortOfRoom: false, isFenced: false };
    return new CommitFailed(cause, { ...why, isOurFault });
  }
  const code = cause.code ?? "";
  return new CommitFailed(cause, {
    // An ordinary error rolls back. A fatal one may come after the commit and before the answer.
    isOutcomeKnown: cause.severity === "ERROR",
    isShortOfRoom: /^53/.test(code),
    isOurFault: /^(?:21|22|23|42)/.test(code),
    isFenced: code === EPOCH_IS_OVER,
  });
}

/** What the fence of migration 0039 says. */
const EPOCH_IS_OVER = "TT001";
const CONNECT_TIMEOUT_MS = 2_000;
const GONE_NOTICED_AFTER_MS = 500;
const ROOM_BYTES = 262_144;
const ORDINARY_ROWS_MAX = 1_500;
const LARGER_ROW_MS = 1;
const TABLES: readonly RowBuffer[] = Object.values(createCommitBuffers());

export class JournalWriter {
  readonly client: pg.Client;
  readonly #socket: Socket;
  readonly #options: WriterOptions;
  /** Of the row types, by table. */
  readonly #typeOids = new Map<string, number>();
  /** What the driver writes to, encrypted or not. */
  #stream: Duplex | null = null;
  #isClosed = false;

  private constructor(options: WriterOptions) {
    const { url } = options.address;
    this.#socket = new Socket();
    this.client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      application_name: `truetick-writer-${options.shard}`,
      keepAlive: true,
      stream: () => this.#socket,
    });
    this.#options = options;
  }

  /** Rejects when the database cannot be reached; with Fenced when the shard has another owner. */
  static async connect(options: WriterOptions): Promise<JournalWriter> {
    const writer = new JournalWriter(options);
    writer.client.on("error", (error) => writer.#lose(error));
    writer.client.on("end", () => writer.#lose(new Error("the database ended the connection")));
    try {
      await writer.client.connect();
      await writer.#prepareSession();
      await writer.#takePen();
      await writer.#checkColumns();
      await writer.#prepareStatements();
      return writer;
    } catch (error) {
      writer.close();
      throw error;
    }
  }

  async commit({ rows, tapeEpoch = null }: Batch): Promise<FilledRows> {
    let timer: NodeJS.Timeout | undefined;
    try {
      const buffers = rows.written();
      const pieces: Uint8Array[] = [this.#fence(rows.previousHash)];
      if (tapeEpoch !== null) pieces.push(bindTexts(TAPE_FENCE_STATEMENT, [`${tapeEpoch}`]));
      for (const buffer of buffers) {
        pieces.push(buffer.toMessages(this.#typeOids.get(buffer.name) ?? 0));
      }
      pieces.push(SYNC);
      const pipeline = new Pipeline(pieces, () => {
        timer = setTimeout(() => this.#socket.destroy(), this.#patienceMs(buffers));
      });
      const { done } = this.client.query(pipeline);
      // Now, whether or not the one before was answered: the database is to find it there.
      if (this.#stream !== null) pipeline.send(this.#stream);
      checkAnswers(buffers, await done);
      return rows;
    } catch (error) {
      throw failureOf(error);
    } finally {
      clearTimeout(timer);
    }
  }

  #fence(previousHash: Uint8Array): Buffer {
    const { shard, lease } = this.#options;
    const follows = `\\x${Buffer.from(previousHash).toString("hex")}`;
    return bindTexts(FENCE_STATEMENT, [lease.name, `${lease.epoch}`, `${shard}`, follows]);
  }

  /**
   * One price can take ten thousand positions at once, and they are one commit: given up for its
   * size it would be decided anew, as large as before, and never be stored (F14, F21).
   */
  #patienceMs(buffers: readonly RowBuffer[]): number {
    const rows = buffers.reduce((sum, { count }) => sum + count, 0);
    const largerBy = Math.max(0, rows - ORDINARY_ROWS_MAX);
    return this.#options.commitTimeoutMs + largerBy * LARGER_ROW_MS;
  }

  /** Rejects while the disk is full: writes more than any free corner holds, and takes it back. */
  async tryRoom(): Promise<void> {
    await this.client.query("begin");
    await this.client.query(
      `insert into state_snapshot (shard, seq, at_ms, journal_hash, state, state_hash)
       values ($1, -1, 0, '', $2, '')`,
      [this.#options.shard, randomBytes(ROOM_BYTES)],
    );
    await this.client.query("rollback");
  }

  /** Lets go at once; PostgreSQL rolls back what is under way. */
  close(): void {
    this.#isClosed = true;
    this.#socket.destroy();
  }

  #lose(reason: Error): void {
    if (this.#isClosed) return;
    this.close();
    this.#options.onLost(reason);
  }

  async #prepareSession(): Promise<void> {
    await this.client.query(
      [
        sessionSettings(this.#options.address.role),
        // Recovery may read for long. A commit that does is given up from this side, by cutting the
        // connection, and PostgreSQL then notices by itself.
        "set statement_timeout = 0",
        `set client_connection_check_interval = ${GONE_NOTICED_AFTER_MS}`,
        "set synchronous_commit = on",
        // One plan, made once, that finds orders by their key however small the table was.
        "set plan_cache_mode = force_generic_plan",
        "set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off",
        "set jit = off",
      ].join("; "),
    );
  }

  /** Ends what an earlier connection of ours may still have under way, and waits until it is. */
  async #takePen(): Promise<void> {
    const { name, epoch } = this.#options.lease;
    const answer = await this.client.query<{ isOurs: boolean }>(
      'select take_pen($1, $2) as "isOurs"',
      [name, epoch],
    );
    if (!answer.rows[0]?.isOurs) throw new Fenced(`epoch ${epoch} of ${name} is over`);
  }

  /** Our columns are those of the database, or nothing may be written. */
  async #checkColumns(): Promise<void> {
    const answer = await this.client.query<{ name: string; oid: number; columns: string }>(
      `select c.relname as name, c.reltype::int as oid,
              string_agg(a.attname || ' ' || t.typname, ', ' order by a.attnum) as columns
       from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
         -- The database numbers those itself.
         and a.attidentity = ''
       join pg_type t on t.oid = a.atttypid
       where c.relnamespace = 'public'::regnamespace and c.relname = any($1)
       group by c.relname, c.reltype`,
      [TABLES.map(({ name }) => name)],
    );
    const found = new Map(answer.rows.map((row) => [row.name, row]));
    for (const { name, columns } of TABLES) {
      const expected = columns.map(([column, kind]) => `${column} ${kind}`).join(", ");
      const row = found.get(name);
      if (row?.columns !== expected) {
        throw new Error(`Invariant: ${name} has the columns we write: ${expected}`);
      }
      this.#typeOids.set(name, row.oid);
    }
  }

  async #prepareStatements(): Promise<void> {
    const parses = TABLES.map((table) => parseMessage(table.statement, statementOf(table)));
    const fences = [
      parseMessage(FENCE_STATEMENT, FENCE),
      parseMessage(TAPE_FENCE_STATEMENT, TAPE_FENCE),
    ];
    const prepared = new Pipeline([...fences, ...parses, SYNC]);
    await this.client.query(prepared).done;
    this.#stream = prepared.stream;
  }
}
