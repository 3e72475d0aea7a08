// Finds listed accounts that trade against each other, so that one of them wins whatever happens
// (T43). Pure: of each account the orders, of a cluster the accounts. Two are a hedged pair when
// their net positions were opposite in some market for two thirds of the time in which the less
// busy of them held anything. Splitting a position into many orders changes nothing: only the net
// of a market counts.

/** One order of an account, from its opening to its end, or to now. */
export type HeldSpan = {
  readonly marketId: number;
  /** Below zero: sold. */
  readonly lots: number;
  readonly fromMs: number;
  readonly toMs: number;
};

/** Fewer orders may be opposite by chance. */
const ORDERS_MIN = 10;
const OPPOSITE_OF = 3;
const OPPOSITE_MIN = 2;

export function isHedgedPair(a: readonly HeldSpan[], b: readonly HeldSpan[]): boolean {
  if (a.length < ORDERS_MIN || b.length < ORDERS_MIN) return false;
  const { busyAMs, busyBMs, oppositeMs } = sweep(a, b);
  const lessBusyMs = Math.min(busyAMs, busyBMs);
  return lessBusyMs > 0 && oppositeMs * OPPOSITE_OF >= lessBusyMs * OPPOSITE_MIN;
}

type Change = { readonly atMs: number; readonly who: 0 | 1; readonly market: number; lots: number };

/** Every opening and every end, in the order of time. */
function changesOf(spans: readonly HeldSpan[], who: 0 | 1): Change[] {
  return spans.flatMap(({ marketId: market, lots, fromMs, toMs }) => [
    { atMs: fromMs, who, market, lots },
    { atMs: toMs, who, market, lots: -lots },
  ]);
}

function sweep(a: readonly HeldSpan[], b: readonly HeldSpan[]) {
  const changes = [...changesOf(a, 0), ...changesOf(b, 1)].sort((x, y) => x.atMs - y.atMs);
  const nets = [new Map<number, number>(), new Map<number, number>()] as const;
  const open = [0, 0];
  const told = { busyAMs: 0, busyBMs: 0, oppositeMs: 0 };
  let beforeMs = changes[0]?.atMs ?? 0;
  for (const { atMs, who, market, lots } of changes) {
    const passedMs = atMs - beforeMs;
    if (passedMs > 0) {
      if ((open[0] ?? 0) > 0) told.busyAMs += passedMs;
      if ((open[1] ?? 0) > 0) told.busyBMs += passedMs;
      if (isOpposite(nets[0], nets[1])) told.oppositeMs += passedMs;
    }
    beforeMs = atMs;
    const net = nets[who];
    const before = net.get(market) ?? 0;
    net.set(market, before + lots);
    open[who] = (open[who] ?? 0) + Number(before === 0) - Number(before + lots === 0);
  }
  return told;
}

function isOpposite(a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>): boolean {
  for (const [market, lots] of a) if (lots * (b.get(market) ?? 0) < 0) return true;
  return false;
}
