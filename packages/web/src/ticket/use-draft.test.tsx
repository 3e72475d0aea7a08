// The size that a ticket begins with stands in its field as the reader writes numbers, and means
// what was chosen.

import { cleanup } from "@testing-library/react";
import { createNotation } from "@truetick/ui";
import { afterEach, expect, test } from "vitest";
import { sampleMarket } from "../testing/sample-market.ts";
import { showScreen } from "../testing/show-screen.tsx";
import { readNumber } from "./read-number.ts";
import { useDraft } from "./use-draft.ts";

afterEach(cleanup);

const MARKET = sampleMarket({ lotsMin: "0.001", lotStep: "0.001" });

async function lotsIn(languageTag: string, kept: Readonly<Record<string, string>>) {
  let lots = "";
  function Shown() {
    lots = useDraft(MARKET).draft.lots;
    return null;
  }
  await showScreen(<Shown />, { languageTag, kept });
  return lots;
}

test.each([
  ["en", "1.255"],
  ["de", "1,255"],
  ["fr", "1,255"],
])("%s: the reader's own size is %s there, and no thousand more", async (languageTag, shown) => {
  const lots = await lotsIn(languageTag, { defaultLots: "1.255" });
  expect(lots).toBe(shown);
  expect(readNumber(lots, createNotation(languageTag))).toBe("1.255");
});

test("so is the least of the market, where none was chosen", async () => {
  expect(await lotsIn("de", {})).toBe("0,001");
});
