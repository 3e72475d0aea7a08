// What seeded runs (packages/simulator) and benchmarks (bench/) use of the server: the path of a
// price without database, sockets or timers, and the durable heart on a database of its own.
// Nothing else may reach in.

export { PERIODS } from "@truetick/contract";
export { startGateway } from "./gateway/gateway.ts";
export { descriptorOf, loadSendAll } from "./gateway/socket/send-all.ts";
export {
  createSendTogether,
  type Receiver,
  type SendTogether,
} from "./gateway/socket/send-together.ts";
export type { Bus } from "./platform/bus/bus.ts";
export { createMemoryBus } from "./platform/bus/memory-bus.ts";
export { connectNatsBus } from "./platform/bus/nats-bus.ts";
export { type Clock, systemClock } from "./platform/clock.ts";
export { type Database, type DatabaseAddress, openDatabase } from "./platform/database.ts";
export { createLog } from "./platform/log.ts";
export { startPostgres } from "./platform/postgres/supervisor.ts";
export { prepareDatabase } from "./platform/prepare-database.ts";
export { keepLogs } from "./proof/log/keep-logs.ts";
export { connectKeeper } from "./proof/log/keeper-client.ts";
export { LogEdge, type Tile } from "./proof/log/log-edge.ts";
export { deriveSaltKey, openKey } from "./proof/log/proof-keys.ts";
export { createProofLog } from "./proof/log/proof-log.ts";
export { runKeeper } from "./proof/log/start-keeper.ts";
export { receiptLines } from "./proof/receipts/receipt-lines.ts";
export type { Bar } from "./trading/candles/bar.ts";
export { createCandleBook } from "./trading/candles/candle-book.ts";
export type { Tick } from "./trading/feed/tick.ts";
export type { Batch, KeyEntry } from "./trading/journal/batch.ts";
export { linkOf } from "./trading/journal/chain-link.ts";
export type { FilledRows } from "./trading/journal/commit-rows.ts";
export {
  CommitFailed,
  JournalBroken,
  type JournalSession,
  type JournalStore,
  type Snapshot,
} from "./trading/journal/journal-store.ts";
export { createPostgresStore } from "./trading/journal/postgres-store.ts";
export { sandboxMarkets, type TradedMarket } from "./trading/markets/traded-market.ts";
export { createPriceRoom, type PriceRoom } from "./trading/price-room.ts";
export { createQuoteGate, type GateReason } from "./trading/quotes/quote-gate.ts";
export type { RecordedQuote } from "./trading/quotes/quote-intake.ts";
export { holdShard } from "./trading/sequencer/hold-shard.ts";
export type { Pace } from "./trading/sequencer/pace.ts";
export {
  type Books,
  type Committed,
  type Outcome,
  type Sequencer,
  startSequencer,
  startSequencerOn,
  type UnstampedCommand,
} from "./trading/sequencer/sequencer.ts";
export { createRemoteSequencer } from "./trading/shards/remote-sequencer.ts";
export { serveShard } from "./trading/shards/shard-server.ts";
export { seedOfNumber } from "./trading/sim-seed.ts";
export type { TapePiece } from "./trading/tape/tape.ts";
