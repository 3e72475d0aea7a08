// `npm run verify -- FILE… [--key KEY_ID] [--since FILE] [--replay]`: checks what the platform
// handed out, without asking it or anybody: this program opens no connection. Ends with 0 when all
// is well, with 1 when something is wrong, with 2 when it was asked wrongly.

import { readFile } from "node:fs/promises";
import { argv, exit, stdout } from "node:process";
import { keysOf } from "../keys-of.ts";
import { checkFile, checkpointIn, type Wishes } from "./check-file.ts";
import { readArguments } from "./options.ts";

const USAGE = "npm run verify -- FILE… [--key KEY_ID] [--since CHECKPOINT_FILE] [--replay]";
const EXIT_BAD = 1;
const EXIT_MISUSED = 2;

function say(line: string): void {
  stdout.write(`${line}\n`);
}

function misused(fault: string): never {
  say(fault);
  say(USAGE);
  exit(EXIT_MISUSED);
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch {
    return misused(`${path} cannot be read`);
  }
}

/** One file: what was checked, what is wrong, and where. */
async function checkOne(path: string, wishes: Wishes): Promise<boolean> {
  const text = await readText(path);
  const { format, isGood, findings } = await checkFile(text, wishes);
  say(`${path}: ${format}`);
  for (const { check, isGood: isFine, where, detail } of findings) {
    const place = where === null ? "" : ` at ${where}:`;
    say(`  ${isFine ? "ok   " : "WRONG"} ${check}${place} ${detail ?? ""}`.trimEnd());
  }
  if (isGood && wishes.key === null) {
    const ids = keysOf(text).map(({ keyId }) => keyId);
    say(`  note  signed by ${ids.join(", ")}: compare with a key id that you know, see --key`);
  }
  say(isGood ? `  good: ${path}` : `  NOT GOOD: ${path}`);
  return isGood;
}

const asked = readArguments(argv.slice(2), { flags: ["--replay"], options: ["--key", "--since"] });
if ("fault" in asked) misused(asked.fault);
if (asked.files.length === 0) misused("Which file?");
const since = asked.values.get("--since");
const remembered = since === undefined ? null : checkpointIn(await readText(since));
if (since !== undefined && remembered === null) misused(`${since} holds no checkpoint`);
const wishes: Wishes = {
  key: asked.values.get("--key") ?? null,
  remembered,
  isReplaying: asked.flags.has("--replay"),
};
let isAllGood = true;
for (const path of asked.files) {
  if (!(await checkOne(path, wishes))) isAllGood = false;
}
exit(isAllGood ? 0 : EXIT_BAD);
