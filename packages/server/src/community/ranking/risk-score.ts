// The risk of a record as a number from 1 (calm) to 10 (wild): how far the daily returns of the
// last ninety days scatter, told for a year. The formula and its bounds are published in
// docs/ranking.md; changing one changes the other.

export const RISK_DAYS = 90;
/** The curve is cut every day of the week. */
const DAYS_PER_YEAR = 365;

/** From each of these on, a year's scatter has one point more. */
export const RISK_BOUNDS = [0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.6, 0.8, 1.2] as const;

/** Of the returns of finished days as ratios. Null while there are fewer than two. */
export function riskScore(returns: readonly number[]): number | null {
  if (returns.length < 2) return null;
  const mean = returns.reduce((sum, one) => sum + one, 0) / returns.length;
  const squares = returns.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  const yearly = Math.sqrt((squares / (returns.length - 1)) * DAYS_PER_YEAR);
  return 1 + RISK_BOUNDS.filter((bound) => yearly >= bound).length;
}
