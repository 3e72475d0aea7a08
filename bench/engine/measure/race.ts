// Runs product and peers in turns, several rounds, and compares the medians. Time is CPU time, so
// that neighbours on the machine count little; ratios within one run are what counts. `raceApart`
// gives each its own process, so that nobody collects another's garbage, with its own modules only:
// a library may change what the runtime takes for granted, and slow down all that is beside it. All
// of them get the compiler that the product asks for. Every benchmark ends with `finish`.
import "@truetick/server/compiler";
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";

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

const CONTENDER = "--contender=";

/** Loads what the contender needs, and makes it ready. */
type Prepare = () => Promise<Contender["run"]>;

/**
 * The same, each in a process of its own: this program is started once per contender, which waits
 * for its turn. Answers null in those processes, where nothing is left to judge.
 */
export async function raceApart(
  contenders: Readonly<Record<string, Prepare>>,
  rounds: number,
): Promise<Timing[] | null> {
  const own = process.argv.find((word) => word.startsWith(CONTENDER));
  if (own !== undefined) {
    await serve(contenders[own.slice(CONTENDER.length)]);
    return null;
  }
  const names = Object.keys(contenders);
  const children = names.map((name) => fork(process.argv[1] ?? "", [`${CONTENDER}${name}`]));
  const all = names.map((): number[] => []);
  for (let round = 0; round < WARM_UP_ROUNDS + rounds; round += 1) {
    for (const [at, child] of children.entries()) {
      const nsPerUnit = await askFor(child, round);
      if (round >= WARM_UP_ROUNDS) all[at]?.push(nsPerUnit);
    }
  }
  for (const child of children) child.disconnect();
  return names.map((name, at) => {
    const timings = all[at] ?? [];
    return { name, nsPerUnit: medianOf(timings), all: timings, runs: WARM_UP_ROUNDS + rounds };
  });
}

/** In the process of one contender: runs a round whenever it is asked to. */
async function serve(prepare: Prepare | undefined): Promise<void> {
  if (prepare === undefined) throw new Error("nobody of that name");
  const run = await prepare();
  process.on("message", (round: number) => {
    const before = process.cpuUsage();
    const units = run(round);
    const { user, system } = process.cpuUsage(before);
    process.send?.(((user + system) * 1_000) / units);
  });
}

async function askFor(child: ChildProcess, round: number): Promise<number> {
  child.send(round);
  const gone = new AbortController();
  const { signal } = gone;
  const answer = once(child, "message", { signal });
  const failure = once(child, "exit", { signal }).then(([code]) => {
    throw new Error(`a contender ended with ${code}`);
  });
  try {
    const [nsPerUnit] = await Promise.race([answer, failure]);
    return Number(nsPerUnit);
  } finally {
    failure.catch(() => undefined);
    gone.abort();
  }
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
