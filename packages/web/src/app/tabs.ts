// The five places of the app, in order: the bottom tabs of a phone and the navigation of a desktop.

import type { Icon } from "@truetick/ui";
import ChartCandlestick from "lucide-react/icons/chart-candlestick";
import ChartNoAxesColumn from "lucide-react/icons/chart-no-axes-column";
import Layers from "lucide-react/icons/layers";
import List from "lucide-react/icons/list";
import UsersRound from "lucide-react/icons/users-round";
import type { TabId } from "./route-table.ts";

export const TABS: readonly { readonly id: TabId; readonly path: string; readonly icon: Icon }[] = [
  { id: "quotes", path: "/", icon: List },
  { id: "trade", path: "/trade", icon: ChartCandlestick },
  { id: "orders", path: "/order", icon: Layers },
  { id: "copy", path: "/copy", icon: UsersRound },
  { id: "ranking", path: "/rank", icon: ChartNoAxesColumn },
];

/** What `aria-current` says of a place: one is there, or on a screen that one comes to from it. */
export function currentOf(place: string, path: string): "page" | "true" | undefined {
  if (path === place) return "page";
  return place !== "/" && path.startsWith(`${place}/`) ? "true" : undefined;
}
