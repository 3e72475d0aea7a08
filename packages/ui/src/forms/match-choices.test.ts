// Looking for a country as people type it: by the beginning of any word, with or without accents,
// by dial code or by its two letters.

import { expect, test } from "vitest";
import { matchChoices } from "./match-choices.ts";

const CHOICES = [
  { id: "344", label: "Hong Kong SAR China", detail: "+852", keywords: "HK" },
  { id: "384", label: "Côte d’Ivoire", detail: "+225", keywords: "CI" },
  { id: "276", label: "Deutschland", detail: "+49", keywords: "DE" },
  { id: "158", label: "台灣", detail: "+886", keywords: "TW" },
  { id: "643", label: "Россия", detail: "+7", keywords: "RU" },
];

test.each([
  ["", ["344", "384", "276", "158", "643"]],
  ["  ", ["344", "384", "276", "158", "643"]],
  ["kong", ["344"]],
  ["hon ko", ["344"]],
  ["ong", []],
  ["cote", ["384"]],
  ["ivoire", ["384"]],
  ["CÔTE", ["384"]],
  ["+49", ["276"]],
  ["49", ["276"]],
  ["852", ["344"]],
  ["de", ["276"]],
  ["灣", ["158"]],
  ["рос", ["643"]],
  ["zzz", []],
  ["(.*", ["344", "384", "276", "158", "643"]],
])("%j finds %j", (search, ids) => {
  expect(matchChoices(CHOICES, search).map(({ id }) => id)).toEqual(ids);
});
