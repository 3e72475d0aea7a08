// Price alerts where another process watches the tape: they are written down here and told to it.
// Made by member-notices.ts in place of the watch.

import { isRefused } from "../../platform/handler.ts";
import type { Sequencer } from "../../trading/sequencer/sequencer.ts";
import type { AlertNews } from "./alert-news.ts";
import type { AlertWatch } from "./watch-alerts.ts";

export function leaveAlerts({
  sequencer,
  told,
}: {
  readonly sequencer: Pick<Sequencer, "newestQuote">;
  readonly told: AlertNews;
}): AlertWatch {
  return {
    newest: (marketId) => sequencer.newestQuote(marketId),
    async add(_after, insert) {
      const alert = await insert();
      if (!isRefused(alert)) told.tell({ kind: "added", alert });
      return alert;
    },
    remove: (alertId) => told.tell({ kind: "removed", alertId }),
    // Counted where they are watched.
    waiting: () => 0,
    settle: async () => undefined,
    stop: async () => undefined,
  };
}
