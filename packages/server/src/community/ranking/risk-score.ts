// The risk of a record as a number from 1 (calm) to 10 (wild): how far the daily returns of the
// last ninety days scatter, told for a year. The formula and its bounds are published in
// docs/ranking.md; the bounds are the contract's, for the screen explains them.

import { RISK_BOUNDS, RISK_YEAR_DAYS } from "@truetick/contract/ranking";

/** From each of these on, a year's scatter has one point more. */
const BOUNDS = RISK_BOUNDS.map(Number);

/** Of the returns of finished days as ratios. Null while there are fewer than two. */
export function riskScore(returns: readonly number[]): number | null {
  if (returns.length < 2) return null;
  const mean = returns.reduce((sum, one) => sum + one, 0) / returns.length;
  const squares = returns.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  const yearly = Math.sqrt((squares / (returns.length - 1)) * RISK_YEAR_DAYS);
  return 1 + BOUNDS.filter((bound) => yearly >= bound).length;
}
