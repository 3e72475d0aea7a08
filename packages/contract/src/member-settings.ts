// What a person has chosen about how the app looks and behaves, kept by the server for whoever is
// logged in, on the wire and in our own words. Visitors keep the same choices in their browser.
// Browser-safe: no schema library here; `member-settings.calls.ts` declares the calls.

import type { LanguageId } from "./language.ts";
import { levelFromWire } from "./order.ts";

export const THEME_IDS = ["system", "light", "dark"] as const;
export type ThemeId = (typeof THEME_IDS)[number];
export const UP_DOWN_IDS = ["green-up", "red-up"] as const;
export type UpDownId = (typeof UP_DOWN_IDS)[number];

/** How many markets a watchlist holds at most. */
export const WATCHED_MAX = 100;
const MARKET_CODE = /^[A-Z0-9]{2,12}$/;

/** Whether a text is a watchlist: codes of markets with commas between, each once, or nothing. */
export function isWatchlist(text: string): boolean {
  if (text === "") return true;
  const codes = text.split(",", WATCHED_MAX + 1);
  const isEach = codes.every((code) => MARKET_CODE.test(code));
  return isEach && codes.length <= WATCHED_MAX && new Set(codes).size === codes.length;
}

/** Null: not chosen, so the app's own default holds. */
export type MemberSettings = {
  readonly theme: ThemeId | null;
  readonly upDown: UpDownId | null;
  readonly language: LanguageId | null;
  /** Mail about the person's own trading; mails about safety are always sent. */
  readonly hasMailNotices: boolean;
  /** The statement after each New York day with activity, by mail. */
  readonly hasStatementMail: boolean;
  /** The same as notices on the device. */
  readonly hasPushNotices: boolean;
  /** The size that an order form starts with. */
  readonly defaultLots: string | null;
  /** Buy and sell at one tap, without a question. */
  readonly isOneTap: boolean;
  /** The codes of the starred markets with commas between, in the order they were starred. */
  readonly watchlist: string | null;
};

export const NO_MEMBER_SETTINGS: MemberSettings = {
  theme: null,
  upDown: null,
  language: null,
  hasMailNotices: true,
  hasStatementMail: true,
  hasPushNotices: false,
  defaultLots: null,
  isOneTap: false,
  watchlist: null,
};

/** Empty texts are choices not made. */
export type MemberSettingsWire = {
  theme: ThemeId | "";
  up_down: UpDownId | "";
  language: LanguageId | "";
  notify_email: number;
  statement_email: number;
  notify_push: number;
  default_lots: string;
  one_tap: number;
  watchlist: string;
};

export function memberSettingsToWire(settings: MemberSettings): MemberSettingsWire {
  return {
    theme: settings.theme ?? "",
    up_down: settings.upDown ?? "",
    language: settings.language ?? "",
    notify_email: settings.hasMailNotices ? 1 : 0,
    statement_email: settings.hasStatementMail ? 1 : 0,
    notify_push: settings.hasPushNotices ? 1 : 0,
    default_lots: settings.defaultLots ?? "",
    one_tap: settings.isOneTap ? 1 : 0,
    watchlist: settings.watchlist ?? "",
  };
}

export function memberSettingsFromWire(wire: MemberSettingsWire): MemberSettings {
  return {
    theme: wire.theme === "" ? null : wire.theme,
    upDown: wire.up_down === "" ? null : wire.up_down,
    language: wire.language === "" ? null : wire.language,
    hasMailNotices: wire.notify_email === 1,
    hasStatementMail: wire.statement_email === 1,
    hasPushNotices: wire.notify_push === 1,
    defaultLots: levelFromWire(wire.default_lots),
    isOneTap: wire.one_tap === 1,
    watchlist: wire.watchlist === "" ? null : wire.watchlist,
  };
}
