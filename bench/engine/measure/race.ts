// Runs product and peers in turns, several rounds, and compares the medians. Time is CPU time of
// this process, so that neighbours on the machine count little; ratios within one run are what
// counts. Every benchmark of the engine ends with `finish`.

export type Contender = {
  readonly name: string;
  /** Does its work once and says how many units (ticks, commands) that was. */
  readonly run: (round: number) => number;
};

export type Timing = {
  readonly name: string;
  readonly nsPerUnit: number;
  readonly all: number[];
  /** How often it ran, warm-up included. */
  readonly runs: number;
};

/** Compilers need a while, the more so on a busy machine. */
const WARM_UP_ROUNDS = 3;

/** Interleaved: A B C, A B C, … so that a slow minute hits all alike. */
export function race(contenders: readonly Contender[], rounds: number): Timing[] {
  const all = contenders.map((): number[] => []);
  for (let round = 0; round < WARM_UP_ROUNDS + rounds; round += 1) {
    contenders.forEach(({ run }, at) => {
      const before = process.cpuUsage();
      const units = run(round);
      const { user, system } = process.cpuUsage(before);
      if (round >= WARM_UP_ROUNDS) all[at]?.push(((user + system) * 1_000) / units);
    });
  }
  return contenders.map(({ name }, at) => {
    const timings = all[at] ?? [];
    return { name, nsPerUnit: medianOf(timings), all: timings, runs: WARM_UP_ROUNDS + rounds };
  });
}

function medianOf(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

const failures: string[] = [];

/** Prints one line per ratio; below the floor it fails the run. */
export function judge(goal: string, product: Timing, peer: Timing, floor: number): void {
  const perRound = product.all.map((own, at) => (peer.all[at] ?? Number.NaN) / own);
  const ratio = medianOf(perRound);
  const verdict = ratio >= floor ? "PASS" : "FAIL";
  if (ratio < floor) failures.push(goal);
  const times = `${shown(product.nsPerUnit)} against ${shown(peer.nsPerUnit)}`;
  const rounds = perRound.map(shownRatio).join(" ");
  console.log(
    `${verdict}  ${goal}  ${shownRatio(ratio)} (floor ${floor}x)  ${times}  rounds ${rounds}`,
  );
}

/** Anything else that must hold for the figures to mean something. */
export function must(isTrue: boolean, what: string): void {
  console.log(`${isTrue ? "PASS" : "FAIL"}  ${what}`);
  if (!isTrue) failures.push(what);
}

export function finish(): void {
  if (failures.length > 0) console.error(`below the floor: ${failures.join("; ")}`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}

function shown(ns: number): string {
  if (ns >= 1_000_000) return `${(ns / 1_000_000).toFixed(2)} ms`;
  return ns >= 1_000 ? `${(ns / 1_000).toFixed(2)} µs` : `${ns.toFixed(0)} ns`;
}

function shownRatio(ratio: number): string {
  return `${ratio >= 100 ? ratio.toFixed(0) : ratio.toPrecision(3)}x`;
}
