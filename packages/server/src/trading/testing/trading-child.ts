// A process that trades until it is killed (F01) or overtaken (F09). Parameters: the database's
// address, a name for this life, how many traders. Writes one line of JSON per answer, after it.

import { systemClock } from "../../platform/clock.ts";
import { openDatabase } from "../../platform/database.ts";
import { createLog } from "../../platform/log.ts";
import { startSequencer } from "../sequencer/sequencer.ts";
import { prepareLoad, runLoad } from "./trading-load.ts";

const [url, name, count] = process.argv.slice(2);
if (!url || !name) throw new Error("Invariant: an address and a name are given");
const traders = Number(count);
/** What a process that was overtaken ends with (F09). */
const FENCED = 3;

const log = createLog("fatal");
const address = { url, role: null };
const { database } = openDatabase(address, log);
const sequencer = await startSequencer({
  address,
  database,
  clock: systemClock,
  log,
  onFenced: () => process.exit(FENCED),
});
await prepareLoad(sequencer, traders);
await runLoad(sequencer, {
  name,
  traders,
  isOver: () => false,
  onAnswer: (answered) => process.stdout.write(`${JSON.stringify(answered)}\n`),
});
