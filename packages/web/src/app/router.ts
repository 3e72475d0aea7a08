// The router: the address bar as a store. Screens ask it where they are and tell it where to go;
// which screen an address means is the route table's business. Invariant: `location` always says
// what the address bar says.

import { createStore, type ReadableStore } from "./store.ts";

export type Location = {
  readonly path: string;
  readonly query: URLSearchParams;
  /** Differs for every visit, so that a screen that is not kept starts anew. */
  readonly visit: number;
};

export type Router = {
  readonly location: ReadableStore<Location>;
  /** Goes to a path of this app, with or without a query. */
  readonly navigate: (to: string, options?: { readonly isReplacing?: boolean }) => void;
  readonly stop: () => void;
};

/** "/trade/" and "/trade" are one place. */
function readLocation(address: string, visit: number): Location {
  const url = new URL(address);
  const path = url.pathname.replace(/\/+$/, "");
  return { path: path === "" ? "/" : path, query: url.searchParams, visit };
}

export function createRouter(host: Window): Router {
  let visits = 1;
  const location = createStore(readLocation(host.location.href, visits));
  const follow = () => {
    visits += 1;
    location.set(readLocation(host.location.href, visits));
  };
  host.addEventListener("popstate", follow);
  return {
    location,
    navigate(to, { isReplacing = false } = {}) {
      const target = new URL(to, host.location.href);
      if (target.origin !== host.location.origin) {
        throw new Error("Invariant: the router stays inside the app");
      }
      if (isReplacing) host.history.replaceState(null, "", target);
      // Going where one already is must not fill the history with copies of it.
      else if (target.href !== host.location.href) host.history.pushState(null, "", target);
      follow();
    },
    stop: () => host.removeEventListener("popstate", follow),
  };
}
