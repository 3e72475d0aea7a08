// What a page costs: time in which its main thread could do nothing else, long tasks, and the heap
// after garbage was collected. By the browser's own books (DevTools protocol), while nothing runs
// in the page that a reader would not run.

import { setTimeout as sleep } from "node:timers/promises";
import type { CDPSession, Page } from "@playwright/test";

export type Heap = { readonly bytes: number; readonly nodes: number };

export type Watched = {
  readonly seconds: number;
  /** Shares of the time: tasks by the clock, and what the thread had of a processor. */
  readonly busy: number;
  readonly cpu: number;
  readonly script: number;
  readonly style: number;
  readonly layout: number;
  readonly longTasks: number;
  /** At the start, after every minute, and at the end. */
  readonly heaps: readonly Heap[];
};

type Metrics = Readonly<Record<string, number>>;

async function readMetrics(session: CDPSession): Promise<Metrics> {
  const { metrics } = await session.send("Performance.getMetrics");
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}

/** Twice: what the first round frees may hold on to more. */
async function collectedHeap(session: CDPSession): Promise<Heap> {
  await session.send("HeapProfiler.collectGarbage");
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  const { nodes } = await session.send("Memory.getDOMCounters");
  return { bytes: usedSize, nodes };
}

/** Tasks of 50 ms and more since the page was opened, as the page itself is told of them. */
export async function watchLongTasks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const kept = window as { longTasks?: number };
    kept.longTasks = 0;
    new PerformanceObserver((list) => {
      kept.longTasks = (kept.longTasks ?? 0) + list.getEntries().length;
    }).observe({ type: "longtask" });
  });
}

function longTasksOf(page: Page): Promise<number> {
  return page.evaluate(() => (window as { longTasks?: number }).longTasks ?? 0);
}

const LOOK_EVERY_MS = 60_000;

/** `meanwhile`, where given, uses the page for as long as it is watched. */
export async function watchPage(
  page: Page,
  { seconds, meanwhile }: { seconds: number; meanwhile?: (untilMs: number) => Promise<void> },
): Promise<Watched> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const heaps = [await collectedHeap(session)];
  const longBefore = await longTasksOf(page);
  const before = await readMetrics(session);
  const untilMs = performance.now() + seconds * 1_000;
  await meanwhile?.(untilMs);
  while (untilMs - performance.now() > LOOK_EVERY_MS) {
    await sleep(LOOK_EVERY_MS);
    heaps.push(await collectedHeap(session));
  }
  await sleep(Math.max(0, untilMs - performance.now()));
  const after = await readMetrics(session);
  const longTasks = (await longTasksOf(page)) - longBefore;
  heaps.push(await collectedHeap(session));
  await session.detach();
  const spent = (name: string) => (after[name] ?? Number.NaN) - (before[name] ?? Number.NaN);
  const share = (name: string) => spent(name) / spent("Timestamp");
  return {
    seconds: spent("Timestamp"),
    busy: share("TaskDuration"),
    cpu: share("ThreadTime"),
    script: share("ScriptDuration"),
    style: share("RecalcStyleDuration"),
    layout: share("LayoutDuration"),
    longTasks,
    heaps,
  };
}
