// Nobody in the price path (H01, H14): whatever the feeds import, directly or through others, is
// arithmetic, files and the network; the simulator has not even those. No database, no clock of
// its own, nobody's account.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..", "..");
const SIMULATOR_PACKAGES = ["@truetick/proof/seed", "@truetick/money", "node:crypto"];
const NETWORK_AND_FILES = ["node:http", "node:https", "ws"].concat(
  ["fs/promises", "path", "stream", "zlib"].map((name) => `node:${name}`),
);
const ALLOWED_PACKAGES = new Set([...SIMULATOR_PACKAGES, ...NETWORK_AND_FILES]);
const ALLOWED_FILES = /^trading\/(feed\/|bounded-cache\.ts$)/;

function sourcesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => join(folder, name));
}

/** Every file reached from the given ones, and every package named on the way. */
function reach(files: string[]): { files: Set<string>; packages: Set<string> } {
  const seen = new Set<string>();
  const packages = new Set<string>();
  const waiting = [...files];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const [, specifier = ""] of readFileSync(file, "utf8").matchAll(
      /(?:from|import)\s*\(?\s*["']([^"']+)["']/g,
    )) {
      if (specifier.startsWith(".")) waiting.push(join(dirname(file), specifier));
      else packages.add(specifier);
    }
  }
  return { files: seen, packages };
}

describe("the price path (H01, H14)", () => {
  const feed = reach(sourcesUnder(import.meta.dirname));

  it("was read at all", () => {
    expect(feed.files.size).toBeGreaterThan(10);
    expect(feed.packages).toContain("@truetick/proof/seed");
  });

  it("imports nothing that knows people, money or the database", () => {
    const strangers = [...feed.files]
      .map((file) => relative(ROOT, file))
      .filter((file) => !ALLOWED_FILES.test(file));
    expect(strangers).toEqual([]);
    expect([...feed.packages].filter((name) => !ALLOWED_PACKAGES.has(name))).toEqual([]);
  });

  it("the simulator reaches neither files nor the network", () => {
    const simulator = reach(sourcesUnder(join(import.meta.dirname, "simulator")));
    expect(simulator.files.size).toBeGreaterThan(10);
    expect([...simulator.packages].filter((name) => !SIMULATOR_PACKAGES.includes(name))).toEqual(
      [],
    );
  });

  it("no feed reads a clock or draws chance that it was not given", () => {
    for (const file of sourcesUnder(import.meta.dirname)) {
      const source = readFileSync(file, "utf8");
      expect(source, file).not.toMatch(/Math\.random|Date\.now|performance\.now|process\.[a-z]/);
    }
  });

  it("the simulator reads no clock and draws no chance outside its seed", () => {
    for (const file of sourcesUnder(join(import.meta.dirname, "simulator"))) {
      const source = readFileSync(file, "utf8");
      expect(source, file).not.toMatch(
        /Math\.random|Date\.now|performance\.|randomBytes\(|process\.[a-z]/,
      );
    }
  });
});
