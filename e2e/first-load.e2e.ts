// The first visit is light: what the browser has fetched by the time the list can be used. The
// aim is G11 of the house: 120 kB of script at most, 72 KiB dreamt of; the chart is never in it.
import { gzipSync } from "node:zlib";
import type { Page, Response } from "@playwright/test";
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

type EarlyFiles = {
  readonly files: readonly string[];
  readonly screens: Readonly<Record<string, readonly number[]>>;
  readonly texts: Readonly<Record<string, readonly [first: number, later: number]>>;
};

async function earlyFiles(page: Page, path: string): Promise<EarlyFiles> {
  const html = await (await page.request.get(path)).text();
  const [, json = "{}"] = /id="early-files">([^<]*)</.exec(html) ?? [];
  return JSON.parse(json);
}

/** Browsers that know it compile the file beside the page. */
const COMPILE_HINT = "//# allFunctionsCalledOnLoad";

test("Trade begins with few files, compiled beside the page", async ({ page }) => {
  const { files, screens } = await earlyFiles(page, "/trade");
  const own = (screens["/trade"] ?? []).map((number) => files[number] ?? "");
  expect(own.length, own.join("\n")).toBeLessThanOrEqual(12);
  const screen = own.find((name) => name.includes("trade.screen")) ?? "";
  expect((await (await page.request.get(`/${screen}`)).text()).slice(0, 40)).toContain(
    COMPILE_HINT,
  );
});

test("Quotes and News are read without the texts of the other screens", async ({ page }) => {
  const { files, texts } = await earlyFiles(page, "/");
  const later = files[texts.en?.[1] ?? -1];
  expect(later).toBeDefined();
  const held: (() => void)[] = [];
  await page.route(`**/${later}`, async (route) => {
    await new Promise<void>((letGo) => held.push(letGo));
    await route.continue();
  });
  for (const [path, name] of [
    ["/", "Quotes"],
    ["/news", "News"],
  ] as const) {
    await page.goto(path);
    await expect(page.locator("main h1").first()).toHaveText(name);
    await expect(page).toHaveTitle(`${name} · Truetick`);
    await expect(page.locator("[data-skeleton]")).toHaveCount(0);
  }
  for (const letGo of held) letGo();
});

test("nothing moves in the first second of a wait", async ({ page }) => {
  const held: (() => void)[] = [];
  await page.route("**/v1/api/forex/**", async (route) => {
    await new Promise<void>((letGo) => held.push(letGo));
    await route.continue();
  });
  await page.goto("/");
  await page.locator("[data-skeleton]").waitFor();
  const delays = await page.evaluate(() =>
    document.getAnimations().map(({ effect }) => effect?.getTiming().delay ?? 0),
  );
  expect(delays.length).toBeGreaterThan(0);
  expect(Math.min(...delays), "milliseconds until something moves").toBeGreaterThanOrEqual(1_000);
  for (const letGo of held) letGo();
});
