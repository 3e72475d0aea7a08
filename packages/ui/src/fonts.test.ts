// The typefaces: Inter's first file stands alone under its name, since a browser that finds a file
// of the family not fetched yet looks for a system face in its place, for every size and weight;
// and every face that a language is given is one that there is.
// @vitest-environment node

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const read = (name: string) => readFileSync(join(import.meta.dirname, name), "utf8");

const families = [...read("fonts.css").matchAll(/font-family: "([^"]+)"/g)].map(([, name]) => name);

/** The first name after Inter in a language, as tokens.css has it. */
function faceOf(language: string): string | undefined {
  const blocks = read("tokens.css").matchAll(/((?::root:lang\(\w+\),?\s*)+)\{([^}]*)\}/g);
  const own = [...blocks].find(([, selector]) => selector?.includes(`(${language})`));
  return own?.[2]?.match(/--font-system: "([^"]+)"/)?.[1];
}

test("Inter is one file", () => {
  expect(families.filter((name) => name === "Inter")).toHaveLength(1);
  expect(read("tokens.css")).toContain('--font: "Inter", var(--font-system);');
});

test.each([
  ["cs", "Inter More"],
  ["ru", "Inter More"],
  ["tr", "Inter More"],
  ["vi", "Inter More"],
  ["ar", "Noto Sans Arabic"],
])("%s is written with %s", (language, face) => {
  expect(faceOf(language)).toBe(face);
  expect(families).toContain(face);
});
