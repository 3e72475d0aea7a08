// Whether the site is open, asked at the start, and again until there was an answer. A site that is
// not open is told to the reader by <ClosedSite>; a server that does not answer is not a closed
// site. Composed once by main.tsx.

import { requestSelectCompany, requestSiteStatus, type SiteStatus } from "@truetick/contract";
import { createStore, type ReadableStore } from "@truetick/ui/state";
import type { Server } from "../api/server.ts";

export type SiteStatusStore = ReadableStore<SiteStatus | null> & {
  /** Asks, unless somebody has answered or is being asked. */
  readonly load: () => Promise<void>;
};

/** What holds when nobody answers: open, with one company. */
const OPEN: SiteStatus = { status: 0, isPortal: false, leaveTo: null };

export function createSiteStatus(server: Server): SiteStatusStore {
  const state = createStore<SiteStatus | null>(null);
  let isAsked = false;
  return {
    get: state.get,
    subscribe: state.subscribe,
    async load() {
      if (isAsked) return;
      isAsked = true;
      const answer = await server.read(requestSiteStatus(), { isInitial: true });
      isAsked = answer.isOk;
      state.set(answer.isOk ? answer.value : OPEN);
      // Browsers forget a cookie after 400 days: every visit of a portal renews the choice.
      if (answer.isOk && answer.value.isPortal) {
        await server.write(requestSelectCompany(null), { isInitial: true });
      }
    },
  };
}
