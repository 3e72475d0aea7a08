// The catalogue lookup: values are filled in, and what has no translation yet speaks English.

import { LANGUAGES, languageOf } from "@truetick/contract";
import { describe, expect, it } from "vitest";
import { text } from "./messages.ts";

describe("text", () => {
  it("reads a nested key", () => {
    expect(text(languageOf("en"), "reasons.NOT_FOUND")).toBe("There is nothing at this address.");
  });

  it("fills in values and keeps hostile ones as plain text", () => {
    const field = "<b>{field}</b>";
    expect(text(languageOf("en"), "reasons.FIELD_INVALID", { field })).toContain(field);
  });

  it("answers in every language, in English where a translation is missing", () => {
    for (const language of LANGUAGES) {
      const answer = text(language, "categories.crypto");
      expect(answer.length).toBeGreaterThan(0);
      expect(answer).not.toBe("categories.crypto");
    }
  });
});
