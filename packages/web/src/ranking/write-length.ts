// How long something lasted, in the reader's words and two units at most: "2 days 4 hr". Pure.

const UNITS = [
  { unit: "day", sec: 86_400 },
  { unit: "hour", sec: 3_600 },
  { unit: "minute", sec: 60 },
  { unit: "second", sec: 1 },
] as const;
const UNITS_SHOWN = 2;

export function writeLength(lengthSec: number, tag: string): string {
  const first = UNITS.findIndex(({ sec }) => lengthSec >= sec);
  let left = Math.max(0, Math.floor(lengthSec));
  const shown = UNITS.slice(first < 0 ? UNITS.length - 1 : first).slice(0, UNITS_SHOWN);
  const parts = shown.map(({ unit, sec }) => {
    const count = Math.floor(left / sec);
    left -= count * sec;
    return { count, unit };
  });
  const told = parts.filter(({ count }, at) => count > 0 || at === 0);
  return told
    .map(({ count, unit }) =>
      new Intl.NumberFormat(tag, { style: "unit", unit, unitDisplay: "short" }).format(count),
    )
    .join(" ");
}
