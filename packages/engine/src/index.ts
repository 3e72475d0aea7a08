// The trading state machine. Pure: no IO, clock, randomness or promises. The sequencer calls
// `decide` and `apply`; everyone else reads views. See README.md for how they fit together.
export * from "./account.ts";
export * from "./command.ts";
export * from "./decision.ts";
export * from "./event.ts";
export * from "./fill.ts";
export * from "./ledger.ts";
export * from "./market.ts";
export * from "./order.ts";
export * from "./refusal.ts";
