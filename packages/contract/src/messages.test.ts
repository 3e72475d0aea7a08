// Every language has its catalogue of texts, and it says everything the English one says, in its
// own plural forms and with the same names to fill in, so that no reader ever sees a bare key, an
// empty place or a broken sentence. What language the words are of is message-words.test.ts.

import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { LANGUAGE_IDS, languageOf } from "./language.ts";
import { REASONS } from "./reason.ts";
import { catalogueOf, MESSAGES, placeholders, pluralForms, tagsOf } from "./testing/catalogues.ts";

const reference = catalogueOf("en");

describe("catalogues", () => {
  it("are one for each language", () => {
    const files = LANGUAGE_IDS.map((id) => `${id}.json`);
    expect(readdirSync(MESSAGES).sort()).toEqual(files.sort());
  });

  it("can say every reason", () => {
    const missing = Object.keys(REASONS).filter((reason) => !reference.has(`reasons.${reason}`));
    expect(missing).toEqual([]);
  });
});

describe.each(LANGUAGE_IDS)("%s", (id) => {
  const own = catalogueOf(id);

  it("has a text for every key of the English one, and no other", () => {
    expect([...own.keys()].sort()).toEqual([...reference.keys()].sort());
  });

  it("says something everywhere", () => {
    const empty = [...own].filter(([, text]) => text.trim() === "").map(([key]) => key);
    expect(empty).toEqual([]);
  });

  it("fills in the same names and marks the same words", () => {
    for (const [key, text] of own) {
      const english = reference.get(key) ?? "";
      const parts = [key, placeholders(text), tagsOf(text)];
      expect(parts).toEqual([key, placeholders(english), tagsOf(english)]);
    }
  });

  it("has the plural forms of its language, and no form for one number alone", () => {
    const { tag } = languageOf(id);
    const demanded = [...new Intl.PluralRules(tag).resolvedOptions().pluralCategories].sort();
    const counted = [...reference].filter(([, text]) => text.includes(", plural,"));
    expect(counted).not.toEqual([]);
    for (const [key] of counted) {
      expect([key, pluralForms(own.get(key) ?? "")]).toEqual([key, [demanded]]);
    }
  });

  it("opens every brace that it closes", () => {
    const broken = [...own].filter(([, text]) => {
      let depth = 0;
      for (const sign of text) {
        if (sign === "{") depth += 1;
        if (sign === "}") depth -= 1;
        if (depth < 0) return true;
      }
      return depth !== 0;
    });
    expect(broken.map(([key]) => key)).toEqual([]);
  });
});
