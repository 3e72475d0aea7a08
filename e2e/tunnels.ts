// A tunnel: into it, whatever is done in there, and out of it again. Used by the journeys that lose
// their line in the middle of something.
import type { Page } from "@playwright/test";
import { expect, type Line } from "./line.ts";
import type { OrdersPage } from "./pages/orders.ts";
import type { Shell } from "./pages/shell.ts";
import type { Ticket } from "./pages/ticket.ts";

/** Silence is noticed after three seconds, and told when it is more than a stumble. */
export const SAID_WITHIN_MS = 15_000;
export const BACK_WITHIN_MS = 60_000;

const sleep = (ms: number) => new Promise<void>((resume) => setTimeout(resume, ms));

/** Comes out of it so many seconds after going in. */
export async function passThrough(
  line: Line,
  seconds: number,
  inside: () => Promise<void>,
): Promise<void> {
  const endsAtMs = Date.now() + seconds * 1_000;
  line.cut();
  await inside();
  await sleep(Math.max(0, endsAtMs - Date.now()));
  line.mend();
}

/** What the server itself answers, over a line that is whole. */
export async function askServer(line: Line, path: string, token: string) {
  const response = await fetch(line.platform.origin + path, {
    headers: { lang: "en", authorization: token },
  });
  return (await response.json()).data;
}

type Window = {
  readonly page: Page;
  readonly ticket: Ticket;
  readonly shell: Shell;
  readonly orders: OrdersPage;
  readonly line: Line;
};

/** Presses Buy as the line goes dead; it has happened once when the line is back. */
export async function orderInTunnel(window: Window, seconds: number): Promise<void> {
  const { page, ticket, shell, orders, line } = window;
  await ticket.open("EURUSD", "buy");
  await ticket.lots.fill("0.03");
  await passThrough(line, seconds, async () => {
    await ticket.act.click();
    await expect(shell.reconnectingBar, "it is said").toBeVisible({ timeout: SAID_WITHIN_MS });
    await expect(page.locator("[data-cut=true]").first(), "prices are greyed").toBeVisible();
    await expect(ticket.lots, "what was typed stays").toHaveValue("0.03");
  });
  await expect(shell.reconnectingBar).toBeHidden({ timeout: BACK_WITHIN_MS });
  await expect(ticket.toast(/0\.03 EUR\/USD .* 1\.\d{5}/)).toBeVisible({
    timeout: BACK_WITHIN_MS,
  });
  await shell.goTo("orders");
  await expect(orders.rows).toHaveCount(1);
  const kept = await page.evaluate(() => localStorage.getItem("truetick.session"));
  const { token } = JSON.parse(kept ?? "{}");
  const { total } = await askServer(line, "/v1/api/forex/my_deal?status=1&page=1", token);
  expect(total, "ordered once").toBe(1);
  const loads = await page.evaluate(() => performance.getEntriesByType("navigation").length);
  expect(loads, "nothing was loaded again").toBe(1);
}
