// Exact numbers and the formulas over them. Pure; imports nothing.
export { formatDecimal, parseDecimal } from "./decimal.ts";
