// The growing bars of one market to every socket that asked for them: read once per flush for all
// of its readers, and only for markets that have any. Reading may take a moment; a market whose
// bars are still being read is not asked for again until they are there.

import {
  type Candle,
  type CandlesFrame,
  candleToWire,
  type PeriodId,
  TOPIC_CANDLES,
  topicOf,
} from "@truetick/contract";
import {
  createTopicStream,
  type Outbox,
  type Reader,
  type StreamTiming,
  type TopicStream,
} from "./topic-stream.ts";

/** The bars, as the topic needs them. */
export type CandleSource = {
  readonly isSimulated: boolean;
  readonly knows: (code: string) => boolean;
  /** The bar that is growing, of each period that has one. */
  readonly newest: (code: string) => Promise<Readonly<Partial<Record<PeriodId, Candle>>>>;
};

export type CandleTopics = {
  readonly knows: (code: string) => boolean;
  readonly join: (code: string, reader: Reader) => void;
  readonly leave: (code: string, reader: Reader) => void;
  readonly flush: (changed: readonly string[]) => void;
};

type Watched = {
  readonly stream: TopicStream;
  bars: CandlesFrame["data"] | null;
  isReading: boolean;
  /** Something has changed since the bars were last read. */
  isDue: boolean;
};

export function createCandleTopics({
  source,
  outbox,
  onBroken,
  ...timing
}: StreamTiming & {
  readonly source: CandleSource;
  readonly outbox: Outbox;
  readonly onBroken: (error: unknown) => void;
}): CandleTopics {
  const watched = new Map<string, Watched>();

  function frameOf(code: string, bars: CandlesFrame["data"], seq: number): Buffer {
    const type = topicOf(TOPIC_CANDLES, code);
    // Every frame is whole, and says so: who missed one has missed nothing.
    const frame = { type, sim: source.isSimulated, seq, snapshot: 1, data: bars };
    return Buffer.from(JSON.stringify(frame));
  }

  function watch(code: string): Watched {
    const stream = createTopicStream({
      ...timing,
      snapshot: (seq) => (market.bars === null ? null : frameOf(code, market.bars, seq)),
    });
    const market: Watched = { stream, bars: null, isReading: false, isDue: true };
    watched.set(code, market);
    return market;
  }

  async function read(code: string, market: Watched): Promise<void> {
    market.isReading = true;
    market.isDue = false;
    try {
      const bars = wireOf(await source.newest(code));
      market.bars = bars;
      market.stream.publish((seq) => frameOf(code, bars, seq));
      market.stream.deliver(outbox);
      outbox.send();
    } catch (error) {
      onBroken(error);
    } finally {
      market.isReading = false;
    }
  }

  return {
    knows: source.knows,
    join(code, reader) {
      const market = watched.get(code) ?? watch(code);
      market.stream.join(reader);
      if (market.bars) market.stream.deliver(outbox, reader);
      else if (!market.isReading) void read(code, market);
    },
    leave(code, reader) {
      const market = watched.get(code);
      market?.stream.leave(reader);
      if (market?.stream.readers() === 0) watched.delete(code);
    },
    flush(changed) {
      for (const code of changed) {
        const market = watched.get(code);
        if (market) market.isDue = true;
      }
      for (const [code, market] of watched) {
        if (market.isDue && !market.isReading) void read(code, market);
        else market.stream.deliver(outbox);
      }
    },
  };
}

function wireOf(bars: Readonly<Partial<Record<PeriodId, Candle>>>): CandlesFrame["data"] {
  return Object.fromEntries(
    Object.entries(bars).map(([period, candle]) => [period, candleToWire(candle)]),
  );
}
