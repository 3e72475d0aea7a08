// The first visit is light: what the browser has fetched by the time the list can be used. The
// aim is G11 of the house: 120 kB of script at most, 72 KiB dreamt of; the chart is never in it.
import { gzipSync } from "node:zlib";
import type { Response } from "@playwright/test";
import { expect, test } from "./journey.ts";

const SCRIPT_BYTES_MAX = 120_000;

test("first-load JavaScript for / stays within 120 kB gzip", async ({ page, quotes }) => {
  const scripts = new Map<string, Promise<Buffer>>();
  const keep = (response: Response) => {
    const type = response.headers()["content-type"] ?? "";
    if (/javascript/.test(type)) scripts.set(response.url(), response.body());
  };
  page.on("response", keep);
  await quotes.open();
  // What the browser fetches from here on is not the first load, and may outlast this journey.
  page.off("response", keep);
  const sizes = await Promise.all(
    [...scripts].map(async ([url, body]) => ({
      file: new URL(url).pathname,
      bytes: gzipSync(await body).length,
    })),
  );
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  test.info().annotations.push({
    type: "first load",
    description: `${total} bytes of gzipped script in ${sizes.length} files`,
  });
  expect(sizes.length).toBeGreaterThan(0);
  expect(total, JSON.stringify(sizes, null, 2)).toBeLessThanOrEqual(SCRIPT_BYTES_MAX);
});

test("scripts travel compressed and are kept for good", async ({ page, quotes }) => {
  const kept: string[] = [];
  page.on("response", async (response) => {
    if (!new URL(response.url()).pathname.startsWith("/assets/")) return;
    const { "cache-control": cache = "", "content-encoding": coding = "none" } = response.headers();
    kept.push(`${cache} ${coding}`);
  });
  await quotes.open();
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.filter((line) => !line.includes("immutable"))).toEqual([]);
});
