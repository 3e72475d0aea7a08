// A reader at work in a list of markets: scrolls it down and up, changes the chip, searches. And
// how long the slowest of these took to be seen (what INP is made of), by the browser's own clock.

import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "@playwright/test";
import type { Size } from "./reader.ts";

const SCROLLED_PX = 900;
const PAUSE_MS = 300;
const WHEEL_STEPS = 12;

async function scroll(page: Page, size: Size, by: number): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const at = { x: size === "phone" ? width / 2 : 140, y: height / 2 };
  if (size === "phone") {
    const session = await page.context().newCDPSession(page);
    const gesture = { ...at, yDistance: -by, speed: 1_600, gestureSourceType: "touch" } as const;
    await session.send("Input.synthesizeScrollGesture", gesture);
    await session.detach();
    return;
  }
  await page.mouse.move(at.x, at.y);
  for (let step = 0; step < WHEEL_STEPS; step += 1) {
    await page.mouse.wheel(0, by / WHEEL_STEPS);
    await sleep(16);
  }
}

async function chooseChip(page: Page, index: number): Promise<void> {
  const chip = page.locator("[data-chip]").nth(index);
  if (await chip.isVisible()) await chip.click();
  await sleep(PAUSE_MS);
}

export async function useList(
  page: Page,
  { size, untilMs }: { size: Size; untilMs: number },
): Promise<void> {
  await page.evaluate(() => {
    const kept = window as { interactions?: number[] };
    kept.interactions = [];
    const options = { type: "event", durationThreshold: 16, buffered: false };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ("interactionId" in entry && entry.interactionId) {
          kept.interactions?.push(entry.duration);
        }
      }
    }).observe(options);
  });
  const search = page.getByRole("searchbox").first();
  for (let round = 0; performance.now() < untilMs; round += 1) {
    await scroll(page, size, SCROLLED_PX);
    await scroll(page, size, -SCROLLED_PX);
    await chooseChip(page, 1 + (round % 3));
    await chooseChip(page, 0);
    if (await search.isVisible()) {
      await search.pressSequentially("usd", { delay: 60 });
      await search.fill("");
    }
    await sleep(PAUSE_MS);
  }
}

/** Durations are told in steps of 8 ms, and none below 16: "below 16" when nothing was slower. */
export async function slowestInteraction(page: Page): Promise<string> {
  const durations = await page.evaluate(
    () => (window as { interactions?: number[] }).interactions ?? [],
  );
  return durations.length === 0 ? "below 16" : String(Math.max(...durations));
}
