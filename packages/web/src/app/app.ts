// What a screen may use, composed once by main.tsx and handed down by context: no screen reaches
// for a global, and a test can give it parts of its own.

import type { Area, PlatformSettings } from "@truetick/contract";
import type { Router, Store, Toasts } from "@truetick/ui/state";
import { createContext, useContext } from "react";
import type { AccountBook } from "../account/account-book.ts";
import type { Server } from "../api/server.ts";
import type { SiteStatusStore } from "../companies/site-status.ts";
import type { TextStore } from "../languages/texts.ts";
import type { Live } from "../live/live.ts";
import type { CurrentMarket } from "../markets/current-market.ts";
import type { MarketList } from "../markets/market-list.ts";
import type { Sparklines } from "../markets/sparklines.ts";
import type { InstallOffer } from "../pwa/install-offer.ts";
import type { SessionStore } from "../session/session.ts";
import type { SessionLife } from "../session/session-life.ts";
import type { PreferenceStore } from "../settings/preferences.ts";
import type { Resource } from "./resource.ts";
import type { Storage } from "./storage.ts";

export type App = {
  readonly router: Router;
  readonly server: Server;
  readonly session: SessionStore;
  readonly sessionLife: SessionLife;
  readonly live: Live;
  readonly account: AccountBook;
  readonly markets: MarketList;
  readonly sparklines: Sparklines;
  readonly currentMarket: CurrentMarket;
  readonly preferences: PreferenceStore;
  readonly siteStatus: SiteStatusStore;
  readonly platformSettings: Resource<PlatformSettings>;
  readonly areas: Resource<readonly Area[]>;
  readonly texts: TextStore;
  readonly storage: Storage;
  readonly toasts: Toasts;
  /** What loads the newer build that is ready; null while there is none. */
  readonly newBuild: Store<(() => void) | null>;
  readonly installOffer: InstallOffer;
};

const AppContext = createContext<App | null>(null);

export const AppProvider = AppContext.Provider;

export function useApp(): App {
  const app = useContext(AppContext);
  if (!app) throw new Error("Invariant: screens live inside the app");
  return app;
}
