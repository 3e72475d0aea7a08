// Money in the user centre has two decimals, cut and never rounded up: nobody is shown a cent that
// is not there. Works on the digits; no float comes near.

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

/** Unreadable text comes back as it is. */
export function twoDecimals(text: string): string {
  const match = DECIMAL.exec(text);
  if (!match) return text;
  const [, sign = "", whole = "0", places = ""] = match;
  const cut = `${whole}.${places.slice(0, 2).padEnd(2, "0")}`;
  return /[1-9]/.test(cut) ? sign + cut : cut;
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
