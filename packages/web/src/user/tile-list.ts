// The tiles of the user centre, in order: where each leads, and whether a demo account is told
// instead that it needs a real one. A tile whose screen does not exist stands only where it has
// something to say: for demo users.

import type { Icon } from "@truetick/ui";
import BadgeCheck from "lucide-react/icons/badge-check";
import Building2 from "lucide-react/icons/building-2";
import Gauge from "lucide-react/icons/gauge";
import KeyRound from "lucide-react/icons/key-round";
import Languages from "lucide-react/icons/languages";
import Mail from "lucide-react/icons/mail";
import Megaphone from "lucide-react/icons/megaphone";
import Settings from "lucide-react/icons/settings";
import ShieldCheck from "lucide-react/icons/shield-check";
import UserPlus from "lucide-react/icons/user-plus";
import Wallet from "lucide-react/icons/wallet";
import { routeOf } from "../app/route-table.ts";

export type TileId =
  | "wallet"
  | "identity"
  | "invite"
  | "password"
  | "security"
  | "limits"
  | "complaints"
  | "announcement"
  | "companies"
  | "language"
  | "settings";

export type Tile = {
  readonly id: TileId;
  readonly to: string;
  readonly icon: Icon;
  readonly isRealOnly: boolean;
};

const TILES: readonly Tile[] = [
  { id: "wallet", to: "/mine/wallet", icon: Wallet, isRealOnly: true },
  { id: "identity", to: "/mine/auth", icon: BadgeCheck, isRealOnly: true },
  { id: "invite", to: "/mine/invite", icon: UserPlus, isRealOnly: true },
  { id: "password", to: "/mine/password", icon: KeyRound, isRealOnly: true },
  { id: "security", to: "/mine/security", icon: ShieldCheck, isRealOnly: false },
  { id: "limits", to: "/mine/limits", icon: Gauge, isRealOnly: false },
  { id: "complaints", to: "/mine/email", icon: Mail, isRealOnly: false },
  { id: "announcement", to: "/mine/announcement", icon: Megaphone, isRealOnly: false },
  { id: "companies", to: "/product?company=chosen", icon: Building2, isRealOnly: false },
  { id: "language", to: "/language", icon: Languages, isRealOnly: false },
  { id: "settings", to: "/mine/system", icon: Settings, isRealOnly: false },
];

/** Whether a screen lives there. */
export function hasScreen(to: string): boolean {
  return routeOf(to.split("?")[0] ?? to) !== null;
}

export function tilesFor(who: "demo" | "real"): readonly Tile[] {
  return TILES.filter(({ to, isRealOnly }) => hasScreen(to) || (who === "demo" && isRealOnly));
}
