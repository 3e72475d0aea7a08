// Exact numbers and the formulas over them. Pure; imports nothing.
export * from "./amount.ts";
export { assert, InvariantBroken } from "./assert.ts";
export { formatDecimal, parseDecimal } from "./decimal.ts";
