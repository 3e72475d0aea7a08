// A process that runs the whole trading area on simulated prices until it is killed. Parameters:
// the database's address, the data directory. Says "ready" when prices run, then once a second how
// far the tape of the first market has come on the board.

import { systemClock } from "../../platform/clock.ts";
import { openDatabase } from "../../platform/database.ts";
import { createLog } from "../../platform/log.ts";
import { SIMULATED_PLAN } from "../feed/feed-plan.ts";
import { startTrading } from "../trading.ts";

const [url, dataDir] = process.argv.slice(2);
if (!url || !dataDir) throw new Error("Invariant: an address and a directory are given");

const log = createLog("fatal");
const address = { url, role: null };
const { database } = openDatabase(address, log);
const trading = await startTrading({
  database,
  address,
  config: {
    mode: "sandbox",
    feed: SIMULATED_PLAN,
    oanda: null,
    simSeed: 7,
    hasRealSessions: false,
    tapeDays: 30,
    dataDir,
  },
  clock: systemClock,
  log,
});
process.stdout.write("ready\n");
setInterval(() => {
  const [first] = trading.quotes.changedSince(0);
  process.stdout.write(`${first?.quote.seq ?? 0}\n`);
}, 1_000);
