// Stretches of time and what a platform has used in them, by kind of process; and what one order or
// one update has cost, once that is taken off which the time itself costs.

import type { Spent } from "./cpu-meter.ts";

export type Window = {
  readonly seconds: number;
  readonly used: Spent;
  /** Of one core. */
  readonly share: number;
  /** In hundredths of a core. */
  readonly describe: () => string;
};

/** Microseconds. */
export type Figure = {
  readonly whole: number;
  /** Without the balancer. */
  readonly bare: number;
  readonly byKind: ReadonlyMap<string, number>;
};

const BALANCER = "balancer";

export async function windowOf(
  spent: () => Spent,
  during: () => Promise<unknown>,
): Promise<Window> {
  const before = spent();
  const startedAt = performance.now();
  await during();
  const after = spent();
  const seconds = (performance.now() - startedAt) / 1_000;
  const used = new Map([...after].map(([kind, sum]) => [kind, sum - (before.get(kind) ?? 0)]));
  const share = [...used.values()].reduce((sum, one) => sum + one, 0) / seconds;
  return {
    seconds,
    used,
    share,
    describe: () => {
      const shares = [...used].map(([kind, sum]) => `${kind} ${percent(sum / seconds)}`);
      return `${percent(share)} of a core (${shares.join(", ")})`;
    },
  };
}

export function figureOf({
  window,
  idle,
  count,
}: {
  readonly window: Window;
  readonly idle: Window;
  readonly count: number;
}): Figure {
  const byKind = new Map(
    [...window.used].map(([kind, sum]) => {
      const forTime = ((idle.used.get(kind) ?? 0) / idle.seconds) * window.seconds;
      return [kind, ((sum - forTime) / count) * 1e6];
    }),
  );
  const whole = [...byKind.values()].reduce((sum, one) => sum + one, 0);
  return { whole, bare: whole - (byKind.get(BALANCER) ?? 0), byKind };
}

export function describeCost({ whole, bare, byKind }: Figure): string {
  const parts = [...byKind].map(([kind, cost]) => `${kind} ${cost.toFixed(2)}`);
  const without = whole === bare ? "" : `, ${bare.toFixed(2)} without the balancer`;
  return `${whole.toFixed(2)} µs each${without} (${parts.join(", ")})`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
