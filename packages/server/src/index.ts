// What seeded runs (packages/simulator) use of the server: the path of a price without database,
// sockets or timers. Nothing else may reach in.

export { PERIODS } from "@truetick/contract";
export type { Clock } from "./platform/clock.ts";
export type { Bar } from "./trading/candles/bar.ts";
export type { Tick } from "./trading/feed/tick.ts";
export { sandboxMarkets, type TradedMarket } from "./trading/markets/traded-market.ts";
export { createPriceRoom, type PriceRoom } from "./trading/price-room.ts";
export type { GateReason } from "./trading/quotes/quote-gate.ts";
export type { RecordedQuote } from "./trading/quotes/quote-intake.ts";
export { seedOfNumber } from "./trading/sim-seed.ts";
