// Runs product and peer in turn, round after round, and judges the ratio: the median of the
// rounds, since a shared machine has bad seconds; or, where tables grow and everything gets slower
// from run to run, all rounds together, with another first each time. Prints one line per round
// and one verdict.

export type Round = {
  /** Done per second. */
  readonly rate: number;
  /** Milliseconds, by order; empty where no latency is measured. */
  readonly latencies: Float64Array;
  /** Done per second of CPU, ours and the database's; null where that is not known. */
  readonly perCpuSecond: number | null;
};

export type Contest = {
  readonly goal: string;
  readonly unit: string;
  readonly product: () => Promise<Round>;
  readonly peer: () => Promise<Round>;
  readonly floor: number;
  readonly moonshot: number;
  readonly rounds: number;
  /** Every second round the product comes first: who always came second would pay for growth. */
  readonly alternates?: true;
};

/** True when the floor is reached. */
export async function contend(contest: Contest): Promise<boolean> {
  const { goal, unit, floor, moonshot } = contest;
  const ratios: number[] = [];
  const sums = { product: 0, peer: 0 };
  for (let round = 1; round <= contest.rounds; round += 1) {
    const { product, peer } = await play(contest, round);
    const ratio = product.rate / peer.rate;
    ratios.push(ratio);
    sums.product += product.rate;
    sums.peer += peer.rate;
    console.log(
      `${goal} round ${round}: ${describe(product, unit)} | peer ${describe(peer, unit)} | ` +
        `${ratio.toFixed(2)}x`,
    );
  }
  const ratio = contest.alternates ? sums.product / sums.peer : median(ratios);
  const isReached = ratio >= floor;
  console.log(
    `${isReached ? "PASS" : "FAIL"} ${goal}: ${ratio.toFixed(2)}x ` +
      `(floor ${floor}x, moonshot ${moonshot}x)`,
  );
  return isReached;
}

async function play(
  contest: Contest,
  round: number,
): Promise<{ readonly product: Round; readonly peer: Round }> {
  if (contest.alternates && round % 2 === 0) {
    const product = await contest.product();
    return { product, peer: await contest.peer() };
  }
  const peer = await contest.peer();
  return { product: await contest.product(), peer };
}

function describe({ rate, latencies, perCpuSecond }: Round, unit: string): string {
  const speed = `${Math.round(rate).toLocaleString("en")} ${unit}/s`;
  const cost = perCpuSecond === null ? "" : ` (${Math.round(perCpuSecond)} per CPU-s)`;
  if (latencies.length === 0) return speed + cost;
  return `${speed}${cost} p50 ${at(latencies, 0.5)} p99 ${at(latencies, 0.99)} ms`;
}

function at(sorted: Float64Array, share: number): string {
  return (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(1);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export type Load = {
  readonly workers: number;
  readonly seconds: number;
  readonly cpuSeconds: () => number | null;
};

/** `workers` of them repeat `act` for `seconds`; what one throws ends the bench. */
export async function drive(
  { workers, seconds, cpuSeconds }: Load,
  act: (worker: number, turn: number) => Promise<unknown>,
): Promise<Round> {
  const latencies: number[] = [];
  const cpuBefore = cpuSeconds();
  const startedAt = performance.now();
  const endsAt = startedAt + 1_000 * seconds;
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      for (let turn = 0; performance.now() < endsAt; turn += 1) {
        const askedAt = performance.now();
        await act(worker, turn);
        latencies.push(performance.now() - askedAt);
      }
    }),
  );
  const elapsedSec = (performance.now() - startedAt) / 1_000;
  const cpuAfter = cpuSeconds();
  return {
    rate: latencies.length / elapsedSec,
    latencies: Float64Array.from(latencies).sort(),
    perCpuSecond:
      cpuBefore === null || cpuAfter === null ? null : latencies.length / (cpuAfter - cpuBefore),
  };
}
