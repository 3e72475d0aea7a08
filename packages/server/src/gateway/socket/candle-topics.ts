// The growing bars of one market to every socket that asked for them: made once per flush for all
// of its readers, and only for markets that have any.

import {
  type Candle,
  type CandlesFrame,
  candleToWire,
  type PeriodId,
  TOPIC_CANDLES,
  topicOf,
} from "@truetick/contract";
import type { Outbox } from "./outbox.ts";
import {
  createTopicStream,
  type Reader,
  type StreamTiming,
  type TopicStream,
} from "./topic-stream.ts";
import { wireFrame } from "./wire-frame.ts";

/** The bars, as the topic needs them. */
export type CandleSource = {
  readonly isSimulated: boolean;
  readonly knows: (code: string) => boolean;
  /** The bar that is growing, of each period that has one. */
  readonly newest: (code: string) => Readonly<Partial<Record<PeriodId, Candle>>>;
};

export type CandleTopics = {
  readonly knows: (code: string) => boolean;
  readonly join: (code: string, reader: Reader) => void;
  readonly leave: (code: string, reader: Reader) => void;
  /** What a market's readers get when its price has changed. */
  readonly flush: (changed: readonly string[]) => void;
};

export function createCandleTopics({
  source,
  outbox,
  ...timing
}: StreamTiming & { readonly source: CandleSource; readonly outbox: Outbox }): CandleTopics {
  const streams = new Map<string, TopicStream>();

  function frameOf(code: string, seq: number): Buffer {
    const type = topicOf(TOPIC_CANDLES, code);
    const data: CandlesFrame["data"] = Object.fromEntries(
      Object.entries(source.newest(code)).map(([period, bar]) => [period, candleToWire(bar)]),
    );
    // Every frame is whole, and says so: who missed one has missed nothing.
    const frame: CandlesFrame = { type, sim: source.isSimulated, seq, snapshot: 1, data };
    return wireFrame(JSON.stringify(frame));
  }

  function open(code: string): TopicStream {
    const stream = createTopicStream({ ...timing, snapshot: (seq) => frameOf(code, seq) });
    streams.set(code, stream);
    return stream;
  }

  return {
    knows: source.knows,
    join(code, reader) {
      const stream = streams.get(code) ?? open(code);
      stream.join(reader);
      stream.deliver(outbox, reader);
    },
    leave(code, reader) {
      const stream = streams.get(code);
      stream?.leave(reader);
      if (stream?.readers() === 0) streams.delete(code);
    },
    flush(changed) {
      for (const code of changed) streams.get(code)?.publish((seq) => frameOf(code, seq));
      for (const stream of streams.values()) stream.deliver(outbox);
    },
  };
}
