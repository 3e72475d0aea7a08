// The exponential function from additions and multiplications alone. Math.exp may differ in its
// last bit between engines; a price that anyone can regenerate from a revealed seed (H14) must
// not. Used by the price simulator only.

// ln 2 in two parts: the first has few enough bits that its small multiples are exact.
const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;

const POWER_MAX = 60;
const POWERS = Float64Array.from({ length: 2 * POWER_MAX + 1 }, (_, i) => 2 ** (i - POWER_MAX));

const C2 = 1 / 2;
const C3 = 1 / 6;
const C4 = 1 / 24;
const C5 = 1 / 120;
const C6 = 1 / 720;
const C7 = 1 / 5_040;
const C8 = 1 / 40_320;
const C9 = 1 / 362_880;
const C10 = 1 / 3_628_800;
const C11 = 1 / 39_916_800;
const C12 = 1 / 479_001_600;

/**
 * Replaces every x by e to the x: for |x| up to 40, within two units in the last place. A whole
 * array at a time, because a call per element would cost more than its sum.
 */
export function portableExp(values: Float64Array): void {
  for (let i = 0; i < values.length; i += 1) {
    const x = values[i] ?? 0;
    const power = Math.floor(x * Math.LOG2E + 0.5);
    const r = x - power * LN2_HIGH - power * LN2_LOW;
    // Taylor to the 12th degree: |r| <= 0.347, so the next term is below 2e-16.
    const high = C7 + r * (C8 + r * (C9 + r * (C10 + r * (C11 + r * C12))));
    const sum = 1 + r * (1 + r * (C2 + r * (C3 + r * (C4 + r * (C5 + r * (C6 + r * high))))));
    // Beyond the table there is no number, and the price built on it is refused.
    values[i] = sum * (POWERS[power + POWER_MAX] ?? Number.NaN);
  }
}
