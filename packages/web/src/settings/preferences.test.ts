// What the reader chose: defaults, the custom of a language, the system's theme, and what is kept
// for the next visit.

import { LANGUAGE_IDS, languageOf } from "@truetick/contract";
import { beforeEach, describe, expect, test } from "vitest";
import type { Storage } from "../app/storage.ts";
import { memoryStorage } from "../testing/memory-storage.ts";
import { createPreferences, showLook } from "./preferences.ts";

/** The system's wish for a theme, as the browser tells it. */
function scheme(isLight: boolean) {
  const list = new EventTarget();
  const state = { isLight };
  Object.defineProperty(list, "matches", { get: () => state.isLight });
  return {
    // Only `matches` and its event are used.
    list: list as MediaQueryList,
    change(next: boolean) {
      state.isLight = next;
      list.dispatchEvent(new Event("change"));
    },
  };
}

let kept: Map<string, string>;
let storage: Storage;

beforeEach(() => {
  const memory = memoryStorage();
  kept = memory.kept;
  storage = memory;
});

describe("language", () => {
  test("a first visit is hk, red up", () => {
    const preferences = createPreferences(storage, scheme(false).list);
    expect(preferences.get().language.id).toBe("hk");
    expect(preferences.hasDefaultLanguage()).toBe(true);
    expect(preferences.look.get()).toEqual({
      lang: "zh-Hant-HK",
      dir: "ltr",
      theme: "dark",
      updown: "red-up",
    });
  });

  test.each([
    ["tw", "hk"],
    ["xx", "hk"],
    ["../../etc/passwd", "hk"],
    ["spa", "spa"],
  ])("T08: %s in storage is %s", (stored, id) => {
    kept.set("language", stored);
    expect(createPreferences(storage, scheme(false).list).get().language.id).toBe(id);
  });

  test("red is up by custom in hk, jp and kr, green everywhere else", () => {
    const red = LANGUAGE_IDS.filter((id) => languageOf(id).rising === "red");
    expect(red).toEqual(["hk", "jp", "kr"]);
    const preferences = createPreferences(storage, scheme(false).list);
    preferences.chooseLanguage("ar");
    expect(preferences.look.get()).toMatchObject({ dir: "rtl", updown: "green-up" });
    preferences.chooseLanguage("jp");
    expect(preferences.look.get()).toMatchObject({ dir: "ltr", updown: "red-up" });
  });

  test("a choice of colours outlives a change of language", () => {
    const preferences = createPreferences(storage, scheme(false).list);
    preferences.chooseUpDown("green-up");
    preferences.chooseLanguage("kr");
    expect(preferences.look.get().updown).toBe("green-up");
  });
});

describe("theme", () => {
  test("follows the system until one is chosen", () => {
    const system = scheme(true);
    const preferences = createPreferences(storage, system.list);
    expect(preferences.look.get().theme).toBe("light");
    system.change(false);
    expect(preferences.look.get().theme).toBe("dark");
    preferences.chooseTheme("light");
    system.change(true);
    system.change(false);
    expect(preferences.look.get().theme).toBe("light");
  });

  test("the next visit starts with the last look; the system's theme is not frozen into it", () => {
    const preferences = createPreferences(storage, scheme(false).list);
    preferences.chooseLanguage("ar");
    expect(JSON.parse(kept.get("look") ?? "")).toEqual({
      lang: "ar",
      dir: "rtl",
      updown: "green-up",
    });
    preferences.chooseTheme("dark");
    expect(JSON.parse(kept.get("look") ?? "")).toMatchObject({ theme: "dark" });
  });

  test("is written where the style sheet reads it", () => {
    const root = document.createElement("html");
    showLook({ lang: "ar", dir: "rtl", theme: "light", updown: "red-up" }, root);
    expect([root.lang, root.dir, root.dataset.theme, root.dataset.updown]).toEqual([
      "ar",
      "rtl",
      "light",
      "red-up",
    ]);
  });
});
