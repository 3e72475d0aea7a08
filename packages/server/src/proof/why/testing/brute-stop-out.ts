// A stop-out worked out by trying, for tests: integers and the written rules alone, no code of the
// engine. Every count of lot steps is tried from one upward until the level is back.

export type PlainPosition = {
  readonly order: string;
  readonly market: string;
  readonly isSell?: boolean;
  /** Ten-thousandths. */
  readonly lots: bigint;
  readonly open: bigint;
  /** Millionths. */
  readonly margin: bigint;
};

type PlainQuote = { readonly bid: bigint; readonly ask: bigint };
export type PlainQuotes = Readonly<Record<string, PlainQuote>>;
export type PlainMarket = {
  readonly units: bigint;
  /** One unit of price in points. */
  readonly scale: bigint;
  readonly isYen?: boolean;
  /** Whose price turns yen into dollars; its own when absent. */
  readonly yenBy?: string;
};

const STEP = 100n;

/** What is traded on the floor. */
export const FLOOR: Readonly<Record<string, PlainMarket>> = {
  "1": { units: 100_000n, scale: 100_000n },
  "2": { units: 100_000n, scale: 1_000n, isYen: true },
  "4": { units: 100_000n, scale: 100_000n },
  "6": { units: 100n, scale: 100n },
};

export type BruteInput = {
  readonly cash: bigint;
  readonly positions: readonly PlainPosition[];
  readonly quotes: PlainQuotes;
  readonly rule: "most-margin" | "most-losing";
  readonly markets?: Readonly<Record<string, PlainMarket>>;
  /** Markets that cannot be traded. */
  readonly shut?: readonly string[];
};

export type BruteClosing = {
  readonly order: string;
  readonly lots: bigint;
  readonly isAll: boolean;
  readonly profit: bigint;
  readonly equity: bigint;
  readonly used: bigint;
};

/** Rounds half to the even neighbour. */
function divide(dividend: bigint, divisor: bigint): bigint {
  const sign = dividend < 0n ? -1n : 1n;
  const size = dividend * sign;
  const whole = size / divisor;
  const twice = (size % divisor) * 2n;
  const isUp = twice > divisor || (twice === divisor && whole % 2n === 1n);
  return sign * (isUp ? whole + 1n : whole);
}

function brutePart(
  position: PlainPosition,
  lots: bigint,
  { quotes, markets = FLOOR }: Pick<BruteInput, "quotes" | "markets">,
): bigint {
  const market = markets[position.market];
  const quote = quotes[position.market];
  if (!market || !quote) throw new Error(`no quote of ${position.market}`);
  const points = position.isSell ? position.open - quote.ask : quote.bid - position.open;
  // Lots are ten-thousandths and money is millionths: a hundred is left.
  const value = points * lots * market.units * 100n;
  if (!market.isYen) return divide(value, market.scale);
  const yen = quotes[market.yenBy ?? position.market];
  if (!yen) throw new Error("no quote of the yen");
  return divide(value * 2n * 1_000n, market.scale * (yen.bid + yen.ask));
}

export function bruteStopOut(input: BruteInput) {
  let { cash } = input;
  let positions = [...input.positions];
  const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);
  const profits = () => positions.map((one) => brutePart(one, one.lots, input));
  const usedNow = () => sum(positions.map(({ margin }) => margin));
  const first = {
    equity: cash + sum(profits()),
    used: usedNow(),
    profits: positions.map((one) => [one.order, brutePart(one, one.lots, input)] as const),
  };
  const closings: BruteClosing[] = [];
  for (;;) {
    const equity = cash + sum(profits());
    const used = usedNow();
    if (positions.length === 0 || equity * 100n >= used * 55n) break;
    const open = positions.filter(({ market }) => !input.shut?.includes(market));
    const rank = (one: PlainPosition) =>
      input.rule === "most-margin" ? -one.margin : brutePart(one, one.lots, input);
    const least = open.reduce<PlainPosition | null>(
      (best, one) => (best === null || rank(one) < rank(best) ? one : best),
      null,
    );
    if (least === null) break;
    const others = positions.filter((one) => one !== least);
    const rest = cash + sum(others.map((one) => brutePart(one, one.lots, input)));
    let lots = STEP;
    for (; lots < least.lots; lots += STEP) {
      const freed = (least.margin * lots) / least.lots;
      const parts = brutePart(least, lots, input) + brutePart(least, least.lots - lots, input);
      if ((rest + parts) * 100n >= (used - freed) * 55n) break;
    }
    const isAll = lots >= least.lots;
    const closed = isAll ? least.lots : lots;
    const freed = isAll ? least.margin : (least.margin * closed) / least.lots;
    const profit = brutePart(least, closed, input);
    cash += profit;
    positions = positions.flatMap((one) => {
      if (one !== least) return [one];
      return isAll ? [] : [{ ...one, lots: one.lots - closed, margin: one.margin - freed }];
    });
    const after = { equity: cash + sum(profits()), used: usedNow() };
    closings.push({ order: least.order, lots: closed, isAll, profit, ...after });
  }
  return { ...first, closings, protection: positions.length === 0 && cash < 0n ? -cash : 0n };
}
