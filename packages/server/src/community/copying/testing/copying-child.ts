// A process that copies until it is killed (F02). Parameters: the database's address, how many
// follow. Writes a line for every act of the leader, after its answer.

import { systemClock } from "../../../platform/clock.ts";
import { openDatabase } from "../../../platform/database.ts";
import { createLog } from "../../../platform/log.ts";
import { startSequencer } from "../../../trading/sequencer/sequencer.ts";
import { leadCrowd } from "./lead-crowd.ts";

const [url, followers] = process.argv.slice(2);
if (!url) throw new Error("Invariant: an address is given");
const log = createLog("fatal");
const address = { url, role: null };
const { database } = openDatabase(address, log);
const sequencer = await startSequencer({ address, database, clock: systemClock, log });
await leadCrowd({
  database,
  sequencer,
  log,
  followers: Number(followers),
  onAct: (what) => process.stdout.write(`${what}\n`),
});
