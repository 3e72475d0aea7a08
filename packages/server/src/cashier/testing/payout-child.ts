// A whole house in a process of its own, made to be killed at a chosen point of a withdrawal (T73,
// F02). Parameters: the database's address, the folder of its bank, the time. Loads, waits for the
// first line, opens; then each line is a request, and each answer a line (see paying-process.ts).
// At its point it writes a line and stands still for good: nothing it had begun goes on.

import { appendFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { FLOOR_POLICY, openHouse } from "../../testing/floor-house.ts";
import { openSandboxBank } from "../payouts/sandbox-bank.ts";
import { type Line, type Point, SENT_FILE, type Stop } from "./paying-process.ts";

const [url, dataDir, startsAtMs] = process.argv.slice(2);
if (!url || !dataDir) throw new Error("Invariant: an address and a folder are given");
const sentFile = join(dataDir, SENT_FILE);

/** After that nobody is going to kill it: the test itself is gone. */
const STANDS_MS = 120_000;

let stop: Stop | null = null;
let passed = 0;

/** Before the next instruction, as a kill is: no promise and no timer runs on. */
function reach(point: Point): void {
  if (stop?.at !== point) return;
  passed += 1;
  if (passed < stop.nth) return;
  say({ stoppedAt: point });
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STANDS_MS);
  process.kill(process.pid, "SIGKILL");
}

function say(line: Line): void {
  writeSync(process.stdout.fd, `${JSON.stringify(line)}\n`);
}

/** The sandbox's own, which keeps a list of what it was sent: a file made twice looks like one. */
async function openWatchedBank(folder: string) {
  const { name, carrier } = await openSandboxBank(folder);
  if (!carrier) throw new Error("Invariant: the sandbox's bank pays");
  return {
    name,
    carrier: {
      find: async (key: string) => {
        reach("find");
        return await carrier.find(key);
      },
      send: async (payment: Parameters<typeof carrier.send>[0]) => {
        reach("send");
        const outcome = await carrier.send(payment);
        appendFileSync(sentFile, `${payment.key}\n`);
        reach("sent");
        return outcome;
      },
    },
  };
}

async function open(address: string, folder: string) {
  return await openHouse({
    url: address,
    clock: createFakeClock(Number(startsAtMs)),
    policy: FLOOR_POLICY,
    mode: "sandbox",
    dataDir: folder,
    stripe: null,
    watch: {
      provider: await openWatchedBank(folder),
      sequencer: (own) => ({
        ...own,
        submit: async (command, key) => {
          reach(`before ${command.type}`);
          const outcome = await own.submit(command, key);
          reach(`after ${command.type}`);
          return outcome;
        },
      }),
      changes: (own) => ({
        ...own,
        tell: (userId, kind) => {
          if (kind === "withdrawal") reach("told");
          own.tell(userId, kind);
        },
      }),
    },
  });
}

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
await lines.next();
const house = await open(url, dataDir);
say({ port: house.gateway.port });
for (;;) {
  const { value, done } = await lines.next();
  // Whoever started it has ended.
  if (done) process.exit();
  const asked: Line = JSON.parse(value);
  if (asked.stop) {
    stop = asked.stop;
    passed = 0;
    say({ stop: asked.stop });
  }
  if (asked.codeOf) {
    const letter = house.letters.findLast(
      ({ kind, replaces }) => kind === "withdrawalCode" && replaces === asked.codeOf,
    );
    say({ code: letter?.code ?? "" });
  }
}
