// Forgets what is over: captchas nobody answered, windows that ended, codes and tickets of
// yesterday, old notices and alerts, devices that were logged out, demo accounts that nobody uses.
// Started and stopped with the area; without it the tables would grow with every stranger.

import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database.ts";
import type { Log } from "../platform/log.ts";
import type { Sequencer } from "../trading/sequencer/sequencer.ts";
import { forgetFired } from "./alerts/alert-table.ts";
import { DAY_MS } from "./attempts/limits.ts";
import { expireDemos } from "./demo/expire-demos.ts";
import { keepInbox } from "./inbox/keep-inbox.ts";
import { forgetDevices } from "./push/push-table.ts";

const EVERY_MS = 600_000;

export function startSweep({
  database,
  clock,
  log,
  sequencer,
}: {
  database: Database;
  clock: Pick<Clock, "now">;
  log: Log;
  sequencer: Pick<Sequencer, "submit">;
}): { readonly stop: () => void } {
  const timer = setInterval(() => {
    sweep(database, clock.now())
      .then(() => expireDemos({ database, sequencer }))
      .catch((err) => log.warn({ err }, "not everything that is over was swept"));
  }, EVERY_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

export async function sweep(database: Database, nowMs: number): Promise<void> {
  const now = new Date(nowMs);
  await database.deleteFrom("captcha").where("expires_at", "<", now).execute();
  await database.deleteFrom("attempt_window").where("ends_at", "<", now).execute();
  // A day longer, so that whoever looks into an incident still finds them (inv29).
  const yesterday = new Date(nowMs - DAY_MS);
  await database.deleteFrom("verification_code").where("expires_at", "<", yesterday).execute();
  await database.deleteFrom("staff_ticket").where("expires_at", "<", yesterday).execute();
  await keepInbox(database, nowMs);
  await forgetFired(database, nowMs);
  await forgetDevices(database);
}
