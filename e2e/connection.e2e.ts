// A tunnel, a sleeping laptop, a restarted server: the app says that prices stand still, and goes
// on by itself when they move again.
import { expect, STILL_MAX_MS, test } from "./journey.ts";
import { START_MS } from "./platform.ts";

/** The app's own patience with a silent line, and its longest pause between two tries. */
const NOTICED_WITHIN_MS = 25_000;
const RECOVERED_WITHIN_MS = 30_000;
/** Long enough for the app to notice: a quicker restart is nobody's business. */
const PAUSE_MS = 3_000;

test("offline is said, and online again needs no hand", async ({
  page,
  context,
  complaints,
  quotes,
  shell,
}) => {
  test.setTimeout(150_000);
  await quotes.open();
  complaints.expectNetworkLoss();
  await context.setOffline(true);
  await expect(shell.offlineBar).toBeVisible({ timeout: NOTICED_WITHIN_MS });
  await expect(quotes.table, "the last prices stay to be read").toBeVisible();
  await context.setOffline(false);
  await expect(shell.offlineBar).toBeHidden({ timeout: RECOVERED_WITHIN_MS });
  await expect(shell.reconnectingBar).toBeHidden({ timeout: RECOVERED_WITHIN_MS });
  const bid = quotes.bid(quotes.row("EUR/USD"));
  await expect(bid).not.toHaveText(await bid.innerText(), { timeout: STILL_MAX_MS });
  expect(await page.evaluate(() => performance.getEntriesByType("navigation").length)).toBe(1);
});

test("a restart of the server is said, and needs no hand either", async ({
  complaints,
  platform,
  quotes,
  shell,
}) => {
  test.setTimeout(150_000 + START_MS);
  await quotes.open();
  complaints.expectNetworkLoss();
  const restarted = platform.restart(PAUSE_MS);
  await expect(shell.reconnectingBar).toBeVisible();
  await expect(quotes.table, "the last prices stay to be read").toBeVisible();
  await restarted;
  await expect(shell.reconnectingBar).toBeHidden({ timeout: RECOVERED_WITHIN_MS });
  const bid = quotes.bid(quotes.row("EUR/USD"));
  await expect(bid).not.toHaveText(await bid.innerText(), { timeout: STILL_MAX_MS });
});

test("prices of a list alone are not called live: the socket has the word", async ({
  page,
  quotes,
  shell,
}) => {
  // The socket opens, and nobody says anything on it.
  await page.routeWebSocket(/\/v1\/ws/, () => undefined);
  await quotes.open();
  await expect(shell.reconnectingBar, "what is shown may be old").toBeVisible();
  await expect(quotes.table, "the list stays to be read").toBeVisible();
});
