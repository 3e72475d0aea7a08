// Many seeded runs on the twin in memory, one after the other. The first broken promise ends them
// and names its seed.

import { MemoryStore } from "./memory-store.ts";
import { runTrading, type TradingReport } from "./run-trading.ts";

export type SeedRange = { readonly first: number; readonly count: number };

export type SeedsReport = Omit<TradingReport, "hash"> & { readonly seeds: number };

/** What a run found, and the seed that shows it again. */
export class SeedBroken extends Error {
  override readonly name = "SeedBroken";
  readonly seed: number;

  constructor(seed: number, cause: unknown) {
    const what = cause instanceof Error ? cause.message : String(cause);
    super(`${what}\nnpm run simulate -- --seed=${seed}`, { cause });
    this.seed = seed;
  }
}

/** One run on a journal of its own in memory. Throws SeedBroken. */
export async function runSeed(seed: number): Promise<TradingReport> {
  const store = new MemoryStore();
  try {
    return await runTrading(seed, { store, readEvidence: () => store.readEvidence() });
  } catch (error) {
    throw new SeedBroken(seed, error);
  }
}

export async function runSeeds({ first, count }: SeedRange): Promise<SeedsReport> {
  let total: SeedsReport | null = null;
  for (let seed = first; seed < first + count; seed += 1) {
    const { hash: _, ...figures } = await runSeed(seed);
    const one: SeedsReport = { ...figures, seeds: 1 };
    total = total ? added(total, one) : one;
  }
  if (!total) throw new Error("Invariant: at least one seed is run");
  return total;
}

function added(left: SeedsReport, right: SeedsReport): SeedsReport {
  // The keys of a report are those of the other.
  const names = Object.keys(left) as (keyof SeedsReport)[];
  return Object.fromEntries(names.map((name) => [name, left[name] + right[name]])) as SeedsReport;
}
