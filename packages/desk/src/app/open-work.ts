// How much waits to be done, by queue, as the server counts it for whoever is logged in. Asked
// again every few seconds while somebody looks, and at once after something was decided.

import { requestSummary } from "@truetick/contract/desk";
import { createStore, type ReadableStore } from "@truetick/ui/state";
import type { Server } from "../api/server.ts";

const ASK_EVERY_MS = 10_000;

/** By the name of the queue. */
export type OpenCounts = Readonly<Record<string, number>>;

export type OpenWork = ReadableStore<OpenCounts> & {
  readonly ask: () => void;
  readonly start: () => void;
};

export function createOpenWork({
  server,
  isLoggedIn,
  host,
}: {
  readonly server: Pick<Server, "read">;
  readonly isLoggedIn: () => boolean;
  readonly host: Document;
}): OpenWork {
  const counts = createStore<OpenCounts>({});
  let asked = 0;
  const ask = () => {
    if (!isLoggedIn() || host.hidden) return;
    asked += 1;
    const round = asked;
    void server.read(requestSummary()).then((answer) => {
      // An older answer that comes late says what was, not what is.
      if (!answer.isOk || round !== asked) return;
      counts.set(Object.fromEntries(answer.value.map(({ queue, open }) => [queue, open])));
    });
  };
  return {
    get: counts.get,
    subscribe: counts.subscribe,
    ask,
    start() {
      ask();
      setInterval(ask, ASK_EVERY_MS);
      host.addEventListener("visibilitychange", ask);
    },
  };
}
