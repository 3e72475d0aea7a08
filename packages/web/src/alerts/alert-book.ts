// The price alerts of whoever is logged in, of all markets, shared by the trade screen's sheet and
// the notifications centre. The server knows them; one that fires is told as a notice, and then the
// list is read anew. Made by use-alerts.ts when it is first needed.

import {
  type Alert,
  requestAddAlert,
  requestAlerts,
  requestRemoveAlert,
} from "@truetick/contract/notices";
import { createStore, type ReadableStore } from "@truetick/ui/state";
import type { Answer, Failure } from "../api/server.ts";
import type { App } from "../app/app.ts";
import { onLineBack } from "../live/watch-line.ts";
import type { Inbox } from "../notices/inbox.ts";

export type AlertList = {
  readonly phase: "loading" | "ready" | "failed";
  /** Those that wait first, then those that have fired. */
  readonly alerts: readonly Alert[];
  readonly failure: Failure | null;
};

export type AlertBook = ReadableStore<AlertList> & {
  /** Asks again; answers what went wrong, or null. */
  readonly refresh: () => Promise<Failure | null>;
  readonly add: (alert: Pick<Alert, "marketId" | "price">) => Promise<Answer<Alert>>;
  /** Gone at once; back again when the server did not hear of it. */
  readonly remove: (id: string) => Promise<Failure | null>;
};

type Parts = Pick<App, "session" | "server" | "live"> & { readonly inbox: Pick<Inbox, "onNew"> };

const EMPTY: AlertList = { phase: "loading", alerts: [], failure: null };

export function createAlertBook({ session, server, live, inbox }: Parts): AlertBook {
  const list = createStore<AlertList>(EMPTY);
  /** Grows with every change: an answer from before it is nobody's any more. */
  let round = 0;
  const show = (alerts: readonly Alert[]) => {
    round += 1;
    list.set({ phase: "ready", alerts, failure: null });
  };

  async function refresh(): Promise<Failure | null> {
    round += 1;
    const mine = round;
    if (session.get() === null) return null;
    if (list.get().phase === "failed") list.set(EMPTY);
    const answer = await server.read(requestAlerts());
    if (mine !== round) return null;
    if (answer.isOk) {
      show(answer.value);
      return null;
    }
    const { failure } = answer;
    if (list.get().phase === "loading") list.set({ phase: "failed", alerts: [], failure });
    return failure;
  }

  let token = session.get()?.token ?? null;
  session.subscribe(() => {
    const next = session.get()?.token ?? null;
    if (next === token) return;
    token = next;
    list.set(EMPTY);
    void refresh();
  });
  inbox.onNew(({ kind }) => {
    if (kind === "priceAlert") void refresh();
  });
  // One may have fired meanwhile.
  onLineBack(live, () => void refresh());
  void refresh();
  return {
    get: list.get,
    subscribe: list.subscribe,
    refresh,
    async add(alert) {
      const answer = await server.write(requestAddAlert(alert));
      if (answer.isOk) show([answer.value, ...list.get().alerts]);
      return answer;
    },
    async remove(id) {
      show(list.get().alerts.filter((alert) => alert.id !== id));
      const answer = await server.write(requestRemoveAlert(id));
      if (answer.isOk) return null;
      void refresh();
      const isGone = answer.failure.kind === "refused" && answer.failure.reason === "ALERT_UNKNOWN";
      return isGone ? null : answer.failure;
    },
  };
}
