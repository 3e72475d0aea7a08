// The minutes of an hour, packed: per minute its place in the hour, its ticks, and twelve prices,
// each as the step from the one before, in variable-length integers; some twenty bytes a minute.

/** Open, high, low, close of bid, ask, and bid plus ask. */
export type MinuteBars = {
  /** Counted from 1970. */
  readonly minute: number;
  readonly prices: readonly number[];
  readonly ticks: number;
};

const MORE = 0x80;
const PRICES = 12;
const HOUR_MINUTES = 60;

export function packMinutes(minutes: readonly MinuteBars[]): Uint8Array {
  const bytes: number[] = [];
  const before = new Array<number>(3).fill(0);
  const write = (value: number) => {
    let rest = value < 0 ? -2 * value - 1 : 2 * value;
    for (; rest >= MORE; rest = Math.floor(rest / MORE)) bytes.push((rest % MORE) + MORE);
    bytes.push(rest);
  };
  for (const { minute, prices, ticks } of minutes) {
    write(minute % HOUR_MINUTES);
    write(ticks);
    prices.forEach((price, index) => {
      const side = Math.floor(index / 4);
      write(price - (before[side] ?? 0));
      before[side] = price;
    });
  }
  return Uint8Array.from(bytes);
}

export function readMinutes(bytes: Uint8Array, hour: number): MinuteBars[] {
  const minutes: MinuteBars[] = [];
  const before = new Array<number>(3).fill(0);
  let at = 0;
  const next = (): number => {
    let value = 0;
    for (let weight = 1; ; weight *= MORE) {
      const byte = bytes[at];
      if (byte === undefined) throw new Error("Invariant: an hour of minutes is whole");
      at += 1;
      value += (byte % MORE) * weight;
      if (byte < MORE) return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
    }
  };
  while (at < bytes.length) {
    const minute = hour * HOUR_MINUTES + next();
    const ticks = next();
    const prices = Array.from({ length: PRICES }, (_, index) => {
      const side = Math.floor(index / 4);
      const price = (before[side] ?? 0) + next();
      before[side] = price;
      return price;
    });
    minutes.push({ minute, prices, ticks });
  }
  return minutes;
}

/** The same as one bar of each side. */
export function joinPrices(minutes: readonly MinuteBars[]): number[] {
  const joined: number[] = [];
  for (let side = 0; side < PRICES; side += 4) {
    const of = (index: number) => minutes.map(({ prices }) => prices[side + index] ?? 0);
    joined.push(of(0)[0] ?? 0, Math.max(...of(1)), Math.min(...of(2)), of(3).at(-1) ?? 0);
  }
  return joined;
}
