// Money with two decimals, always downwards: nobody is shown a cent that is not there, and no loss
// looks smaller than it is. So what was put in and what it made come to what there is. Works on the
// digits; no float comes near.

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

/** Unreadable text comes back as it is. */
export function twoDecimals(text: string): string {
  const match = DECIMAL.exec(text);
  if (!match) return text;
  const [, sign = "", whole = "0", places = ""] = match;
  const cents = BigInt(whole + places.slice(0, 2).padEnd(2, "0"));
  const isCut = /[1-9]/.test(places.slice(2));
  const shown = String(sign && isCut ? cents + 1n : cents).padStart(3, "0");
  return `${shown === "000" ? "" : sign}${shown.slice(0, -2)}.${shown.slice(-2)}`;
}

/** A ratio of the wire as percent with one decimal, cut: "1.89712345" is "189.7". */
export function percentOf(ratio: string): string {
  const match = DECIMAL.exec(ratio);
  if (!match) return ratio;
  const [, sign = "", whole = "0", places = ""] = match;
  const digits = whole + places.padEnd(3, "0").slice(0, 3);
  const percent = digits.slice(0, -1).replace(/^0+(?=\d)/, "");
  return `${sign}${percent}.${digits.slice(-1)}`;
}
