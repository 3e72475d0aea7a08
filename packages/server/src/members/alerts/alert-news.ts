// What gateways tell the watch of price alerts: that one was set or taken away. The table is the
// record; the watch reads it again now and then, so that news that are lost only come later.

import type { News, NewsChannel } from "../../platform/news/news.ts";
import type { WaitingAlert } from "./alert-heaps.ts";

export type AlertTold =
  | { readonly kind: "added"; readonly alert: WaitingAlert }
  | { readonly kind: "removed"; readonly alertId: number };

export type AlertNews = NewsChannel<AlertTold>;

export function createAlertNews(news: News): AlertNews {
  return news.channel("alerts", parseTold);
}

/** Told by leave-alerts.ts, and by nobody else: its type vouches for the rest. */
function parseTold(said: unknown): AlertTold | null {
  if (typeof said !== "object" || said === null || !("kind" in said)) return null;
  const isKnown = said.kind === "added" || said.kind === "removed";
  return isKnown ? (said as AlertTold) : null;
}
