// The list of countries reads as a sentence of the language.

import { expect, test } from "vitest";
import { nameCountries } from "./name-countries.ts";

const CODES = ["KP", "IL", "CU"];

test("names them in the reader's language", () => {
  expect(nameCountries(CODES, "en")).toBe("North Korea, Israel, and Cuba");
  expect(nameCountries(CODES, "de")).toBe("Nordkorea, Israel und Kuba");
  expect(nameCountries(CODES, "zh-Hant-HK")).toContain("北韓");
});
