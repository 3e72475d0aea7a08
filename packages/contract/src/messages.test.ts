// Every language has its catalogue of texts, and it says everything the English one says, in its
// own words and plural forms and with the same names to fill in, so that no reader ever sees a
// bare key, an empty place or a sentence in a foreign language.

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import english from "../messages/en.json" with { type: "json" };
import { LANGUAGE_IDS, type LanguageId, languageOf } from "./language.ts";
import { REASONS } from "./reason.ts";

const folder = new URL("../messages/", import.meta.url);
const files = readdirSync(folder);

type Tree = { readonly [key: string]: string | Tree };

function leaves(tree: Tree, prefix = ""): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === "string") found.set(prefix + key, value);
    else for (const leaf of leaves(value, `${prefix}${key}.`)) found.set(...leaf);
  }
  return found;
}

/** The names in braces; ICU's `{count, plural, …}` names its first word. */
function placeholders(text: string): string[] {
  const names = [...text.matchAll(/\{(\w+)\s*(?=[},])/g)].map(([, name]) => name ?? "");
  return [...new Set(names)].sort();
}

/** The forms of each `{count, plural, one {…} other {…}}` in a text, as the text names them. */
function pluralForms(text: string): string[][] {
  return [...text.matchAll(/, plural,((?:\s*[\w=]+ \{[^{}]*\})+)\s*\}/g)].map(([, forms]) =>
    [...(forms ?? "").matchAll(/([\w=]+) \{/g)].map(([, form]) => form ?? "").sort(),
  );
}

/** Units and one-letter signs rather than words: many languages write them alike. */
const SIGNS =
  /^(trade\.periods|trade\.chart\.(open|high|low|close)$|.*\.(lagMs|sl|tp|pips(Away)?)$)/;

/** Words that a language shares with English letter by letter. */
const SHARED_WORDS: Partial<Record<LanguageId, readonly string[]>> = {
  cs: [
    "door.email",
    "marketNames.palladium",
    "orders.kinds.stop",
    "quotes.columns.spread",
    "trade.spread",
    "withdrawals.reference",
  ],
  de: [
    "identity.name",
    "marketNames.gold",
    "marketNames.palladium",
    "orders.columns.margin",
    "orders.kinds.limit",
    "orders.kinds.stop",
    "orders.title",
    "orders.trailing",
    "payoutMethods.optional",
    "quotes.columns.spread",
    "quotes.columns.state",
    "settings.themes.system",
    "shell.connection.live",
    "shell.failure.code",
    "shell.titles.orders",
    "trade.spread",
    "trade.terms.marginMode",
  ],
  fr: [
    "categories.indices",
    "door.email",
    "door.mobile",
    "marketNames.palladium",
    "orders.columns.lots",
    "orders.kinds.stop",
    "orders.size",
    "shell.failure.code",
    "ticket.lots",
    "withdrawals.destination",
  ],
  id: [
    "orders.columns.margin",
    "orders.kinds.limit",
    "orders.kinds.stop",
    "quotes.columns.spread",
    "quotes.columns.state",
    "ticket.leverage",
    "trade.facts.feeOfLot",
    "trade.parts.margin",
    "trade.spread",
    "trade.terms.leverage",
    "trade.terms.marginMode",
  ],
  it: [
    "changes.no",
    "door.email",
    "door.password",
    "orders.kinds.stop",
    "quotes.columns.spread",
    "security.logins.methods.password",
    "security.password.title",
    "trade.spread",
    "user.tiles.password",
  ],
  my: [
    "marketNames.platinum",
    "memos.deposit",
    "orders.columns.margin",
    "quotes.columns.spread",
    "quotes.columns.state",
    "trade.spread",
    "trade.terms.marginMode",
  ],
  pt: ["door.email", "orders.kinds.stop", "quotes.columns.spread", "trade.spread"],
  spa: ["changes.no", "orders.kinds.stop"],
  tr: ["orders.kinds.limit", "orders.kinds.stop"],
};

const reference = leaves(english);

describe("catalogues", () => {
  it("are one for each language", () => {
    expect([...files].sort()).toEqual(LANGUAGE_IDS.map((id) => `${id}.json`).sort());
  });

  it("can say every reason", () => {
    const missing = Object.keys(REASONS).filter((reason) => !reference.has(`reasons.${reason}`));
    expect(missing).toEqual([]);
  });
});

describe.each(files)("%s", (file) => {
  const { id, tag } = languageOf(file.replace(/\.json$/, ""));
  const own = leaves(JSON.parse(readFileSync(new URL(file, folder), "utf8")));

  it("has a text for every key of the English one, and no other", () => {
    expect([...own.keys()].sort()).toEqual([...reference.keys()].sort());
  });

  it("says something everywhere", () => {
    const empty = [...own].filter(([, text]) => text.trim() === "").map(([key]) => key);
    expect(empty).toEqual([]);
  });

  it("fills in the same names", () => {
    for (const [key, text] of own) {
      expect([key, placeholders(text)]).toEqual([key, placeholders(reference.get(key) ?? "")]);
    }
  });

  it("has the plural forms of its language", () => {
    const demanded = [...new Intl.PluralRules(tag).resolvedOptions().pluralCategories].sort();
    const counted = [...reference].filter(([, text]) => text.includes(", plural,"));
    expect(counted).not.toEqual([]);
    for (const [key] of counted) {
      expect([key, pluralForms(own.get(key) ?? "")]).toEqual([key, [demanded]]);
    }
  });

  it("speaks its own language", () => {
    if (id === "en") return;
    const same = [...own].filter(([key, text]) => text === reference.get(key)).map(([key]) => key);
    expect(same.filter((key) => !SIGNS.test(key)).sort()).toEqual(SHARED_WORDS[id] ?? []);
  });
});
