// Every figure can be read: each has a title, a formula and names for its columns in the
// catalogues, counts its rows first, and takes nothing from outside but the two ends of its window.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, it } from "vitest";
import { numbersQuery } from "./figure.ts";
import { FIGURES } from "./figures.ts";

const path = createRequire(import.meta.url).resolve("@truetick/contract/messages/en.json");
const { transparency: words } = JSON.parse(readFileSync(path, "utf8"));

it.each(FIGURES)("$id has words for all that it shows", ({ id, columns }) => {
  expect(words.figures[id]).toBeTypeOf("string");
  expect(words.formulas[id]).toBeTypeOf("string");
  // p50 and its like are names in every language.
  const named = columns.filter((column) => !column.endsWith("_ms"));
  expect(named.filter((column) => !(column in words.columns))).toEqual([]);
});

it.each(FIGURES)("$id counts its rows and reads within its window", ({ rowColumns, ...figure }) => {
  expect(rowColumns[0]).toBe("row");
  const parameters = new Set(numbersQuery(figure).match(/\$\d+(::\w+)?/g));
  expect([...parameters].sort()).toEqual(["$1::bigint", "$2::bigint"]);
  expect(numbersQuery(figure)).not.toMatch(/\b(insert|update|delete|drop|grant|truncate)\b/i);
});
