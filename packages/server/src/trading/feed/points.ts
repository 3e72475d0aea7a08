// Decimal text of a source as whole points of a market: exact, without a float in between. Digits
// beyond the market's precision are rounded to the nearest point, halves up, on both sides alike.

const DECIMAL = /^(-?)(\d{1,15})(?:\.(\d{0,18}))?$/;

/** Not a number when it is no plain decimal: the gate refuses it. */
export function pointsOf(text: unknown, precision: number): number {
  const found = typeof text === "string" ? DECIMAL.exec(text) : null;
  if (!found) return Number.NaN;
  const [, sign = "", whole = "", decimals = ""] = found;
  const kept = Number(whole + decimals.slice(0, precision).padEnd(precision, "0"));
  const points = decimals.charAt(precision) >= "5" ? kept + 1 : kept;
  return sign === "" ? points : -points;
}
