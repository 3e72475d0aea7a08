// What the reader chose for his charts is there again at the next visit, whatever the storage says.
// @vitest-environment node

import { expect, test } from "vitest";
import { memoryStorage } from "../testing/memory-storage.ts";
import { createChartChoices } from "./chart-choice.ts";

test("a first visit has candles, two averages and the volume", () => {
  expect(createChartChoices(memoryStorage()).get()).toEqual({
    kind: "candles",
    indicators: ["EMA", "VOL"],
    hasRawFeed: false,
  });
});

test("kind and indicators are remembered, in the order of the menu", () => {
  const storage = memoryStorage();
  const choices = createChartChoices(storage);
  choices.chooseKind("area");
  choices.switchIndicator("RSI", true);
  choices.switchIndicator("MA", true);
  choices.switchIndicator("VOL", false);
  choices.switchRawFeed(true);
  expect(createChartChoices(storage).get()).toEqual({
    kind: "area",
    indicators: ["MA", "EMA", "RSI"],
    hasRawFeed: true,
  });
});

test("who wants no indicator gets none at the next visit either", () => {
  const storage = memoryStorage();
  const choices = createChartChoices(storage);
  for (const name of choices.get().indicators) choices.switchIndicator(name, false);
  expect(createChartChoices(storage).get().indicators).toEqual([]);
});

test("storage that holds nonsense is as good as none", () => {
  const storage = memoryStorage();
  storage.write("chartKind", "pie");
  storage.write("chartIndicators", "EMA,<script>,EMA");
  expect(createChartChoices(storage).get()).toEqual({
    kind: "candles",
    indicators: ["EMA"],
    hasRawFeed: false,
  });
});
