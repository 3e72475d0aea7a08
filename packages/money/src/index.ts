// Exact numbers and the formulas over them. Pure; imports nothing.
export * from "./amount.ts";
export { assert, InvariantBroken } from "./assert.ts";
export { type Contract, contractOf } from "./contract.ts";
export { formatDecimal, parseDecimal } from "./decimal.ts";
export { lotsFee, marginFee, notionalFee } from "./fee.ts";
export { financing } from "./financing.ts";
export { isLevelAtMost, marginLevel, shareDown } from "./level.ts";
export { fixedMargin, floatingMargin } from "./margin.ts";
export { type PayoutFee, payoutEstimate, payoutFee } from "./payout.ts";
export { longProfit, type ProfitInput, shortProfit } from "./profit.ts";
export { invertRatio, midRatio, multiplyRatios, PAR, powerOfTen, type Ratio } from "./ratio.ts";
export { divideDown, divideHalfEven, divideUp } from "./rounding.ts";
export { numberOf, wholeOf } from "./whole.ts";
