// What a page costs: time in which its main thread could do nothing else, long tasks, and what it
// keeps in memory after garbage was collected: its objects and texts and what the browser keeps for
// them, elements and caches. Compiled code is counted apart: there is more of it the longer the
// same functions run, up to what they are. By the browser's own books (DevTools protocol), while
// nothing runs in the page that a reader would not run.

import { setTimeout as sleep } from "node:timers/promises";
import type { CDPSession, Page } from "@playwright/test";

/** The heap of scripts, compiled code in it, and the elements of the page. */
export type Heap = { readonly bytes: number; readonly nodes: number };

/** Scripts' and browser's memory for the page, without and of compiled code. */
export type Kept = { readonly bytes: number; readonly codeBytes: number };

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
  readonly keptAtStart: Kept;
  readonly keptAtEnd: Kept;
};

type Metrics = Readonly<Record<string, number>>;

async function readMetrics(session: CDPSession): Promise<Metrics> {
  const { metrics } = await session.send("Performance.getMetrics");
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}

/** Of so many readings the least counts. */
const READINGS = 4;

/** Twice: what the first round frees may hold on to more. */
async function readHeap(session: CDPSession): Promise<number> {
  await session.send("HeapProfiler.collectGarbage");
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  return usedSize;
}

/** The page goes on between collecting and reading: on the workspace that is up to 0.9 MB. */
async function collectedHeap(session: CDPSession): Promise<Heap> {
  let bytes = Number.POSITIVE_INFINITY;
  for (let reading = 0; reading < READINGS; reading += 1) {
    bytes = Math.min(bytes, await readHeap(session));
  }
  const { nodes } = await session.send("Memory.getDOMCounters");
  return { bytes, nodes };
}

type Snapshot = {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[];
      readonly node_types: readonly [readonly string[], ...unknown[]];
    };
  };
  readonly nodes: readonly number[];
};

async function takeSnapshot(session: CDPSession): Promise<Snapshot> {
  const chunks: string[] = [];
  const hear = ({ chunk }: { chunk: string }) => chunks.push(chunk);
  session.on("HeapProfiler.addHeapSnapshotChunk", hear);
  await session.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
  session.off("HeapProfiler.addHeapSnapshotChunk", hear);
  return JSON.parse(chunks.join(""));
}

async function readKept(session: CDPSession): Promise<Kept> {
  await session.send("HeapProfiler.collectGarbage");
  const { snapshot, nodes } = await takeSnapshot(session);
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const code = types[0].indexOf("code");
  const [type, size] = [fields.indexOf("type"), fields.indexOf("self_size")];
  let [bytes, codeBytes] = [0, 0];
  for (let at = 0; at < nodes.length; at += fields.length) {
    if (nodes[at + type] === code) codeBytes += nodes[at + size] ?? 0;
    else bytes += nodes[at + size] ?? 0;
  }
  return { bytes, codeBytes };
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
  const keptAtStart = await readKept(session);
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
  const keptAtEnd = await readKept(session);
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
    keptAtStart,
    keptAtEnd,
  };
}
