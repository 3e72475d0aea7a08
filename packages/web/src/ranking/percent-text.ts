// Ratios of the wire as percent, cut and never rounded: nobody is shown a gain that is not there.
// Works on the digits; no float comes near. Pure.

const RATIO = /^(-?)(\d+)(?:\.(\d+))?$/;
const PERCENT_DIGITS = 2;

/** "0.0960" with two places is "9.60". Unreadable text comes back as it is. */
export function percentText(ratio: string, places: 0 | 1 | 2): string {
  const match = RATIO.exec(ratio);
  if (!match) return ratio;
  const [, sign = "", whole = "0", fraction = ""] = match;
  const length = PERCENT_DIGITS + places;
  const digits = whole + fraction.padEnd(length, "0").slice(0, length);
  const head = digits.slice(0, digits.length - places).replace(/^0+(?=\d)/, "");
  const tail = places === 0 ? "" : `.${digits.slice(-places)}`;
  const text = head + tail;
  return /[1-9]/.test(text) ? sign + text : text;
}

/** A fall is told with its minus; the wire says only how deep. */
export function fallText(drawdown: string, places: 0 | 1 | 2): string {
  const text = percentText(drawdown, places);
  return /[1-9]/.test(text) ? `-${text}` : text;
}
