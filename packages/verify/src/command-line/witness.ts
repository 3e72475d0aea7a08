// `npm run witness -- ORIGIN --name NAME --key FILE --state FILE [--every SECONDS]`: a second host
// that remembers. Looks at every newest checkpoint, checks that it extends the last one it saw and
// signs it. When one does not, it says so, keeps both as evidence beside its state, and ends with
// 1.

import { writeFile } from "node:fs/promises";
import { argv, exit, stdout } from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { readArguments } from "./options.ts";
import { openOwnKey, recall, remember } from "./witness-memory.ts";
import { witnessRound } from "./witness-round.ts";

const USAGE =
  "npm run witness -- ORIGIN --name NAME --key FILE --state FILE [--every SECONDS] [--once]";
const EXIT_ALARM = 1;
const EXIT_MISUSED = 2;
const EVERY_SEC = 30;

function say(line: string): void {
  stdout.write(`${new Date().toISOString()} ${line}\n`);
}

function misused(fault: string): never {
  stdout.write(`${fault}\n${USAGE}\n`);
  exit(EXIT_MISUSED);
}

const asked = readArguments(argv.slice(2), {
  flags: ["--once"],
  options: ["--name", "--key", "--state", "--every"],
});
if ("fault" in asked) misused(asked.fault);
const [origin] = asked.files;
const [name, keyPath, statePath] = ["--name", "--key", "--state"].map((option) =>
  asked.values.get(option),
);
if (!origin || !name || !keyPath || !statePath) misused("Something is missing.");
const everySec = Number(asked.values.get("--every") ?? EVERY_SEC);
if (!(everySec >= 1)) misused("--every needs a number of seconds");

const own = await openOwnKey(keyPath);
say(`witness ${name}: the operator lists it as ${name}:${own.publicKey}`);
let memory = await recall(statePath);
for (;;) {
  try {
    const round = await witnessRound({ origin, name, own }, memory);
    if ("alarm" in round) {
      const evidence = JSON.stringify({ remembered: memory, shown: round.shown });
      await writeFile(`${statePath}.alarm`, `${evidence}\n`);
      say(`ALARM: ${round.alarm}`);
      say(`both checkpoints are kept in ${statePath}.alarm`);
      exit(EXIT_ALARM);
    }
    const isNew = round.memory.checkpoint.text !== memory?.checkpoint.text;
    memory = round.memory;
    await remember(statePath, memory);
    if (isNew) say(`checkpoint ${round.number} extends what was seen; signed`);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    say(`not asked this time: ${why}`);
    if (asked.flags.has("--once")) exit(EXIT_MISUSED);
  }
  if (asked.flags.has("--once")) exit(0);
  await sleep(everySec * 1_000);
}
