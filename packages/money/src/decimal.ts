// Exact decimals as scaled integers: the text on the wire and the integer in the books, and
// nothing in between. Every package that reads or prints a number of money, price or lots
// comes through here. Invariant: parse(format(x)) = x (P14).

/** What the wire accepts: digits, at most one point, no sign, no exponent (T48). */
const DECIMAL = /^(\d{1,15})(?:\.(\d{1,12}))?$/;

/**
 * Reads a non-negative decimal into an integer of 10^-scale units.
 * Answers null when the text is not a decimal or has more significant places than the scale.
 */
export function parseDecimal(text: string, scale: number): bigint | null {
  const match = DECIMAL.exec(text);
  if (!match) return null;
  const whole = match[1] ?? "";
  const fraction = (match[2] ?? "").replace(/0+$/, "");
  if (fraction.length > scale) return null;
  return BigInt(whole + fraction.padEnd(scale, "0"));
}

/** Prints an integer of 10^-scale units with exactly `scale` places. */
export function formatDecimal(units: bigint, scale: number): string {
  const sign = units < 0n ? "-" : "";
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, "0");
  if (scale === 0) return sign + digits;
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
