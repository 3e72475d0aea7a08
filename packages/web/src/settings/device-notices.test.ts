// A notice comes when an order ends by itself while nobody looks, and only where it is wanted.

import type { EndedOrderNotice } from "@truetick/contract";
import { createStore } from "@truetick/ui/state";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { MarketListState } from "../markets/market-list.ts";
import { memoryStorage } from "../testing/memory-storage.ts";
import { showDeviceNotices } from "./device-notices.ts";
import { createPreferences, type PreferenceStore } from "./preferences.ts";

const STOPPED: EndedOrderNotice = {
  id: "7",
  partOf: null,
  status: "closed",
  marketId: "1",
  reason: "stop-loss",
  reasonText: "Stop loss",
  closingPrice: "1.10000",
  profit: "-12.500000",
  endedAt: 1,
};

let shown: string[];
let preferences: PreferenceStore;
let end: (notice: EndedOrderNotice) => void;

beforeEach(() => {
  shown = [];
  class FakeNotification {
    static permission = "granted";
    constructor(title: string, { body = "" }: NotificationOptions = {}) {
      shown.push(`${title} ${body}`);
    }
  }
  vi.stubGlobal("Notification", FakeNotification);
  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  const scheme = { matches: false, addEventListener: () => undefined };
  // Preferences ask for nothing else of a media query.
  preferences = createPreferences(memoryStorage(), scheme as unknown as MediaQueryList);
  showDeviceNotices({
    account: {
      onEnded: (listener) => {
        end = listener;
        return () => undefined;
      },
    },
    markets: createStore<MarketListState>({ phase: "loading" }),
    preferences,
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("nobody who has not asked for it is told", () => {
  end(STOPPED);
  expect(shown).toEqual([]);
});

test("a stop is told with its reason and its result", () => {
  preferences.chooseNotices(true);
  end(STOPPED);
  expect(shown).toHaveLength(1);
  expect(shown[0]).toContain("Stop loss");
  expect(shown[0]).toContain("-12.50");
});

test("what one does oneself, or looks at, is no news", () => {
  preferences.chooseNotices(true);
  end({ ...STOPPED, reason: "user" });
  vi.spyOn(document, "hidden", "get").mockReturnValue(false);
  end(STOPPED);
  expect(shown).toEqual([]);
});
