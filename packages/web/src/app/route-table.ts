// Every screen of the app: its address, how its code is fetched, and how it behaves. The shell
// draws what this table says; `route-table.test.ts` holds it to the contract's list of addresses.

import type { ComponentType } from "react";

export type TabId = "quotes" | "trade" | "orders" | "copy" | "ranking";

type Screen = ComponentType;

export type Route = {
  readonly path: string;
  /** Names the screen in the catalogue's `shell.titles`. */
  readonly title: TabId | "language" | "login" | "register" | "forgot" | "password" | "gallery";
  readonly load: () => Promise<Screen>;
  /** Nobody but a logged-in trader has anything to see here. */
  readonly needsLogin: boolean;
  /** The tabs stand below it on phones. */
  readonly hasTabs: boolean;
  /** Stays alive behind the others, with its state and scroll. */
  readonly isCached: boolean;
};

export const ROUTES: readonly Route[] = [
  {
    path: "/",
    title: "quotes",
    load: async () => (await import("../quotes/quotes.screen.tsx")).QuotesScreen,
    needsLogin: false,
    hasTabs: true,
    isCached: true,
  },
  {
    path: "/trade",
    title: "trade",
    load: async () => (await import("../trade/trade.screen.tsx")).TradeScreen,
    needsLogin: false,
    hasTabs: true,
    isCached: true,
  },
  {
    path: "/order",
    title: "orders",
    load: async () => (await import("../orders/orders.screen.tsx")).OrdersScreen,
    needsLogin: true,
    hasTabs: true,
    isCached: false,
  },
  {
    path: "/copy",
    title: "copy",
    load: async () => (await import("../copy/copy.screen.tsx")).CopyScreen,
    needsLogin: false,
    hasTabs: true,
    isCached: false,
  },
  {
    path: "/rank",
    title: "ranking",
    load: async () => (await import("../ranking/ranking.screen.tsx")).RankingScreen,
    needsLogin: false,
    hasTabs: true,
    isCached: false,
  },
  {
    path: "/language",
    title: "language",
    load: async () => (await import("../languages/language.screen.tsx")).LanguageScreen,
    needsLogin: false,
    hasTabs: false,
    isCached: false,
  },
  {
    path: "/login",
    title: "login",
    load: async () => (await import("../login/login.screen.tsx")).LoginScreen,
    needsLogin: false,
    hasTabs: false,
    isCached: false,
  },
  {
    path: "/register",
    title: "register",
    load: async () => (await import("../registration/register.screen.tsx")).RegisterScreen,
    needsLogin: false,
    hasTabs: false,
    isCached: false,
  },
  {
    path: "/forgot",
    title: "forgot",
    load: async () => (await import("../passwords/forgot.screen.tsx")).ForgotScreen,
    needsLogin: false,
    hasTabs: false,
    isCached: false,
  },
  {
    path: "/mine/password",
    title: "password",
    load: async () => (await import("../passwords/password.screen.tsx")).PasswordScreen,
    needsLogin: true,
    hasTabs: false,
    isCached: false,
  },
];

/** The gallery of components, for those who build: in development only. */
const GALLERY: Route = {
  path: "/ui",
  title: "gallery",
  load: async () => (await import("@truetick/ui/gallery")).GalleryScreen,
  needsLogin: false,
  hasTabs: false,
  isCached: false,
};

/** What the app serves: the screens, and in development the gallery as well. */
export const SERVED_ROUTES: readonly Route[] = import.meta.env.DEV ? [...ROUTES, GALLERY] : ROUTES;

/** The route of an address; null when no screen lives there. */
export function routeOf(path: string, routes: readonly Route[] = SERVED_ROUTES): Route | null {
  return routes.find((route) => route.path === path) ?? null;
}
