// Every place of the desk: its address, its group in the navigation, who may open it, and how its
// code is fetched. A new screen is one more row here. The server asks for permission itself; what
// is left out here is only not shown.

import type { Permission } from "@truetick/contract/desk";
import type { Icon } from "@truetick/ui";
import Activity from "lucide-react/icons/activity";
import ArrowDownToLine from "lucide-react/icons/arrow-down-to-line";
import ArrowUpFromLine from "lucide-react/icons/arrow-up-from-line";
import BadgeCheck from "lucide-react/icons/badge-check";
import Coins from "lucide-react/icons/coins";
import FileDiff from "lucide-react/icons/file-diff";
import Landmark from "lucide-react/icons/landmark";
import Layers from "lucide-react/icons/layers";
import Mail from "lucide-react/icons/mail";
import Megaphone from "lucide-react/icons/megaphone";
import MessageSquareText from "lucide-react/icons/message-square-text";
import MessagesSquare from "lucide-react/icons/messages-square";
import Newspaper from "lucide-react/icons/newspaper";
import ScrollText from "lucide-react/icons/scroll-text";
import Settings from "lucide-react/icons/settings";
import ShieldUser from "lucide-react/icons/shield-user";
import SquareActivity from "lucide-react/icons/square-activity";
import TrendingUp from "lucide-react/icons/trending-up";
import Users from "lucide-react/icons/users";
import Vault from "lucide-react/icons/vault";
import { type ComponentType, type LazyExoticComponent, lazy } from "react";

export const GROUPS = ["queues", "trading", "money", "people", "content", "system"] as const;
export type Group = (typeof GROUPS)[number];

/** The names are those of the catalogue's `shell.places`. */
export type PlaceName =
  | "deposits"
  | "withdrawals"
  | "identity"
  | "proposals"
  | "chat"
  | "feedback"
  | "orders"
  | "exposure"
  | "markets"
  | "rails"
  | "users"
  | "adjustments"
  | "reserves"
  | "staff"
  | "news"
  | "announcements"
  | "audit"
  | "outbox"
  | "settings"
  | "health";

/** What a screen is told: which of its things is looked at, from the address. */
export type ScreenProps = { readonly chosen: string | null };

export type Route = {
  readonly place: PlaceName;
  readonly group: Group;
  readonly icon: Icon;
  /** Any one of them opens it; none: whoever is logged in. */
  readonly permissions: readonly Permission[];
  /** The queue whose waiting work is counted beside it, as the server names it. */
  readonly queue?: string;
  readonly Screen: LazyExoticComponent<ComponentType<ScreenProps>>;
};

/** A screen whose code is fetched when it is first opened. */
function later(load: () => Promise<ComponentType<ScreenProps>>): Route["Screen"] {
  return lazy(async () => ({ default: await load() }));
}

export const ROUTES: readonly Route[] = [
  {
    place: "deposits",
    group: "queues",
    icon: ArrowDownToLine,
    permissions: ["deposits.read"],
    queue: "deposits",
    Screen: later(async () => (await import("../deposits/deposits.screen.tsx")).DepositsScreen),
  },
  {
    place: "withdrawals",
    group: "queues",
    icon: ArrowUpFromLine,
    permissions: ["withdrawals.read"],
    queue: "withdrawals",
    Screen: later(
      async () => (await import("../withdrawals/withdrawals.screen.tsx")).WithdrawalsScreen,
    ),
  },
  {
    place: "identity",
    group: "queues",
    icon: BadgeCheck,
    permissions: ["identity.read"],
    queue: "identity",
    Screen: later(async () => (await import("../identity/identity.screen.tsx")).IdentityScreen),
  },
  {
    place: "proposals",
    group: "queues",
    icon: FileDiff,
    // Whoever may look at a thing may see what is proposed about it.
    permissions: [
      "rails.read",
      "adjustments.read",
      "markets.read",
      "settings.read",
      "staff.read",
      "users.freeze",
    ],
    queue: "proposals",
    Screen: later(async () => (await import("../proposals/proposals.screen.tsx")).ProposalsScreen),
  },
  {
    place: "feedback",
    group: "queues",
    icon: MessageSquareText,
    permissions: ["feedback.read"],
    queue: "feedback",
    Screen: later(async () => (await import("../feedback/feedback.screen.tsx")).FeedbackScreen),
  },
  {
    place: "chat",
    group: "queues",
    icon: MessagesSquare,
    permissions: ["support.read"],
    queue: "support",
    Screen: later(async () => (await import("../chat/chat.screen.tsx")).ChatScreen),
  },
  {
    place: "orders",
    group: "trading",
    icon: Layers,
    permissions: ["orders.read"],
    Screen: later(async () => (await import("../orders/orders.screen.tsx")).OrdersScreen),
  },
  {
    place: "exposure",
    group: "trading",
    icon: SquareActivity,
    permissions: ["orders.read"],
    Screen: later(async () => (await import("../exposure/exposure.screen.tsx")).ExposureScreen),
  },
  {
    place: "markets",
    group: "trading",
    icon: TrendingUp,
    permissions: ["markets.read"],
    Screen: later(async () => (await import("../markets/markets.screen.tsx")).MarketsScreen),
  },
  {
    place: "rails",
    group: "money",
    icon: Landmark,
    permissions: ["rails.read"],
    Screen: later(async () => (await import("../rails/rails.screen.tsx")).RailsScreen),
  },
  {
    place: "adjustments",
    group: "money",
    icon: Coins,
    permissions: ["adjustments.read"],
    Screen: later(
      async () => (await import("../adjustments/adjustments.screen.tsx")).AdjustmentsScreen,
    ),
  },
  {
    place: "reserves",
    group: "money",
    icon: Vault,
    permissions: ["reserves.change"],
    Screen: later(async () => (await import("../reserves/reserves.screen.tsx")).ReservesScreen),
  },
  {
    place: "users",
    group: "people",
    icon: Users,
    permissions: ["users.read"],
    Screen: later(async () => (await import("../users/users.screen.tsx")).UsersScreen),
  },
  {
    place: "staff",
    group: "people",
    icon: ShieldUser,
    permissions: ["staff.read"],
    Screen: later(async () => (await import("../staff/staff.screen.tsx")).StaffScreen),
  },
  {
    place: "news",
    group: "content",
    icon: Newspaper,
    permissions: ["content.read"],
    Screen: later(async () => (await import("../news/news.screen.tsx")).NewsScreen),
  },
  {
    place: "announcements",
    group: "content",
    icon: Megaphone,
    permissions: ["content.read"],
    Screen: later(
      async () => (await import("../announcements/announcements.screen.tsx")).AnnouncementsScreen,
    ),
  },
  {
    place: "audit",
    group: "system",
    icon: ScrollText,
    permissions: ["audit.read"],
    Screen: later(async () => (await import("../audit/audit.screen.tsx")).AuditScreen),
  },
  {
    place: "outbox",
    group: "system",
    icon: Mail,
    permissions: ["outbox.read"],
    Screen: later(async () => (await import("../outbox/outbox.screen.tsx")).OutboxScreen),
  },
  {
    place: "settings",
    group: "system",
    icon: Settings,
    permissions: ["settings.read"],
    Screen: later(async () => (await import("../settings/settings.screen.tsx")).SettingsScreen),
  },
  {
    place: "health",
    group: "system",
    icon: Activity,
    permissions: ["health.read"],
    Screen: later(async () => (await import("../health/health.screen.tsx")).HealthScreen),
  },
];

export function routeOf(place: string): Route | null {
  return ROUTES.find((route) => route.place === place) ?? null;
}

/** Whether somebody with these permissions has anything to see there. */
export function mayOpen({ permissions }: Route, granted: readonly Permission[]): boolean {
  return permissions.length === 0 || permissions.some((one) => granted.includes(one));
}
