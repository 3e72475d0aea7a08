// Lengths of time as people say them.

import { expect, test } from "vitest";
import { writeLength } from "./write-length.ts";

test("two units at most, none of them empty", () => {
  expect(writeLength(190_800, "en")).toBe("2 days 5 hr");
  expect(writeLength(86_400, "en")).toBe("1 day");
  expect(writeLength(95, "en")).toBe("1 min 35 sec");
  expect(writeLength(0, "en")).toBe("0 sec");
});
