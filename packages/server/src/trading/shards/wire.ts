// What gateways and engines say to each other, as bytes: commands on their way to a shard, the
// answers on their way back, and what a shard has committed. Written and read by shard-server.ts,
// command-courier.ts and replica.ts. Invariants: what is read is what was written, refused numbers
// too; a message of another version or of half its length throws and is taken for lost.

import { decodeCommand, encodeCommand, marketId } from "@truetick/engine";
import type { CommandKey, RefusedOutcome } from "../sequencer/outcome.ts";
import { refusalFromStored } from "../sequencer/refusal-text.ts";
import type { SequencerStatus, UnstampedCommand } from "../sequencer/sequencer.ts";
import { stampCommand } from "../sequencer/stamp-command.ts";
import { WireReader, WireWriter } from "./wire-bytes.ts";

/** Grows when a message would be misread; both sides take another one's for lost. */
const VERSION = 1;

const COMMANDS = 1;
const ANSWERS = 2;
const NEWS = 3;

const writer = new WireWriter();

/** One sending of one command; sent again, it has the same id and the next number of sending. */
export type SentCommand = {
  readonly id: number;
  readonly sending: number;
  /** As `encodeKeyed` made it. */
  readonly keyed: Uint8Array;
};

export type CommandsMessage = {
  /** Who asks: answers go to its own subject. */
  readonly gateway: string;
  /** Rises with every message of the gateway to the shard, so that a doubled one is known. */
  readonly number: number;
  readonly commands: readonly SentCommand[];
};

export function encodeCommands({ gateway, number, commands }: CommandsMessage): Uint8Array {
  begin(COMMANDS);
  writer.text(gateway);
  writer.number(number);
  writer.number(commands.length);
  for (const { id, sending, keyed } of commands) {
    writer.number(id);
    writer.number(sending);
    writer.bytes(keyed);
  }
  return writer.finish();
}

export function decodeCommands(bytes: Uint8Array): CommandsMessage {
  const from = open(bytes, COMMANDS);
  const gateway = from.text();
  const number = from.number();
  const commands: SentCommand[] = [];
  for (let left = from.number(); left > 0; left -= 1) {
    commands.push({ id: from.number(), sending: from.number(), keyed: from.bytes() });
  }
  finish(from);
  return { gateway, number, commands };
}

/** The engine's own bytes say "none" by zero, so that a zero somebody sent needs another form. */
const PACKED = 0;
const SPELT = 1;
/** Markets and quotes are numbered from 1 on. */
const NO_QUOTE = 0;
const AMOUNT = /^-?\d+n$/;

/** A command and the key under which it may be sent again and again. */
export function encodeKeyed(command: UnstampedCommand, key: CommandKey): Uint8Array {
  writer.begin();
  writer.number(key.ownerId);
  writer.text(key.key);
  writer.text(key.payload);
  writer.number(key.after?.marketId ?? NO_QUOTE);
  writer.number(key.after?.seq ?? NO_QUOTE);
  if (isPlain(command)) {
    writer.byte(PACKED);
    writer.bytes(encodeCommand(stampCommand(command, 0)));
  } else {
    writer.byte(SPELT);
    writer.text(spell(command));
  }
  return writer.finish();
}

export function decodeKeyed(bytes: Uint8Array): {
  readonly command: UnstampedCommand;
  readonly key: CommandKey;
} {
  const from = new WireReader(bytes);
  const named = { ownerId: from.number(), key: from.text(), payload: from.text() };
  const [market, seq] = [from.number(), from.number()];
  const key =
    market === NO_QUOTE ? named : { ...named, after: { marketId: marketId(market), seq } };
  const command = from.byte() === PACKED ? unpack(from.bytes()) : (read(from.text()) as never);
  finish(from);
  return { command, key };
}

/** Whether the engine's bytes keep all of it: counts above zero, names and amounts. */
function isPlain(command: UnstampedCommand): boolean {
  for (const value of Object.values(command)) {
    if (typeof value === "number") {
      if (!(Number.isSafeInteger(value) && value > 0)) return false;
    } else if (typeof value === "object" && value !== null) return false;
  }
  return true;
}

function unpack(bytes: Uint8Array): UnstampedCommand {
  const command = decodeCommand(bytes);
  if (command.type === "TakeQuote" || command.type === "MarkStale") {
    throw new RangeError("quotes do not come as commands");
  }
  // The two that are frequent are stamped field by field; the time of others would be kept.
  if (command.type === "PlaceOrder" || command.type === "CloseOrder") return command;
  const { atMs: _, ...unstamped } = command;
  return unstamped;
}

function spell(what: object): string {
  return JSON.stringify(what, (_, value: unknown) => {
    if (typeof value === "bigint") return `${value}n`;
    if (typeof value === "number" && !Number.isFinite(value)) {
      throw new RangeError("Invariant: the numbers of a command are finite");
    }
    return value;
  });
}

function read(text: string): unknown {
  return JSON.parse(text, (_, value: unknown) =>
    typeof value === "string" && AMOUNT.test(value) ? BigInt(value.slice(0, -1)) : value,
  );
}

/** How one sending ended. */
export type WireAnswer =
  /** Whoever heard it does not write the shard, or no more. Nothing happened. */
  | { readonly kind: "not-mine" }
  | { readonly kind: "refused"; readonly refusal: RefusedOutcome["refusal"] }
  | {
      readonly kind: "accepted";
      readonly seq: number | null;
      readonly atMs: number;
      /** Packed; null: told before as a row, or too large to be sent: they are in the journal. */
      readonly events: Uint8Array | null;
    };

export type SentAnswer = {
  readonly id: number;
  readonly sending: number;
  readonly answer: WireAnswer;
};

export type AnswersMessage = { readonly shard: number; readonly answers: readonly SentAnswer[] };

const NOT_MINE = 0;
const REFUSED = 1;
const ACCEPTED = 2;
const ACCEPTED_LARGE = 3;
const NO_ROW = -1;

export function encodeAnswers({ shard, answers }: AnswersMessage): Uint8Array {
  begin(ANSWERS);
  writer.number(shard);
  writer.number(answers.length);
  for (const { id, sending, answer } of answers) {
    writer.number(id);
    writer.number(sending);
    writeAnswer(answer);
  }
  return writer.finish();
}

function writeAnswer(answer: WireAnswer): void {
  switch (answer.kind) {
    case "not-mine":
      writer.byte(NOT_MINE);
      break;
    case "refused":
      writer.byte(REFUSED);
      writer.text(spell(answer.refusal));
      break;
    case "accepted": {
      const { seq, atMs, events } = answer;
      writer.byte(events === null ? ACCEPTED_LARGE : ACCEPTED);
      writer.number(seq ?? NO_ROW);
      writer.number(atMs);
      if (events !== null) writer.bytes(events);
    }
  }
}

export function decodeAnswers(bytes: Uint8Array): AnswersMessage {
  const from = open(bytes, ANSWERS);
  const shard = from.number();
  const answers: SentAnswer[] = [];
  for (let left = from.number(); left > 0; left -= 1) {
    answers.push({ id: from.number(), sending: from.number(), answer: readAnswer(from) });
  }
  finish(from);
  return { shard, answers };
}

function readAnswer(from: WireReader): WireAnswer {
  const kind = from.byte();
  if (kind === NOT_MINE) return { kind: "not-mine" };
  if (kind === REFUSED) {
    return { kind: "refused", refusal: refusalFromStored(JSON.parse(from.text())) };
  }
  const row = from.number();
  const seq = row === NO_ROW ? null : row;
  const atMs = from.number();
  return { kind: "accepted", seq, atMs, events: kind === ACCEPTED ? from.bytes() : null };
}

/** What a shard's owner says by itself, and when asked for its head. */
export type ShardNews = {
  readonly shard: number;
  /** Of its lease: who says the higher one is the owner. */
  readonly epoch: number;
  readonly status: SequencerStatus;
  readonly queuedRows: number;
  readonly heldQuotes: number;
  /** The newest row that is committed. */
  readonly head: number;
  /** The number of the first of `rows`, which follow each other without a gap. */
  readonly firstSeq: number;
  readonly rows: readonly WireRow[];
};

export type WireRow = { readonly atMs: number; readonly events: Uint8Array };

const STATUSES: readonly SequencerStatus[] = ["trading", "recovering", "halted", "stopped"];

export function encodeNews(news: ShardNews): Uint8Array {
  begin(NEWS);
  writer.number(news.shard);
  writer.number(news.epoch);
  writer.byte(STATUSES.indexOf(news.status));
  writer.number(news.queuedRows);
  writer.number(news.heldQuotes);
  writer.number(news.head);
  writer.number(news.firstSeq);
  writer.number(news.rows.length);
  for (const { atMs, events } of news.rows) {
    writer.number(atMs);
    writer.bytes(events);
  }
  return writer.finish();
}

export function decodeNews(bytes: Uint8Array): ShardNews {
  const from = open(bytes, NEWS);
  const shard = from.number();
  const epoch = from.number();
  const status = STATUSES[from.byte()];
  if (status === undefined) throw new RangeError("a status that nobody knows");
  const [queuedRows, heldQuotes, head, firstSeq] = [
    from.number(),
    from.number(),
    from.number(),
    from.number(),
  ];
  const rows: WireRow[] = [];
  for (let left = from.number(); left > 0; left -= 1) {
    rows.push({ atMs: from.number(), events: from.bytes() });
  }
  finish(from);
  return { shard, epoch, status, queuedRows, heldQuotes, head, firstSeq, rows };
}

function begin(kind: number): void {
  writer.begin();
  writer.byte(VERSION);
  writer.byte(kind);
}

function open(bytes: Uint8Array, kind: number): WireReader {
  const from = new WireReader(bytes);
  if (from.byte() !== VERSION || from.byte() !== kind) {
    throw new RangeError("a message of another version or kind");
  }
  return from;
}

function finish(from: WireReader): void {
  if (!from.isAtEnd) throw new RangeError("something follows a message");
}
