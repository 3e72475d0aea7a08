// The small tables of the wire: languages, periods, screens, and the goodbye of a leaving server.

import { describe, expect, it } from "vitest";
import { LANGUAGE_IDS, LANGUAGES, languageOf } from "./language.ts";
import { PERIODS, periodOf } from "./period.ts";
import { SCREEN_PATHS } from "./screen.ts";
import { reconnectDelayMs, reconnectReason } from "./socket.ts";

describe("languages", () => {
  it("are the 18 of the specification, each with a tag that Intl knows", () => {
    expect(LANGUAGES.map(({ id }) => id)).toEqual(LANGUAGE_IDS);
    expect(LANGUAGE_IDS).toHaveLength(18);
    const tags = LANGUAGES.map(({ tag }) => tag);
    expect(Intl.NumberFormat.supportedLocalesOf(tags)).toEqual(tags);
    expect(LANGUAGES.filter(({ direction }) => direction === "rtl").map(({ id }) => id)).toEqual([
      "ar",
    ]);
  });

  it("T08: anything that is none of them means hk", () => {
    for (const text of [
      "",
      "tw",
      "EN",
      "__proto__",
      "constructor",
      "../en",
      "en ",
      null,
      undefined,
    ]) {
      expect(languageOf(text).id).toBe("hk");
    }
    expect(languageOf("spa").tag).toBe("es");
  });
});

describe("periods", () => {
  it("are known by id and by label", () => {
    expect(PERIODS.map(({ id, label, seconds }) => [id, label, seconds])).toEqual([
      ["1min", "1M", 60],
      ["5min", "5M", 300],
      ["15min", "15M", 900],
      ["30min", "30M", 1_800],
      ["60min", "1H", 3_600],
      ["1day", "1D", 86_400],
    ]);
    for (const period of PERIODS) {
      expect(periodOf(period.id)).toBe(period);
      expect(periodOf(period.label)).toBe(period);
    }
    for (const text of ["", "1m", "2min", "toString"]) expect(periodOf(text)).toBeNull();
  });
});

describe("screens", () => {
  it("are plain paths, each once", () => {
    expect(new Set(SCREEN_PATHS).size).toBe(SCREEN_PATHS.length);
    for (const path of SCREEN_PATHS) expect(path).toMatch(/^\/(?:[a-z-]+(?:\/[a-z-]+)?)?$/);
  });
});

describe("the goodbye of a leaving server", () => {
  it("carries the delay to everyone, and nothing else does", () => {
    for (const delayMs of [0, 1, 19_999.6]) {
      expect(reconnectDelayMs(reconnectReason(delayMs))).toBe(Math.round(delayMs));
    }
    for (const text of ["", "bye", "reconnect after -1 ms", "reconnect after 99999999 ms"]) {
      expect(reconnectDelayMs(text)).toBeNull();
    }
    // A close frame holds at most 123 bytes of reason.
    expect(Buffer.byteLength(reconnectReason(999_999))).toBeLessThan(123);
  });
});
