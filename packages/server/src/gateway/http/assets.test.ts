// Files of a built app with their compressed twins: those of the build where they are newer than
// the file, else made here; what is sent is always the file.

import { mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, it } from "vitest";
import { loadAssets } from "./assets.ts";

const TEXT = "body { color: teal }\n".repeat(100);
const BUILT = gzipSync(TEXT, { level: 1 });
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "truetick-assets-"));
  await writeFile(join(folder, "page.css"), TEXT);
});
afterEach(() => rm(folder, { recursive: true }));

async function load() {
  const assets = await loadAssets(folder, "");
  expect([...assets.keys()], "twins have no address of their own").toEqual(["/page.css"]);
  const asset = assets.get("/page.css");
  if (!asset?.gzip || !asset.brotli) throw new Error("both twins are there");
  expect(gunzipSync(asset.gzip).toString()).toBe(TEXT);
  expect(brotliDecompressSync(asset.brotli).toString()).toBe(TEXT);
  return asset;
}

it("compresses what has no twins", async () => {
  expect((await load()).gzip).not.toEqual(BUILT);
});

it("takes the twin of the build", async () => {
  await writeFile(join(folder, "page.css.gz"), BUILT);
  expect((await load()).gzip).toEqual(BUILT);
});

it("does not believe a twin that is older than its file", async () => {
  await writeFile(join(folder, "page.css.gz"), gzipSync("something else"));
  await utimes(join(folder, "page.css.gz"), 1, 1);
  expect((await load()).gzip).not.toEqual(BUILT);
});
