// Prices to every socket that asked for them: of all markets, or of those it named. Whatever
// changed since the last flush goes into ONE frame, built once and written to all as the same
// bytes; readers of the same markets share theirs. The text of a market's quote is made once per
// flush, however many frames it stands in.

import { type QuoteUpdate, quoteUpdateToWire, TOPIC_QUOTES } from "@truetick/contract";
import type { Outbox } from "./outbox.ts";
import {
  createTopicStream,
  type Reader,
  type StreamTiming,
  type TopicStream,
} from "./topic-stream.ts";
import { wireFrameOf } from "./wire-frame.ts";

/** The newest quotes, as the topics need them; the quote board is one. */
export type QuoteSource = {
  readonly isSimulated: boolean;
  /** Rises with every change; 0 before the first. */
  readonly version: () => number;
  /** What changed after that version, each market once with its newest quote; after 0: all. */
  readonly changedSince: (version: number) => readonly QuoteUpdate[];
};

export type QuoteTopics = {
  /** From now on the reader gets these markets, null for all; what it got before ends. */
  readonly follow: (reader: Reader, codes: ReadonlySet<string> | null) => void;
  readonly leave: (reader: Reader) => void;
  /** A first frame for this reader, without waiting for the next flush. */
  readonly greet: (reader: Reader, outbox: Outbox) => void;
  /** Whether some price has changed since the last flush. */
  readonly hasNews: () => boolean;
  /** Answers the codes that have changed. */
  readonly flush: (outbox: Outbox) => readonly string[];
};

/** The readers of the same markets. */
type Group = { readonly codes: readonly string[] | null; readonly stream: TopicStream };

type Snapshot = { readonly seq: number; readonly version: number; readonly frame: Buffer };

const ALL = "*";
const NO_TEXTS: ReadonlyMap<string, Buffer> = new Map();

export function createQuoteTopics({
  source,
  ...timing
}: StreamTiming & { readonly source: QuoteSource }): QuoteTopics {
  const groups = new Map<string, Group>();
  const groupOf = new Map<Reader, string>();
  const frameOf = frameMaker(source);
  const wholeTexts = createWholeTexts(source);
  const goesBack = watchNumbers(source.changedSince(0));
  let flushedVersion = source.version();

  function open(key: string, codes: readonly string[] | null): Group {
    let whole: Snapshot | null = null;
    // A snapshot holds at least what the others know; the next flush may repeat, never skip.
    const snapshot = (seq: number): Buffer => {
      const version = source.version();
      if (whole?.seq === seq && whole.version === version) return whole.frame;
      const frame = frameOf(pick(wholeTexts(), codes), { seq, isWhole: true });
      whole = { seq, version, frame };
      return frame;
    };
    const group = { codes, stream: createTopicStream({ ...timing, snapshot }) };
    groups.set(key, group);
    return group;
  }

  function leave(reader: Reader): void {
    const key = groupOf.get(reader);
    if (key === undefined) return;
    groupOf.delete(reader);
    const stream = groups.get(key)?.stream;
    stream?.leave(reader);
    if (stream?.readers() === 0) groups.delete(key);
  }

  return {
    follow(reader, codes) {
      const sorted = codes && [...codes].sort();
      const key = sorted ? sorted.join() : ALL;
      if (groupOf.get(reader) === key) return;
      leave(reader);
      groupOf.set(reader, key);
      (groups.get(key) ?? open(key, sorted)).stream.join(reader);
    },
    leave,
    greet: (reader, outbox) =>
      groups.get(groupOf.get(reader) ?? "")?.stream.deliver(outbox, reader),
    hasNews: () => source.version() !== flushedVersion,
    flush(outbox) {
      const version = source.version();
      const updates = version === flushedVersion ? [] : source.changedSince(flushedVersion);
      flushedVersion = version;
      // Readers keep the higher number, but for that of a snapshot.
      const isWhole = goesBack(updates);
      const changed = groups.size === 0 ? NO_TEXTS : isWhole ? wholeTexts() : textsOf(updates);
      for (const { codes, stream } of groups.values()) {
        const rows = pick(changed, codes);
        if (rows.length > 0) stream.publish((seq) => frameOf(rows, { seq, isWhole }));
        stream.deliver(outbox);
      }
      return updates.map(({ code }) => code);
    },
  };
}

function frameMaker({ isSimulated }: QuoteSource) {
  return (rows: readonly Buffer[], { seq, isWhole }: { seq: number; isWhole: boolean }): Buffer => {
    const kind = isWhole ? `,"snapshot":1` : "";
    const head = `{"type":"${TOPIC_QUOTES}","sim":${isSimulated},"seq":${seq}${kind}`;
    return wireFrameOf(`${head},"data":[`, rows, "]}");
  };
}

/** Whether some market's tape goes on before where it stood: what was told is not on it. */
function watchNumbers(known: readonly QuoteUpdate[]): (updates: readonly QuoteUpdate[]) => boolean {
  const newest = new Map(known.map(({ code, quote }) => [code, quote.seq]));
  return (updates) => {
    let isBack = false;
    for (const { code, quote } of updates) {
      isBack ||= quote.seq < (newest.get(code) ?? 0);
      newest.set(code, quote.seq);
    }
    return isBack;
  };
}

function pick(texts: ReadonlyMap<string, Buffer>, codes: readonly string[] | null): Buffer[] {
  if (codes === null) return [...texts.values()];
  const rows: Buffer[] = [];
  for (const code of codes) {
    const text = texts.get(code);
    if (text !== undefined) rows.push(text);
  }
  return rows;
}

/** The text of each quote by code, made once however many frames it goes into. */
function textsOf(updates: readonly QuoteUpdate[]): ReadonlyMap<string, Buffer> {
  return new Map(
    updates.map((update) => [update.code, Buffer.from(JSON.stringify(quoteUpdateToWire(update)))]),
  );
}

/** The texts of all markets, kept while nothing changes. */
function createWholeTexts(source: QuoteSource): () => ReadonlyMap<string, Buffer> {
  let texts = NO_TEXTS;
  let textsVersion = -1;
  return () => {
    const version = source.version();
    if (textsVersion !== version) {
      texts = textsOf(source.changedSince(0));
      textsVersion = version;
    }
    return texts;
  };
}
