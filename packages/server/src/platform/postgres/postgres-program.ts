// Our own PostgreSQL as a program of its own, for processes that share it: scripts/cluster runs it
// built, as dist/postgres.js, with the directory and the number of connections as arguments. Says
// `ready ADDRESS` once it takes connections, goes on until it is told to stop. Invariant: it holds
// the lock of the directory, so that no other server uses what its processes share.

import { prepareDataDirectory } from "../data-directory.ts";
import { lockDirectory } from "../directory-lock.ts";
import { createLog } from "../log.ts";
import { createShutdown } from "../shutdown.ts";
import { StartRefusal } from "../start-refusal.ts";
import { startPostgres } from "./supervisor.ts";

const EXIT_BROKEN = 1;
const EXIT_REFUSED = 2;

async function serve(folder: string, connectionsMax: number): Promise<void> {
  const log = createLog("warn");
  const shutdown = createShutdown(log);
  const end = (code: number) => void shutdown.run().then(() => process.exit(code));
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => end(0));
  const dataDir = await prepareDataDirectory(folder);
  const lock = await lockDirectory(dataDir);
  shutdown.add("lock", lock.release);
  const { ownerUrl, stop } = await startPostgres({
    dataDir,
    connectionsMax,
    log,
    announce: (line) => console.log(line),
    onLost: (err) => {
      log.fatal({ err }, "PostgreSQL is lost");
      end(EXIT_BROKEN);
    },
  });
  shutdown.add("postgres", stop);
  console.log(`ready ${ownerUrl}`);
}

try {
  const [, , folder = "", connectionsMax = ""] = process.argv;
  await serve(folder, Number(connectionsMax));
} catch (error) {
  if (!(error instanceof StartRefusal)) throw error;
  console.error(error.message);
  process.exit(EXIT_REFUSED);
}
