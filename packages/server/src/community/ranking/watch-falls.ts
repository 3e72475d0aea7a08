// Looks at the ranking by itself, so that how far somebody fell does not depend on whether anybody
// was reading at that moment. Started by community.ts where the jobs run.

import type { Log } from "../../platform/log.ts";
import type { Ranking } from "./ranking.ts";

/** Published in docs/ranking.md. */
export const LOOK_EVERY_MS = 60_000;

export function watchFalls({
  ranking,
  log,
  everyMs,
}: {
  readonly ranking: Pick<Ranking, "traders">;
  readonly log: Log;
  readonly everyMs: number;
}): { readonly stop: () => Promise<void> } {
  let looking: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    looking ??= ranking
      .traders()
      .catch((err) => log.warn({ err }, "could not look at the ranking"))
      .finally(() => {
        looking = null;
      });
  }, everyMs).unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await looking;
    },
  };
}
