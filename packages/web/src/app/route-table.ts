// Every screen of the app: its address, how its code is fetched, and how it behaves. The shell
// draws what this table says; `route-table.test.ts` holds it to the contract's list of addresses.

import type { ComponentType } from "react";

export type TabId = "quotes" | "trade" | "orders" | "copy" | "ranking";

type DoorTitle = "login" | "register" | "forgot" | "password";
type MineTitle =
  | "user"
  | "notices"
  | "system"
  | "security"
  | "limits"
  | "proof"
  | "invite"
  | "email"
  | "announcement";
type CommunityTitle = "trader" | "lead" | "follow";
type ReadTitle = "news" | "feedback" | "chat" | "transparency";
type MoneyTitle = "charge" | "card" | "wallet" | "history" | "statement";
type PayoutTitle = "withdraw" | "bindMethod" | "bankAccounts" | "coinAddresses" | "identity";

type Screen = ComponentType;

/** A screen that one comes to from another: no tabs below it, and anew on every visit. */
function subScreen(
  { path, title, needsLogin }: Pick<Route, "path" | "title" | "needsLogin">,
  load: () => Promise<Screen>,
): Route {
  return { path, title, load, needsLogin, hasTabs: false, isCached: false };
}

export type Route = {
  readonly path: string;
  /** Names the screen in the catalogue's `shell.titles`. */
  readonly title:
    | TabId
    | DoorTitle
    | MineTitle
    | MoneyTitle
    | PayoutTitle
    | ReadTitle
    | CommunityTitle
    | "product"
    | "language"
    | "gallery";
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
    load: async () => (await import("../copy/copy.screens.ts")).CopyScreen,
    needsLogin: false,
    hasTabs: true,
    isCached: false,
  },
  {
    path: "/rank",
    title: "ranking",
    load: async () => (await import("../ranking/ranking.screens.ts")).RankingScreen,
    needsLogin: false,
    hasTabs: true,
    isCached: false,
  },
  {
    path: "/news",
    title: "news",
    load: async () => (await import("../news/news.screen.tsx")).NewsScreen,
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
  subScreen(
    { path: "/order/why", title: "orders", needsLogin: true },
    async () => (await import("../why/why.screen.tsx")).WhyScreen,
  ),
  subScreen(
    { path: "/rank/trader", title: "trader", needsLogin: false },
    async () => (await import("../ranking/ranking.screens.ts")).TraderScreen,
  ),
  subScreen(
    { path: "/rank/lead", title: "lead", needsLogin: true },
    async () => (await import("../ranking/ranking.screens.ts")).LeadScreen,
  ),
  subScreen(
    { path: "/copy/follow", title: "follow", needsLogin: true },
    async () => (await import("../copy/copy.screens.ts")).FollowScreen,
  ),
  subScreen(
    { path: "/product", title: "product", needsLogin: false },
    async () => (await import("../search/search.screen.tsx")).SearchScreen,
  ),
  subScreen(
    { path: "/user", title: "user", needsLogin: true },
    async () => (await import("../user/user.screen.tsx")).UserScreen,
  ),
  subScreen(
    { path: "/mine", title: "user", needsLogin: true },
    async () => (await import("../user/user.screen.tsx")).UserScreen,
  ),
  subScreen(
    { path: "/mine/system", title: "system", needsLogin: true },
    async () => (await import("../settings/settings.screen.tsx")).SettingsScreen,
  ),
  subScreen(
    { path: "/mine/notices", title: "notices", needsLogin: true },
    async () => (await import("../notices/notices.screen.tsx")).NoticesScreen,
  ),
  subScreen(
    { path: "/mine/security", title: "security", needsLogin: true },
    async () => (await import("../security/security.screen.tsx")).SecurityScreen,
  ),
  subScreen(
    { path: "/mine/limits", title: "limits", needsLogin: true },
    async () => (await import("../limits/limits.screen.tsx")).LimitsScreen,
  ),
  subScreen(
    { path: "/mine/proof", title: "proof", needsLogin: true },
    async () => (await import("../proof/proof.screen.tsx")).ProofScreen,
  ),
  subScreen(
    { path: "/mine/invite", title: "invite", needsLogin: true },
    async () => (await import("../invites/invite.screen.tsx")).InviteScreen,
  ),
  subScreen(
    { path: "/mine/charge", title: "charge", needsLogin: true },
    async () => (await import("../deposits/deposits.screen.tsx")).DepositsScreen,
  ),
  subScreen(
    { path: "/mine/card", title: "card", needsLogin: true },
    async () => (await import("../card/card.screen.tsx")).CardScreen,
  ),
  subScreen(
    { path: "/mine/wallet", title: "wallet", needsLogin: true },
    async () => (await import("../wallet/wallet.screen.tsx")).WalletScreen,
  ),
  subScreen(
    { path: "/mine/history", title: "history", needsLogin: true },
    async () => (await import("../history/history.screen.tsx")).HistoryScreen,
  ),
  subScreen(
    { path: "/mine/statement", title: "statement", needsLogin: true },
    async () => (await import("../statements/statement.screen.tsx")).StatementScreen,
  ),
  subScreen(
    { path: "/mine/withdraw", title: "withdraw", needsLogin: true },
    async () => (await import("../withdrawals/withdraw.screen.tsx")).WithdrawScreen,
  ),
  subScreen(
    { path: "/mine/withdraw-way", title: "bindMethod", needsLogin: true },
    async () => (await import("../payout-methods/bind-method.screen.tsx")).BindMethodScreen,
  ),
  subScreen(
    { path: "/mine/bank-card-list", title: "bankAccounts", needsLogin: true },
    async () => (await import("../payout-methods/method-list.screen.tsx")).BankAccountsScreen,
  ),
  subScreen(
    { path: "/mine/coin-address-list", title: "coinAddresses", needsLogin: true },
    async () => (await import("../payout-methods/method-list.screen.tsx")).CoinAddressesScreen,
  ),
  subScreen(
    { path: "/mine/auth", title: "identity", needsLogin: true },
    async () => (await import("../identity/auth.screen.tsx")).AuthScreen,
  ),
  subScreen(
    { path: "/mine/email", title: "email", needsLogin: false },
    async () => (await import("../complaints/complaint.screen.tsx")).ComplaintScreen,
  ),
  subScreen(
    { path: "/mine/announcement", title: "announcement", needsLogin: false },
    async () => (await import("../announcements/announcement.screen.tsx")).AnnouncementScreen,
  ),
  subScreen(
    { path: "/mine/chat", title: "chat", needsLogin: false },
    async () => (await import("../chat/chat.screen.tsx")).ChatScreen,
  ),
  subScreen(
    { path: "/news/detail", title: "news", needsLogin: false },
    async () => (await import("../news/article.screen.tsx")).ArticleScreen,
  ),
  subScreen(
    { path: "/transparency", title: "transparency", needsLogin: false },
    async () => (await import("../transparency/transparency.screen.tsx")).TransparencyScreen,
  ),
  subScreen(
    { path: "/feedback", title: "feedback", needsLogin: false },
    async () => (await import("../feedback/feedback.screen.tsx")).FeedbackScreen,
  ),
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
