// What is said about the tape on the bus, and under which subjects: words of its writer, questions
// to the writer and to everybody who remembers. Spoken by publish-tape.ts, follow-tape.ts and
// rebuild-tape.ts. Only processes of one installation hear each other here, so what is read is
// what one of them wrote.

import { type MarketId, marketId, type Quote } from "@truetick/engine";
import { price } from "@truetick/money";
import type { TapeInput } from "./tape-stream.ts";

export const TAPE_WORDS = "tape.words";
/** Asked by who has missed something; answered by the writer. */
export const TAPE_RECENT = "tape.recent";
/** Asked by who names a row to somebody; answered by the writer once it is stored. */
export const TAPE_STORE = "tape.store";
/** Told by shards that have named a quote: the writer stores these markets soon. */
export const TAPE_NAMED = "tape.named";
/** Asked by the next writer; answered by everybody who heard the last one. */
export const TAPE_RECALL = "tape.recall";

/** A row of the tape as heard, with the epoch of the writer who said so. */
export type HeardQuote = Quote & {
  readonly marketId: MarketId;
  readonly quotedAtMs?: number;
  readonly epoch: number;
};

export type TapeWord = {
  readonly epoch: number;
  /** Words of one epoch are numbered without a gap, beginning with 1. */
  readonly number: number;
  readonly inputs: readonly TapeInput[];
  readonly stored: readonly (readonly [MarketId, number])[];
};

/** Where somebody stands on every market's tape: the number, and its bid and ask. */
export type TapePlaces = readonly (readonly [MarketId, number, number, number])[];

export type TapeQuestion = { readonly epoch: number; readonly after: TapePlaces };

export type TapeTip = {
  readonly marketId: MarketId;
  readonly newest: Quote;
  readonly storedSeq: number;
  /** The asker stands at a quote that is not on the tape. */
  readonly isForked: boolean;
};

export type TapeAnswer = {
  readonly epoch: number;
  /** Of the last word said before; 0 where the answer is only the beginning of what was asked. */
  readonly number: number;
  readonly ends: readonly TapeTip[];
  readonly inputs: readonly TapeInput[];
};

export type RecallQuestion = { readonly inbox: string; readonly after: TapePlaces };

type PackedInput = readonly number[];

const text = new TextEncoder();
const reader = new TextDecoder();

export function toBytes(value: unknown): Uint8Array {
  return text.encode(JSON.stringify(value));
}

function fromBytes<T>(bytes: Uint8Array): T {
  // Written by the function above in a process of ours.
  return JSON.parse(reader.decode(bytes)) as T;
}

function packInput(input: TapeInput): PackedInput {
  if (input.type === "MarkStale") return [input.marketId, input.atMs];
  const { seq, bid, ask, atMs, quotedAtMs } = input;
  const packed = [input.marketId, seq, bid, ask, atMs];
  return quotedAtMs === undefined ? packed : [...packed, quotedAtMs];
}

function readInput([id = 0, ...rest]: PackedInput): TapeInput {
  const [seq = 0, bid = 0, ask = 0, atMs = 0, quotedAtMs] = rest;
  if (rest.length === 1) return { type: "MarkStale", marketId: marketId(id), atMs: seq };
  const quote = { marketId: marketId(id), seq, bid: price(bid), ask: price(ask), atMs };
  return { type: "TakeQuote", ...quote, ...(quotedAtMs === undefined ? {} : { quotedAtMs }) };
}

export function packWord({ inputs, ...word }: TapeWord): Uint8Array {
  return toBytes({ ...word, inputs: inputs.map(packInput) });
}

export function readWord(bytes: Uint8Array): TapeWord {
  const word = fromBytes<TapeWord & { readonly inputs: readonly PackedInput[] }>(bytes);
  return { ...word, inputs: word.inputs.map(readInput) };
}

export function packAnswer({ inputs, ...answer }: TapeAnswer): Uint8Array {
  return toBytes({ ...answer, inputs: inputs.map(packInput) });
}

export function readAnswer(bytes: Uint8Array): TapeAnswer {
  const answer = fromBytes<TapeAnswer & { readonly inputs: readonly PackedInput[] }>(bytes);
  return { ...answer, inputs: answer.inputs.map(readInput) };
}

export const readQuestion = (bytes: Uint8Array) => fromBytes<TapeQuestion>(bytes);
export const readRecall = (bytes: Uint8Array) => fromBytes<RecallQuestion>(bytes);
export const readHeard = (bytes: Uint8Array) => fromBytes<readonly HeardQuote[]>(bytes);
export const readMarkets = (bytes: Uint8Array) => fromBytes<readonly MarketId[]>(bytes);
