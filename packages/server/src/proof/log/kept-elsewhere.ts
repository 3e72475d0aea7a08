// The keeper of the logs where another process runs it: nothing is kept here, and the metrics tell
// of the newest checkpoint in the table. Made by start-log.ts.

import type { Checkpoint } from "@truetick/proof";
import type { Database } from "../../platform/database.ts";
import { readNewest } from "./proof-log.ts";
import type { RunningKeeper } from "./start-keeper.ts";

const LOOK_EVERY_MS = 5_000;

export function keptElsewhere(database: Database): RunningKeeper {
  let newest: Checkpoint | null = null;
  const timer = setInterval(() => {
    readNewest(database).then(
      (found) => {
        newest = found?.checkpoint ?? null;
      },
      // The database is away: the age of what is known says so.
      () => undefined,
    );
  }, LOOK_EVERY_MS).unref();
  return {
    take: () => undefined,
    newest: () => newest,
    crashes: () => 0,
    stop: async () => clearInterval(timer),
  };
}
