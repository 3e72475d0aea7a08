// What the reader has chosen: language, theme, colours for up and down, how orders are given, the
// starred markets, and whether single keys act (that one is the device's, for screen readers).
// Kept by the browser; the look is written on <html>, where the style sheet reads it, and
// `public/boot.js` repeats the last one before the first paint. Without a choice: hk, the system's
// theme, the language's own custom. For whoever is logged in, account-settings.ts keeps the same
// on the server.

import {
  isWatchlist,
  type Language,
  type LanguageId,
  languageOf,
  type MemberSettings,
  NO_MEMBER_SETTINGS,
} from "@truetick/contract";
import { createStore, type ReadableStore } from "@truetick/ui/state";
import type { Storage } from "../app/storage.ts";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];
export const UP_DOWN = ["green-up", "red-up"] as const;
export type UpDown = (typeof UP_DOWN)[number];

export type Preferences = {
  readonly language: Language;
  readonly theme: Theme;
  /** Null: as is the custom where the language is read. */
  readonly upDown: UpDown | null;
  /** The lots that an order form starts with; null: the market's smallest. */
  readonly defaultLots: string | null;
  /** Orders go out at the first tap, without a question. */
  readonly isOneTap: boolean;
  /** This person wants to be told on devices; on which of them, each of them knows. */
  readonly hasNotices: boolean;
  /** The same by mail; letters about safety and payments are always sent. */
  readonly hasMail: boolean;
  /** The codes of the starred markets, in the order they were starred. */
  readonly watchlist: readonly string[];
  /** Single keys act: / b s ? and the like. */
  readonly hasShortcuts: boolean;
};

/** What the style sheet needs to know. */
export type Look = {
  readonly lang: string;
  readonly dir: "ltr" | "rtl";
  readonly theme: "light" | "dark";
  readonly updown: UpDown;
};

export type PreferenceStore = ReadableStore<Preferences> & {
  readonly look: ReadableStore<Look>;
  /** True when the reader has never chosen a language here. */
  readonly hasDefaultLanguage: () => boolean;
  readonly chooseLanguage: (id: LanguageId) => void;
  readonly chooseTheme: (theme: Theme) => void;
  readonly chooseUpDown: (upDown: UpDown) => void;
  readonly chooseDefaultLots: (lots: string | null) => void;
  readonly chooseOneTap: (isOneTap: boolean) => void;
  readonly chooseNotices: (hasNotices: boolean) => void;
  readonly chooseMail: (hasMail: boolean) => void;
  readonly chooseWatchlist: (codes: readonly string[]) => void;
  readonly chooseShortcuts: (hasShortcuts: boolean) => void;
  /** Only what was ever chosen here, in the words of the account's settings. */
  readonly chosen: () => Partial<MemberSettings>;
  /** Chooses all that was ever chosen with the account, on whichever device. */
  readonly adopt: (settings: MemberSettings) => void;
};

/** The colours in force: the reader's choice, else the custom of the language. */
export function upDownOf({ upDown, language }: Preferences): UpDown {
  return upDown ?? (language.rising === "red" ? "red-up" : "green-up");
}

const DEFAULT_LOTS = "defaultLots";
const ONE_TAP = "oneTap";
const NOTICES = "notices";
const MAIL = "mailNotices";
const WATCHLIST = "watchlist";
const SHORTCUTS = "shortcuts";
const YES = "yes";
const NO = "no";

function oneOf<T extends string>(choices: readonly T[], text: string | null): T | null {
  return choices.find((choice) => choice === text) ?? null;
}

/** Anything may stand in storage. */
function codesIn(text: string | null): readonly string[] {
  return text !== null && text !== "" && isWatchlist(text) ? text.split(",") : [];
}

function readPreferences(storage: Storage): Preferences {
  return {
    language: languageOf(storage.read("language")),
    theme: oneOf(THEMES, storage.read("theme")) ?? "system",
    upDown: oneOf(UP_DOWN, storage.read("updown")),
    defaultLots: storage.read(DEFAULT_LOTS) || null,
    isOneTap: storage.read(ONE_TAP) === YES,
    hasNotices: storage.read(NOTICES) === YES,
    hasMail: storage.read(MAIL) !== NO,
    watchlist: codesIn(storage.read(WATCHLIST)),
    hasShortcuts: storage.read(SHORTCUTS) !== NO,
  };
}

/** What stands in storage, read as choices; what was never chosen is left out. */
function readChosen(storage: Storage): Partial<MemberSettings> {
  const { language, theme, upDown, defaultLots, isOneTap, ...more } = readPreferences(storage);
  const { hasNotices, hasMail, watchlist } = more;
  const has = (name: string) => storage.read(name) !== null;
  return {
    ...(has("language") && { language: language.id }),
    ...(has("theme") && { theme }),
    ...(upDown !== null && { upDown }),
    ...(has(DEFAULT_LOTS) && { defaultLots }),
    ...(has(ONE_TAP) && { isOneTap }),
    ...(has(NOTICES) && { hasPushNotices: hasNotices }),
    ...(has(MAIL) && { hasMailNotices: hasMail }),
    ...(has(WATCHLIST) && { watchlist: watchlist.join(",") || null }),
  };
}

export function createPreferences(storage: Storage, lightScheme: MediaQueryList): PreferenceStore {
  const preferences = createStore(readPreferences(storage));
  const lookNow = (): Look => {
    const { language, theme } = preferences.get();
    const system = lightScheme.matches ? "light" : "dark";
    return {
      lang: language.tag,
      dir: language.direction,
      theme: theme === "system" ? system : theme,
      updown: upDownOf(preferences.get()),
    };
  };
  const look = createStore(lookNow());
  const change = (name: string, text: string, next: Partial<Preferences>) => {
    storage.write(name, text);
    preferences.set({ ...preferences.get(), ...next });
    look.set(lookNow());
    // The system's theme may differ by the next visit, so it is left for that visit to see.
    const { theme, ...rest } = look.get();
    const isSystem = preferences.get().theme === "system";
    storage.write("look", JSON.stringify(isSystem ? rest : { ...rest, theme }));
  };
  lightScheme.addEventListener("change", () => look.set(lookNow()));
  const choose = {
    chooseLanguage: (id: LanguageId) => change("language", id, { language: languageOf(id) }),
    chooseTheme: (theme: Theme) => change("theme", theme, { theme }),
    chooseUpDown: (upDown: UpDown) => change("updown", upDown, { upDown }),
    chooseDefaultLots: (lots: string | null) =>
      change(DEFAULT_LOTS, lots ?? "", { defaultLots: lots }),
    chooseOneTap: (isOneTap: boolean) => change(ONE_TAP, isOneTap ? YES : NO, { isOneTap }),
    chooseNotices: (hasNotices: boolean) => change(NOTICES, hasNotices ? YES : NO, { hasNotices }),
    chooseMail: (hasMail: boolean) => change(MAIL, hasMail ? YES : NO, { hasMail }),
    chooseWatchlist: (watchlist: readonly string[]) =>
      change(WATCHLIST, watchlist.join(","), { watchlist }),
    chooseShortcuts: (hasShortcuts: boolean) =>
      change(SHORTCUTS, hasShortcuts ? YES : NO, { hasShortcuts }),
  };
  return {
    ...preferences,
    ...choose,
    look,
    hasDefaultLanguage: () => storage.read("language") === null,
    chosen: () => readChosen(storage),
    adopt(settings) {
      const { language, theme, upDown, defaultLots, isOneTap, watchlist, ...notices } = settings;
      const { hasPushNotices, hasMailNotices } = notices;
      const now = { ...NO_MEMBER_SETTINGS, ...readChosen(storage) };
      if (language !== null && language !== now.language) choose.chooseLanguage(language);
      if (theme !== null && theme !== now.theme) choose.chooseTheme(theme);
      if (upDown !== null && upDown !== now.upDown) choose.chooseUpDown(upDown);
      if (defaultLots !== now.defaultLots) choose.chooseDefaultLots(defaultLots);
      if (isOneTap !== now.isOneTap) choose.chooseOneTap(isOneTap);
      if (hasPushNotices !== now.hasPushNotices) choose.chooseNotices(hasPushNotices);
      if (hasMailNotices !== now.hasMailNotices) choose.chooseMail(hasMailNotices);
      if (watchlist !== now.watchlist) choose.chooseWatchlist(codesIn(watchlist));
    },
  };
}

/** Writes the look on <html>; the style sheet does the rest. */
export function showLook(look: Look, root: HTMLElement): void {
  root.lang = look.lang;
  root.dir = look.dir;
  root.dataset.theme = look.theme;
  root.dataset.updown = look.updown;
}
