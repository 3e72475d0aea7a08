// A process that owns a directory and its PostgreSQL until it is killed: what a server is to the
// supervisor. Parameter: the directory. Says one line of JSON when it is ready, or exits with 2
// and the refusal.

import { lockDirectory } from "../platform/directory-lock.ts";
import { createLog } from "../platform/log.ts";
import { startPostgres } from "../platform/postgres/supervisor.ts";
import { StartRefusal } from "../platform/start-refusal.ts";

const dataDir = process.argv[2];
if (!dataDir) throw new Error("Invariant: the directory is given");

try {
  const lock = await lockDirectory(dataDir);
  const { ownerUrl, pid, stop } = await startPostgres({
    dataDir,
    log: createLog("error"),
    announce: () => undefined,
    onLost: () => process.exit(1),
  });
  process.once("SIGTERM", async () => {
    await stop();
    await lock.release();
    process.exit(0);
  });
  console.log(JSON.stringify({ ownerUrl, pid: pid() }));
} catch (error) {
  if (!(error instanceof StartRefusal)) throw error;
  console.error(error.message);
  process.exit(2);
}
