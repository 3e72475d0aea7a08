// What seeded runs (packages/simulator) and benchmarks (bench/) use of the server: the path of a
// price without database, sockets or timers, and the durable heart on a database of its own.
// Nothing else may reach in.

export { PERIODS } from "@truetick/contract";
export { type Clock, systemClock } from "./platform/clock.ts";
export { type Database, type DatabaseAddress, openDatabase } from "./platform/database.ts";
export { createLog } from "./platform/log.ts";
export { startPostgres } from "./platform/postgres/supervisor.ts";
export { prepareDatabase } from "./platform/prepare-database.ts";
export type { Bar } from "./trading/candles/bar.ts";
export type { Tick } from "./trading/feed/tick.ts";
export { sandboxMarkets, type TradedMarket } from "./trading/markets/traded-market.ts";
export { createPriceRoom, type PriceRoom } from "./trading/price-room.ts";
export type { GateReason } from "./trading/quotes/quote-gate.ts";
export type { RecordedQuote } from "./trading/quotes/quote-intake.ts";
export {
  type Committed,
  type Outcome,
  type Sequencer,
  startSequencer,
} from "./trading/sequencer/sequencer.ts";
export { seedOfNumber } from "./trading/sim-seed.ts";
