// The router: the address bar as a store. Screens ask it where they are and tell it where to go;
// which screen an address means is the route table's business. Invariant: `location` always says
// what the address bar says.

import { createStore, type ReadableStore } from "./store.ts";

export type Location = {
  readonly path: string;
  readonly query: URLSearchParams;
  /** Differs for every visit, so that a screen that is not kept starts anew. */
  readonly visit: number;
  /** How many steps of the browser's history lead back through this app. */
  readonly depth: number;
};

export type Router = {
  readonly location: ReadableStore<Location>;
  /** Goes to a path of this app, with or without a query. */
  readonly navigate: (to: string, options?: { readonly isReplacing?: boolean }) => void;
  /** Says in the address what the screen itself has changed: the visit goes on, as it is. */
  readonly note: (to: string) => void;
  readonly stop: () => void;
};

/** What the browser keeps for us with each step; nothing with a step that somebody else took. */
function readDepth(state: unknown): number {
  const isOurs = typeof state === "object" && state !== null && "depth" in state;
  return isOurs && typeof state.depth === "number" ? state.depth : 0;
}

/** "/trade/" and "/trade" are one place. */
function readLocation({ location, history }: Window, visit: number): Location {
  const url = new URL(location.href);
  const path = url.pathname.replace(/\/+$/, "");
  const depth = readDepth(history.state);
  return { path: path === "" ? "/" : path, query: url.searchParams, visit, depth };
}

export function createRouter(host: Window): Router {
  let visits = 1;
  const location = createStore(readLocation(host, visits));
  const follow = () => {
    visits += 1;
    location.set(readLocation(host, visits));
  };
  host.addEventListener("popstate", follow);
  return {
    location,
    navigate(to, { isReplacing = false } = {}) {
      const target = new URL(to, host.location.href);
      if (target.origin !== host.location.origin) {
        throw new Error("Invariant: the router stays inside the app");
      }
      const { depth } = location.get();
      if (isReplacing) host.history.replaceState({ depth }, "", target);
      // Going where one already is must not fill the history with copies of it.
      else if (target.href !== host.location.href) {
        host.history.pushState({ depth: depth + 1 }, "", target);
      }
      follow();
    },
    note(to) {
      const { depth } = location.get();
      host.history.replaceState({ depth }, "", new URL(to, host.location.href));
      location.set(readLocation(host, visits));
    },
    stop: () => host.removeEventListener("popstate", follow),
  };
}
