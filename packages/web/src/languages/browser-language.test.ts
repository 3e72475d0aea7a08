// Which language is offered on a first visit: the first wish of the browser that we can grant.
// @vitest-environment node

import { expect, test } from "vitest";
import { languageWantedBy } from "./browser-language.ts";

test.each([
  [["en-GB", "en"], "en"],
  [["zh-TW"], "hk"],
  [["zh-CN", "en"], "hk"],
  [["ja-JP"], "jp"],
  [["ms-MY"], "my"],
  [["es-419"], "spa"],
  [["pt-BR"], "pt"],
  [["nl-NL", "de-DE"], "de"],
  [["AR-eg"], "ar"],
  [["nl"], null],
  [[], null],
])("%o wants %s", (tags, id) => {
  expect(languageWantedBy(tags)?.id ?? null).toBe(id);
});
