// The keeper in a thread of its own, so that hashing never delays an order. Started by
// start-keeper.ts with its settings; is handed what was committed, as it is; tells of every turn;
// ends when it is told to.

import { constants, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { createLog } from "../../platform/log.ts";
import { JournalLeaves } from "./journal-leaves.ts";
import { startKeeper } from "./keeper.ts";
import { deriveKey, deriveSaltKey } from "./proof-keys.ts";
import type { KeeperSettings, ToKeeper } from "./start-keeper.ts";

// Orders come first: on a machine that has no more to give, checkpoints are late instead. Linux
// takes this for the thread that asks; elsewhere it would be all of the server.
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

// Only start-keeper.ts starts this thread.
const { sealKey, generation, logLevel, ...settings } = workerData as KeeperSettings;

const saltKey = deriveSaltKey(sealKey);
const leaves = new JournalLeaves(saltKey);
const keeper = startKeeper({
  ...settings,
  signer: deriveKey(sealKey, generation),
  saltKey,
  leaves,
  log: createLog(logLevel),
  nowMs: Date.now,
  onTurn: (turn) => parentPort?.postMessage(turn),
});

parentPort?.on("message", (message: ToKeeper) => {
  if (message === "stop") void keeper.stop().then(() => process.exit(0));
  else for (const rows of message) leaves.take(rows);
});
