// The app among 50 and more markets at 20 ticks/s each: frames, main thread, memory, interactions.
//
// `/` on a phone and on a desktop and the workspace of a trader with positions, each left alone for
// a while (`--seconds=20`, or `--minutes=10` for the long run; `--path=/trade` for one of them),
// then used: scrolled, filtered, searched. Fails on dropped frames above 1 % of the display's, a
// main thread busy for more than 30 % of the time, or memory that grows.

import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, Page } from "@playwright/test";
import type { Session } from "@truetick/contract";
import { countFrames, countMissed, type Frames } from "./parts/frames.ts";
import { startPlatform } from "./parts/platform.ts";
import { makeTrader, openBrowser, openWindow, type Size, untilPriced } from "./parts/reader.ts";
import { TICKS_PER_SECOND } from "./parts/tapes.ts";
import { slowestInteraction, useList } from "./parts/use-list.ts";
import { type Watched, watchLongTasks, watchPage } from "./parts/watch-page.ts";

const DROPPED_MAX = 0.01;
const BUSY_MAX = 0.3;
/** Of the heap of scripts, and of all that the page keeps but compiled code: each for itself. */
const GROWTH_MAX = 0.05;
const GROWTH_BYTES_MAX = 1_000_000;
const SETTLES_MS = 8_000;
const FRAME_SECONDS = 20;
const USED_SECONDS = 10;
const MEGABYTE = 1_000_000;

type Case = { readonly path: string; readonly size: Size; readonly session?: Session };

const option = (name: string) =>
  process.argv.find((word) => word.startsWith(`--${name}=`))?.split("=")[1];

const readSeconds = () => Number(option("minutes")) * 60 || Number(option("seconds")) || 20;

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

const droppedShare = ({ shown, dropped }: Frames) => dropped / Math.max(1, shown + dropped);

function describeFrames(frames: Frames): string {
  return `dropped ${percent(droppedShare(frames))} (${frames.dropped} beside ${frames.shown})`;
}

function describeWork({ busy, cpu, script, style, layout, longTasks }: Watched): string {
  const parts = `script ${percent(script)}, style ${percent(style)}, layout ${percent(layout)}`;
  return `busy ${percent(busy)}, of a core ${percent(cpu)} (${parts}), ${longTasks} long tasks`;
}

function isFlat(before: number, after: number): boolean {
  return after - before <= GROWTH_BYTES_MAX && after - before <= before * GROWTH_MAX;
}

function growths({ heaps, keptAtStart, keptAtEnd }: Watched): string[] {
  const [before, after] = [heaps[0]?.bytes ?? Number.NaN, heaps.at(-1)?.bytes ?? Number.NaN];
  return [
    ...(isFlat(before, after) ? [] : ["heap"]),
    ...(isFlat(keptAtStart.bytes, keptAtEnd.bytes) ? [] : ["memory"]),
  ];
}

const megabytes = (bytes: number) => (bytes / MEGABYTE).toFixed(2);

function describeMemory({ heaps, keptAtStart, keptAtEnd }: Watched): string {
  const sizes = heaps.map(({ bytes }) => megabytes(bytes)).join(" ");
  const nodes = heaps.map((heap) => heap.nodes);
  const kept = `keeps ${megabytes(keptAtStart.bytes)} to ${megabytes(keptAtEnd.bytes)} MB`;
  const code = `${megabytes(keptAtStart.codeBytes)} to ${megabytes(keptAtEnd.codeBytes)} MB`;
  const all = `scripts' heap with it ${sizes} MB`;
  const elements = `nodes ${Math.min(...nodes)} to ${Math.max(...nodes)}`;
  return `${kept}, compiled code ${code}, ${all}, ${elements}`;
}

function judge(watched: Watched, frames: Frames): string[] {
  return [
    ...(droppedShare(frames) > DROPPED_MAX ? ["dropped frames"] : []),
    ...(watched.busy > BUSY_MAX ? ["main thread"] : []),
    ...growths(watched),
  ];
}

async function settle(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await untilPriced(page);
  await sleep(SETTLES_MS);
}

async function measure(browser: Browser, origin: string, own: Case): Promise<boolean> {
  const { path, size } = own;
  const tracing = await browser.newBrowserCDPSession();
  const context = await openWindow(browser, { origin, ...own });
  const page = await context.newPage();
  await watchLongTasks(page);
  await settle(page, path);
  const alone = await watchPage(page, { seconds });
  const frames = await countFrames(page, FRAME_SECONDS);
  const failures = judge(alone, frames);
  const verdict = failures.length === 0 ? "" : `  FAIL: ${failures.join(", ")}`;
  const load = loadavg()[0]?.toFixed(1);
  console.log(`${path} on a ${size}, ${alone.seconds.toFixed(0)} s, load ${load}${verdict}`);
  for (const line of [describeFrames(frames), describeWork(alone), describeMemory(alone)]) {
    console.log(`  ${line}`);
  }
  const endMissed = await countMissed(tracing);
  const used = await watchPage(page, {
    seconds: USED_SECONDS,
    meanwhile: (untilMs) => useList(page, { size, untilMs }),
  });
  console.log(`  in use: ${describeFrames(await endMissed())}, ${describeWork(used)}`);
  console.log(`  in use: slowest interaction ${await slowestInteraction(page)} ms`);
  await context.close();
  await tracing.detach();
  return failures.length === 0;
}

const seconds = readSeconds();
const platform = await startPlatform();
const browser = await openBrowser();
let isGood = true;
try {
  const session = await makeTrader(platform);
  console.log(`${platform.markets.length} markets, ${TICKS_PER_SECOND} ticks/s each`);
  const cases: readonly Case[] = [
    { path: "/", size: "phone" },
    { path: "/", size: "desktop" },
    { path: "/trade", size: "desktop", session },
  ];
  for (const own of cases.filter(({ path }) => path === (option("path") ?? path))) {
    const wasGood = await measure(browser, platform.origin, own);
    isGood &&= wasGood;
  }
} finally {
  await browser.close();
  await platform.stop();
}
process.exit(isGood ? 0 : 1);
