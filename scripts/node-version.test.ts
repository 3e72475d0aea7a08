// Which Nodes are refused, and that the check itself runs on the ones it refuses.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { refuseOldNode } from "./node-version.mjs";

describe("refuseOldNode", () => {
  it.each(["12.22.12", "14.21.3", "18.20.8", "20.0.0", "20.18.3"])("refuses %s", (version) => {
    expect(refuseOldNode(version)).toBe(
      `Truetick needs Node 20.19 or newer; this is Node ${version}.`,
    );
  });

  it.each(["20.19.0", "20.20.2", "22.0.0", "24.1.0", "100.0.0"])("accepts %s", (version) => {
    expect(refuseOldNode(version)).toBeNull();
  });
});

describe("what an old Node must be able to parse", () => {
  const NEWER = /\?\.|\?\?|\bawait\b|\d_\d|catch \{|from "node:/;

  it.each(["node-version", "start", "dev", "test"])("%s.mjs keeps to the old language", (name) => {
    const source = readFileSync(join(import.meta.dirname, `${name}.mjs`), "utf8");
    expect(source).not.toMatch(NEWER);
    // Whatever is imported statically is parsed before the check runs.
    const imported = [...source.matchAll(/^import .* from "(.*)";$/gm)].map(([, file]) => file);
    expect(imported).toEqual(name === "node-version" ? [] : ["./node-version.mjs"]);
  });
});
