// Notices on the device when an order ends while nobody looks at the page: what the server's frame
// says, in its words. Shown by the browser, and only where the reader and the browser agreed to it.

import type { EndedOrderNotice, Market } from "@truetick/contract";
import type { ReadableStore } from "@truetick/ui/state";
import type { AccountBook } from "../account/account-book.ts";
import type { MarketListState } from "../markets/market-list.ts";
import { twoDecimals } from "../user/two-decimals.ts";
import type { Preferences } from "./preferences.ts";

export function canShowNotices(): boolean {
  return "Notification" in window && Notification.permission === "granted";
}

/** Answers whether the browser allows it. */
export async function askForNotices(): Promise<boolean> {
  if (!("Notification" in window)) return false;
  if (Notification.permission === "default") await Notification.requestPermission();
  return canShowNotices();
}

function nameOf(list: MarketListState, marketId: string): string {
  const markets: readonly Market[] = list.phase === "ready" ? list.markets : [];
  return markets.find(({ id }) => id === marketId)?.displayCode ?? "";
}

export function showDeviceNotices({
  account,
  markets,
  preferences,
}: {
  readonly account: Pick<AccountBook, "onEnded">;
  readonly markets: ReadableStore<MarketListState>;
  readonly preferences: ReadableStore<Preferences>;
}): void {
  const tell = ({ id, marketId, reason, reasonText, profit }: EndedOrderNotice) => {
    // What somebody does himself is no news, wherever he does it.
    const isNews = reason !== "user" && preferences.get().hasNotices && document.hidden;
    if (!isNews || !canShowNotices()) return;
    const title = [nameOf(markets.get(), marketId), reasonText].filter(Boolean).join(" · ");
    try {
      new Notification(title, { body: `${twoDecimals(profit)} USD`, tag: id });
    } catch {
      // Some browsers of phones let only a service worker speak; there is no notice then.
    }
  };
  account.onEnded(tell);
}
