// Frames that were due and did not come. At rest: a page that wants to draw in every frame of the
// display (60 a second) is told how many it could not, because its main thread was not free in
// time. In use: frames of a scroll that the browser itself counts as missed.

import type { CDPSession, Page } from "@playwright/test";

export type Frames = { readonly shown: number; readonly dropped: number };

/** Runs in the page, in a window of its own: asking for every frame costs something by itself. */
async function beat(seconds: number): Promise<Frames> {
  const FRAME_MS = 1_000 / 60;
  let [shown, dropped] = [0, 0];
  const beganAtMs = await new Promise<number>(requestAnimationFrame);
  let beforeMs = beganAtMs;
  while (beforeMs - beganAtMs < seconds * 1_000) {
    const atMs = await new Promise<number>(requestAnimationFrame);
    shown += 1;
    dropped += Math.max(0, Math.round((atMs - beforeMs) / FRAME_MS) - 1);
    beforeMs = atMs;
  }
  return { shown, dropped };
}

export function countFrames(page: Page, seconds: number): Promise<Frames> {
  return page.evaluate(beat, seconds);
}

type TraceEvent = {
  readonly name: string;
  readonly ph: string;
  readonly args?: {
    readonly frame_reporter?: { readonly state?: string; readonly affects_smoothness?: boolean };
  };
};

const FRAMES = "disabled-by-default-devtools.timeline.frame";

/** Counts until the answer is called: what was shown, and what a reader who scrolls has missed. */
export async function countMissed(browser: CDPSession): Promise<() => Promise<Frames>> {
  let [shown, dropped] = [0, 0];
  const collect = ({ value }: { value: object[] }) => {
    // The protocol leaves them open; these are the fields of a trace event.
    for (const { name, ph, args } of value as TraceEvent[]) {
      if (name !== "PipelineReporter" || ph !== "b") continue;
      const { state = "", affects_smoothness: isFelt } = args?.frame_reporter ?? {};
      if (state.startsWith("STATE_PRESENTED")) shown += 1;
      else if (state === "STATE_DROPPED" && isFelt) dropped += 1;
    }
  };
  browser.on("Tracing.dataCollected", collect);
  await browser.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: [FRAMES], excludedCategories: ["*"] },
  });
  return async () => {
    const complete = new Promise((resolve) => browser.once("Tracing.tracingComplete", resolve));
    await browser.send("Tracing.end");
    await complete;
    browser.off("Tracing.dataCollected", collect);
    return { shown, dropped };
  };
}
