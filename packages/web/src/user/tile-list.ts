// The tiles of the user centre, in order, the specification's first: where each leads, and whether
// a demo account is told instead that it needs a real one. Support leads where the settings say.

import type { Icon } from "@truetick/ui";
import BadgeCheck from "lucide-react/icons/badge-check";
import Bell from "lucide-react/icons/bell";
import Building2 from "lucide-react/icons/building-2";
import FileCheck from "lucide-react/icons/file-check";
import Gauge from "lucide-react/icons/gauge";
import KeyRound from "lucide-react/icons/key-round";
import Languages from "lucide-react/icons/languages";
import Mail from "lucide-react/icons/mail";
import Megaphone from "lucide-react/icons/megaphone";
import MessageSquareText from "lucide-react/icons/message-square-text";
import Newspaper from "lucide-react/icons/newspaper";
import Scale from "lucide-react/icons/scale";
import Settings from "lucide-react/icons/settings";
import ShieldCheck from "lucide-react/icons/shield-check";
import UserPlus from "lucide-react/icons/user-plus";
import Wallet from "lucide-react/icons/wallet";

export type TileId =
  | "wallet"
  | "identity"
  | "invite"
  | "password"
  | "complaints"
  | "announcement"
  | "language"
  | "settings"
  | "notices"
  | "security"
  | "limits"
  | "proof"
  | "news"
  | "feedback"
  | "companies"
  | "transparency";

export type Tile = {
  readonly id: TileId;
  readonly to: string;
  readonly icon: Icon;
  readonly isRealOnly: boolean;
};

/** Stands between these and the others: the specification's order. */
export const TILES_BEFORE_SUPPORT: readonly Tile[] = [
  { id: "wallet", to: "/mine/wallet", icon: Wallet, isRealOnly: true },
  { id: "identity", to: "/mine/auth", icon: BadgeCheck, isRealOnly: true },
  { id: "invite", to: "/mine/invite", icon: UserPlus, isRealOnly: true },
  { id: "password", to: "/mine/password", icon: KeyRound, isRealOnly: true },
];

export const TILES_AFTER_SUPPORT: readonly Tile[] = [
  { id: "complaints", to: "/mine/email", icon: Mail, isRealOnly: false },
  { id: "announcement", to: "/mine/announcement", icon: Megaphone, isRealOnly: false },
  { id: "language", to: "/language", icon: Languages, isRealOnly: false },
  { id: "settings", to: "/mine/system", icon: Settings, isRealOnly: false },
  { id: "notices", to: "/mine/notices", icon: Bell, isRealOnly: false },
  { id: "security", to: "/mine/security", icon: ShieldCheck, isRealOnly: false },
  { id: "limits", to: "/mine/limits", icon: Gauge, isRealOnly: false },
  { id: "proof", to: "/mine/proof", icon: FileCheck, isRealOnly: false },
  { id: "news", to: "/news", icon: Newspaper, isRealOnly: false },
  { id: "feedback", to: "/feedback", icon: MessageSquareText, isRealOnly: false },
  { id: "transparency", to: "/transparency", icon: Scale, isRealOnly: false },
  { id: "companies", to: "/product?company=chosen", icon: Building2, isRealOnly: false },
];
