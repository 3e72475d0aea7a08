// Takes in price alerts that were set at other gateways: told by news, or found in the table when
// the news were lost. Used by watch-alerts.ts. Invariant: between the row that an alert was set at
// and the moment it waits here, no row of the tape goes unlooked at.

import type { MarketId } from "@truetick/engine";
import type { Database } from "../../platform/database.ts";
import type { Log } from "../../platform/log.ts";
import type { Sequencer } from "../../trading/sequencer/sequencer.ts";
import { type AlertHeaps, isReached, type WaitingAlert } from "./alert-heaps.ts";
import { type ReachedAlert, readWaiting } from "./alert-table.ts";
import { scanTape, type TapeRow } from "./scan-tape.ts";

/** A call that is just writing an alert: rows that it must be held against afterwards. */
export type Pending = { readonly marketId: number; readonly seq: number; readonly rows: TapeRow[] };

type Adopting = {
  readonly database: Database;
  readonly sequencer: Pick<Sequencer, "storeTape">;
  readonly log: Log;
  readonly pending: Set<Pending>;
  readonly heaps: AlertHeaps;
  readonly reached: ReachedAlert[];
};

/** Numbers are given before they are committed: one may come after a greater one. */
const NUMBERS_LATE_MAX = 1_000;

/** `watch` is asked anew each time: what it holds is replaced when it looks back. */
export function createAdoption(watch: () => Adopting) {
  const underWay = new Map<number, Promise<boolean>>();
  let newestId = 0;
  let isAllDue = false;

  async function tryOnce(alert: WaitingAlert): Promise<boolean> {
    try {
      await takeIn(watch, alert);
      return true;
    } catch (err) {
      watch().log.warn({ err }, "a price alert waits to be watched");
      return false;
    } finally {
      underWay.delete(alert.id);
    }
  }

  /**
   * False: it does not wait here yet, and whoever asked must ask again. Nobody is told that it does
   * while somebody else is still at it: that may fail, and then it would wait nowhere.
   */
  async function adopt(alert: WaitingAlert): Promise<boolean> {
    const { heaps, reached } = watch();
    newestId = Math.max(newestId, alert.id);
    const isReachedAlready = reached.some((one) => one.alert.id === alert.id);
    if (heaps.has(alert.id) || isReachedAlready) return true;
    const attempt = underWay.get(alert.id) ?? tryOnce(alert);
    underWay.set(alert.id, attempt);
    return await attempt;
  }

  return {
    adopt,
    /**
     * Those that nobody told us of; with `isAll` however long ago they were set. Throws while one
     * of them cannot be watched yet: no place may be kept that is behind where it was set.
     */
    async lookForMore(isAll: boolean): Promise<void> {
      isAllDue ||= isAll;
      const after = isAllDue ? 0 : newestId - NUMBERS_LATE_MAX;
      for (const alert of await readWaiting(watch().database, after)) {
        if (!(await adopt(alert))) throw new Error(`price alert ${alert.id} waits to be watched`);
      }
      isAllDue = false;
    },
  };
}

async function takeIn(watch: () => Adopting, alert: WaitingAlert): Promise<void> {
  const { database, sequencer, pending } = watch();
  const { marketId, afterSeq } = alert;
  const own: Pending = { marketId, seq: afterSeq, rows: [] };
  pending.add(own);
  try {
    // A market's number is the engine's own here too.
    if (!(await sequencer.storeTape([marketId as MarketId]))) throw new Error("tape not stored");
    let first: TapeRow | undefined;
    const end = await scanTape(database, alert, (row) => {
      if (isReached(alert, row.bid)) first ??= row;
    });
    first ??= own.rows.find((row) => row.seq > end && isReached(alert, row.bid));
    const { heaps, reached } = watch();
    if (heaps.has(alert.id)) return;
    if (first) reached.push({ alert, seq: first.seq, bid: first.bid, atMs: first.atMs });
    else heaps.add(alert);
  } finally {
    pending.delete(own);
  }
}
