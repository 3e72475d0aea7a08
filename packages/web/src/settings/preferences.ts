// What the reader has chosen: language, theme, colours for up and down. Kept by the browser and
// written on <html>, where the style sheet reads them. `public/boot.js` repeats the last look
// before the first paint. Without a choice: hk, the system's theme, the language's own custom.

import { type Language, type LanguageId, languageOf } from "@truetick/contract";
import type { Storage } from "../app/storage.ts";
import { createStore, type ReadableStore } from "../app/store.ts";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];
export const UP_DOWN = ["green-up", "red-up"] as const;
export type UpDown = (typeof UP_DOWN)[number];

export type Preferences = {
  readonly language: Language;
  readonly theme: Theme;
  /** Null: as is the custom where the language is read. */
  readonly upDown: UpDown | null;
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
};

/** The colours in force: the reader's choice, else the custom of the language. */
export function upDownOf({ upDown, language }: Preferences): UpDown {
  return upDown ?? (language.rising === "red" ? "red-up" : "green-up");
}

function oneOf<T extends string>(choices: readonly T[], text: string | null): T | null {
  return choices.find((choice) => choice === text) ?? null;
}

function readPreferences(storage: Storage): Preferences {
  return {
    language: languageOf(storage.read("language")),
    theme: oneOf(THEMES, storage.read("theme")) ?? "system",
    upDown: oneOf(UP_DOWN, storage.read("updown")),
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
  return {
    ...preferences,
    look,
    hasDefaultLanguage: () => storage.read("language") === null,
    chooseLanguage: (id) => change("language", id, { language: languageOf(id) }),
    chooseTheme: (theme) => change("theme", theme, { theme }),
    chooseUpDown: (upDown) => change("updown", upDown, { upDown }),
  };
}

/** Writes the look on <html>; the style sheet does the rest. */
export function showLook(look: Look, root: HTMLElement): void {
  root.lang = look.lang;
  root.dir = look.dir;
  root.dataset.theme = look.theme;
  root.dataset.updown = look.updown;
}
