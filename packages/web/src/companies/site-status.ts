// Whether the site is open, asked once at the start. A site that is not open is told to the reader
// by <ClosedSite>; a server that does not answer is not a closed site. Composed once by main.tsx.

import { requestSelectCompany, requestSiteStatus, type SiteStatus } from "@truetick/contract";
import { createStore, type ReadableStore } from "@truetick/ui/state";
import type { Server } from "../api/server.ts";

export type SiteStatusStore = ReadableStore<SiteStatus | null> & {
  readonly load: () => Promise<void>;
};

/** What holds when nobody answers: open, with one company. */
const OPEN: SiteStatus = { status: 0, isPortal: false, leaveTo: null };

export function createSiteStatus(server: Server): SiteStatusStore {
  const state = createStore<SiteStatus | null>(null);
  return {
    get: state.get,
    subscribe: state.subscribe,
    async load() {
      const answer = await server.read(requestSiteStatus(), { isInitial: true });
      state.set(answer.isOk ? answer.value : OPEN);
      // Browsers forget a cookie after 400 days: every visit of a portal renews the choice.
      if (answer.isOk && answer.value.isPortal) {
        await server.write(requestSelectCompany(null), { isInitial: true });
      }
    },
  };
}
