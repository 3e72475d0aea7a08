// Holds the table of journeys that a run of the gate walks at one size to the journeys: a row that
// fits none, because somebody renamed it, would say that less is walked than is.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ONE_SIZE } from "../e2e/one-size.ts";

test.each(ONE_SIZE)("%s: %s… is one journey of both sizes", (file, begin) => {
  const source = readFileSync(join(import.meta.dirname, `../e2e/${file}.e2e.ts`), "utf8");
  // At the margin alone: of one in a group, the name of the group would come first.
  expect(source.split(`\ntest("${begin}`).slice(1)).toHaveLength(1);
  // It stands in an expression, where other signs would mean something else.
  expect(begin).toMatch(/^[\w :,-]+$/);
});
