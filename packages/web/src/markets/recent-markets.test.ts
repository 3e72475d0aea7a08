// What was opened last comes first, once, and only a few are kept.

import { expect, test } from "vitest";
import { memoryStorage } from "../testing/memory-storage.ts";
import { noteRecent, recentCodes } from "./recent-markets.ts";

test("the newest comes first and none twice", () => {
  const storage = memoryStorage();
  for (const code of ["EURUSD", "XAUUSD", "EURUSD"]) noteRecent(storage, code);
  expect(recentCodes(storage)).toEqual(["EURUSD", "XAUUSD"]);
});

test("only eight are kept", () => {
  const storage = memoryStorage();
  for (let n = 1; n <= 12; n += 1) noteRecent(storage, `M${n}`);
  expect(recentCodes(storage)).toHaveLength(8);
  expect(recentCodes(storage)[0]).toBe("M12");
});

test("whatever else stands in storage is nothing", () => {
  expect(recentCodes(memoryStorage({ recentMarkets: "<b>,,EURUSD, x y" }))).toEqual(["EURUSD"]);
});
