// The list of countries reads as a sentence of the language.

import { languageOf } from "@truetick/contract";
import { expect, test } from "vitest";
import { nameCountries } from "./name-countries.ts";

const CODES = ["KP", "IL", "CU"];

test("names them in the reader's language", () => {
  expect(nameCountries(CODES, languageOf("en"))).toBe("North Korea, Israel, and Cuba");
  expect(nameCountries(CODES, languageOf("de"))).toBe("Nordkorea, Israel und Kuba");
  expect(nameCountries(CODES, languageOf("hk"))).toContain("北韓");
});
