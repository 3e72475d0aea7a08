// Every pair of text and ground that the components use is WCAG 2.2 AA in both themes, computed
// from tokens.css itself: a changed colour that cannot be read fails here.
// @vitest-environment node

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const css = readFileSync(join(import.meta.dirname, "tokens.css"), "utf8");

function colorsOf(selector: string): Map<string, string> {
  const start = css.indexOf(selector);
  const block = css.slice(start, css.indexOf("}", start));
  return new Map(
    [...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)].map(([, name = "", hex = ""]) => [
      name,
      hex,
    ]),
  );
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const GROUNDS = ["bg", "pane", "raised", "surface-1", "surface-2", "surface-3", "surface-inset"];
const TEXTS = ["text", "text-2", "text-3", "accent", "green", "red", "warn"];
const PAIRS: readonly (readonly [text: string, ground: string, needed: number])[] = [
  ...TEXTS.flatMap((text) => GROUNDS.map((ground) => [text, ground, 4.5] as const)),
  ["on-accent", "accent-solid", 4.5],
  ["on-accent-soft", "accent-soft", 4.5],
  ["text", "accent-soft", 4.5],
  ["text-2", "accent-soft", 4.5],
  ["text-3", "accent-soft", 4.5],
  ["green", "accent-soft", 4.5],
  ["red", "accent-soft", 4.5],
  ["green", "green-soft", 4.5],
  ["red", "red-soft", 4.5],
  ["text", "green-soft", 4.5],
  ["text", "red-soft", 4.5],
  ["text-2", "green-soft", 4.5],
  ["text-2", "red-soft", 4.5],
  ["warn", "warn-soft", 4.5],
  ["text", "warn-soft", 4.5],
  ["focus", "bg", 3],
  ["focus", "surface-1", 3],
  ["control", "bg", 3],
  ["control", "surface-inset", 3],
];

describe.each([
  ["dark", '[data-theme="dark"] {'],
  ["light", '[data-theme="light"] {'],
])("%s", (_theme, selector) => {
  const colors = colorsOf(selector);

  test.each(PAIRS)("%s on %s reaches %d", (text, ground, needed) => {
    const [front, back] = [colors.get(text), colors.get(ground)];
    expect(front && back, "both are tokens of this theme").toBeTruthy();
    expect(contrast(front ?? "", back ?? "")).toBeGreaterThanOrEqual(needed);
  });
});
