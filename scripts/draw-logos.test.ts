// The committed logos are what the script draws: one per market, no two alike, plain shapes only.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { drawLogos } from "./draw-logos.mjs";

const FOLDER = join(import.meta.dirname, "../packages/web/public/logos");

describe("the logos", () => {
  const drawn = drawLogos();

  it("on disk are those that the script draws", () => {
    const found = readdirSync(FOLDER).filter((name) => name.endsWith(".svg"));
    expect(found.sort()).toEqual([...drawn.keys()].map((code) => `${code}.svg`).sort());
    for (const [code, logo] of drawn) {
      expect(readFileSync(join(FOLDER, `${code}.svg`), "utf8"), code).toBe(logo);
    }
  });

  it("are each market's own", () => {
    expect(new Set(drawn.values()).size).toBe(drawn.size);
  });

  it("are shapes alone: no font, style, script or address is needed to show them", () => {
    for (const [code, logo] of drawn) {
      expect(logo.replace("http://www.w3.org/2000/svg", ""), code).not.toMatch(
        /<text|<style|<script|style=|href|http|\son\w+=/,
      );
      expect(logo.length, code).toBeLessThan(1_500);
    }
  });
});
