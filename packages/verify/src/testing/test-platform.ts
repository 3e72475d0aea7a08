// A platform in memory that hands out files: a run of the engine, its logs, and receipts, archives,
// tape and checkpoint files about it. Tests forge one event before the logs are made, so that
// everything is signed and hashed as an operator who lies would do it.

import { type Command, type Event, isDurable } from "@truetick/engine";
import { type Act, Run } from "@truetick/engine/testing";
import {
  ARCHIVE_FORMAT,
  type ArchiveLine,
  type Canonical,
  CHAIN_GENESIS,
  CHECKPOINT_FORMAT,
  canonicalBytes,
  chainHash,
  type KnownKey,
  ledgerEntryHash,
  plainRecord,
  RECEIPT_FORMAT,
  type RunQuote,
  type Signer,
  sealFile,
  TAPE_FORMAT,
  toHex,
} from "@truetick/proof";
import { fillLineOf } from "../archive/expected-lines.ts";
import { termsNamed } from "../derive/event-faults.ts";
import { entriesOf } from "../derive/movements.ts";
import { namedQuotes } from "../evidence/named-quotes.ts";
import { concerns } from "../evidence/opened-row.ts";
import { ORIGIN, TestLogs, type TestRow } from "./test-logs.ts";
import { testSigner } from "./test-signer.ts";

const SHARED = ["MarketDefined", "MarketSessionChanged", "MarketCut", "DayStarted"];
const ISSUED = { build: "test", mode: "SIMULATED", origin: ORIGIN } as const;

export type Forge = (event: Event, seq: number) => Event;

type Change = (lines: readonly ArchiveLine[]) => readonly ArchiveLine[];

export class TestPlatform {
  readonly rows: TestRow[] = [];
  readonly quotes = new Map<number, RunQuote[]>();
  readonly keys: readonly KnownKey[];
  readonly #signer: Signer;
  #logs: TestLogs | null = null;

  constructor() {
    const { signer, keys } = testSigner();
    this.#signer = signer;
    this.keys = keys;
  }

  /** Lives through some acts; `grainMs` makes many things happen in one millisecond. */
  static live(acts: readonly Act[], grainMs = 1): TestPlatform {
    const platform = new TestPlatform();
    const run = new (class extends Run {
      override carryOut(command: Command) {
        const decision = super.carryOut(command);
        if (decision.isAccepted) platform.take(command, decision.events);
        return decision;
      }
    })();
    run.begin();
    for (const act of acts) {
      const command = run.commandOf(act);
      const atMs = Math.max(command.atMs - (command.atMs % grainMs), platform.#lastMs());
      run.carryOut({ ...command, atMs });
    }
    return platform;
  }

  #lastMs(): number {
    return this.rows[0]?.command.atMs ?? 0;
  }

  take(command: Command, events: readonly Event[]): void {
    if (command.type === "TakeQuote") {
      const { marketId, bid, ask, atMs } = command;
      const known = this.quotes.get(marketId);
      if (known) known.push({ bid, ask, atMs });
      else this.quotes.set(marketId, [{ bid, ask, atMs }]);
    }
    const durable = events.filter(isDurable);
    if (durable.length === 0) return;
    this.rows.push({ seq: this.rows.length + 1, command, events: durable });
  }

  forge(forge: Forge): void {
    for (const [at, row] of this.rows.entries()) {
      const events = row.events.map((event) => forge(event, row.seq));
      this.rows[at] = { ...row, events };
    }
    this.#logs = null;
  }

  get logs(): TestLogs {
    const { rows, quotes } = this;
    const number = rows.length;
    this.#logs ??= new TestLogs({ rows, quotes, quotesPerPiece: 7, number }, this.#signer);
    return this.#logs;
  }

  /** Every event of the account, with its part. */
  events(accountId: number): { seq: number; part: number; event: Event }[] {
    return this.rows.flatMap(({ seq, events }) =>
      events.flatMap((event, at) =>
        concerns(event, accountId) ? [{ seq, part: at + 1, event }] : [],
      ),
    );
  }

  #seal(format: string, body: object): string {
    return sealFile(format, body as { readonly [key: string]: Canonical }, this.#signer);
  }

  #defined(marketId: number, before: number) {
    const found = this.rows
      .filter(({ seq }) => seq < before)
      .findLast(({ events: [event] }) => {
        return event?.type === "MarketDefined" && event.terms.marketId === marketId;
      });
    const event = found?.events[0];
    if (!found || event?.type !== "MarketDefined") throw new Error("a market is defined first");
    return { terms: event.terms, row: this.logs.row(found.seq, [1]) };
  }

  receipt(seq: number, part: number, accountId: number): string {
    const row = this.rows[seq - 1] as TestRow;
    const event = row.events[part - 1] as Event;
    const named = termsNamed(event);
    const quotes = namedQuotes(event);
    const terms = named && this.#defined(named.marketId, seq);
    const others = new Set(quotes.map(({ marketId }) => marketId));
    if (named) others.delete(named.marketId);
    const pieces = new Map(
      quotes.map(({ marketId, seq: quote }) => {
        const piece = this.logs.piece(marketId, quote);
        return [`${marketId}/${piece.firstSeq}`, piece];
      }),
    );
    return this.#seal(RECEIPT_FORMAT, {
      ...ISSUED,
      keys: this.keys,
      id: `journal-${seq}-${part}`,
      kind: "event",
      accountId,
      atMs: row.command.atMs,
      command: plainRecord(row.command),
      what: plainRecord(event),
      rulesVersion: "fill" in event ? event.fill.rulesVersion : null,
      terms: terms && plainRecord(terms.terms),
      entries: entriesOf(event, accountId, seq).map((entry) => ({
        entry,
        hash: ledgerEntryHash(entry),
      })),
      dueAtMs: null,
      evidence: {
        checkpoint: this.logs.checkpoint,
        extension: null,
        row: this.logs.row(seq, [0, part]),
        terms: terms?.row ?? null,
        conversions: named ? [...others].map((market) => this.#defined(market, seq).row) : [],
        pieces: [...pieces.values()],
      },
    });
  }

  checkpointFile(): string {
    const { checkpoint } = this.logs;
    return this.#seal(CHECKPOINT_FORMAT, {
      ...ISSUED,
      keys: this.keys,
      checkpoint,
      extension: null,
    });
  }

  tapeFile(market: number): string {
    const { checkpoint } = this.logs;
    const pieces = this.logs.pieces
      .filter(({ marketId }) => marketId === market)
      .map(({ firstSeq }) => this.logs.piece(market, firstSeq));
    const body = { ...ISSUED, keys: this.keys, checkpoint, extension: null, pieces };
    return this.#seal(TAPE_FORMAT, body);
  }

  /** As it is, or with other lines: all are linked and sealed. */
  archive(accountId: number, change: Change = (all) => all): string {
    let link = CHAIN_GENESIS;
    const bodies = change([...this.#archiveLines(accountId)]);
    const lines = bodies.map((line) => {
      const body = line as unknown as Canonical;
      link = chainHash(link, canonicalBytes(body));
      return new TextDecoder().decode(canonicalBytes({ body, chain: toHex(link) }));
    });
    const seal = { accountId, lines: lines.length, chain: toHex(link), keys: this.keys };
    return `${[...lines, this.#seal(ARCHIVE_FORMAT, seal)].join("\n")}\n`;
  }

  *#archiveLines(accountId: number): Generator<ArchiveLine> {
    const opened = this.events(accountId).find(({ event }) => event.type === "AccountOpened");
    if (opened?.event.type !== "AccountOpened") throw new Error("an account is opened first");
    const { ownerId, book } = opened.event;
    const { checkpoint } = this.logs;
    const about = { accountId, ownerId, book, madeAtMs: 0, checkpoint, extension: null };
    yield { line: "head", ...ISSUED, keys: [], ...about };
    for (const { seq, events } of this.rows) {
      const parts = events.flatMap((event, at) =>
        concerns(event, accountId) || SHARED.includes(event.type) ? [at + 1] : [],
      );
      if (parts.length > 0) yield { line: "row", row: this.logs.row(seq, [0, ...parts]) };
    }
    for (const market of this.quotes.keys()) {
      const pieces = this.logs.pieces.filter(({ marketId }) => marketId === market);
      const last = pieces.at(-1);
      if (!last) continue;
      const { index, path } = this.logs.piece(market, last.firstSeq);
      const shown = pieces.map(({ leaf: _, marketId: __, ...piece }) => piece);
      yield { line: "run", run: { marketId: market, pieces: shown, index, path } };
    }
    const own = this.events(accountId);
    for (const { seq, event } of own) {
      for (const entry of entriesOf(event, accountId, seq)) yield { line: "entry", entry };
    }
    for (const { seq, event } of own) {
      const fill = fillLineOf(event, seq);
      if (fill) yield { line: "fill", fill };
    }
  }
}
