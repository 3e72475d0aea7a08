// Every market of the sandbox has a logo of its own to point to.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { MARKET_SEEDS } from "./seed-markets.ts";

const PUBLIC = join(import.meta.dirname, "../../../../web/public");

it.each(MARKET_SEEDS.map(({ code }) => code))("%s has its logo", (code) => {
  expect(existsSync(join(PUBLIC, "logos", `${code}.svg`))).toBe(true);
});
