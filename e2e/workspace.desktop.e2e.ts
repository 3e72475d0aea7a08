// The desktop is a workspace: panels are drawn and stay as they were drawn, keys do what they say
// and nothing while somebody types, and stars go with the account to the next device.
import { devices } from "@playwright/test";
import { expect, test } from "./journey.ts";
import { DoorPage } from "./pages/door.ts";
import { Shell } from "./pages/shell.ts";
import { Workspace } from "./pages/workspace.ts";
import { makeMember } from "./people.ts";

/** Charts are drawn anew with every load and every size. */
test.describe.configure({ timeout: 90_000 });

test("panels are drawn by pointer and by keys, folded, reset and remembered", async ({
  page,
  texts,
}) => {
  const workspace = new Workspace(page, texts);
  await workspace.open("EURUSD");
  expect(await workspace.size("watchlist")).toBe(296);
  await workspace.draw("watchlist", { x: 64, y: 0 });
  await expect(workspace.divider("watchlist")).toHaveAttribute("aria-valuenow", "360");
  await workspace.divider("watchlist").press("ArrowLeft");
  await expect(workspace.divider("watchlist")).toHaveAttribute("aria-valuenow", "344");
  await workspace.divider("ticket").press("ArrowLeft");
  await expect(workspace.divider("ticket")).toHaveAttribute("aria-valuenow", "332");
  await workspace.divider("dock").press("Home");
  await expect(workspace.divider("dock")).toHaveAttribute("aria-valuenow", "124");
  await workspace.dockButton("hide").click();

  await page.reload();
  await expect(workspace.dockButton("show")).toBeVisible();
  expect(await workspace.size("watchlist")).toBe(344);
  const { width } = (await workspace.watchlist.boundingBox()) ?? { width: 0 };
  expect(Math.round(width)).toBe(344);
  expect(await workspace.size("ticket")).toBe(332);
  await workspace.divider("dock").press("Enter");
  expect(await workspace.size("dock")).toBe(124);
  await workspace.divider("watchlist").dblclick();
  await expect(workspace.divider("watchlist")).toHaveAttribute("aria-valuenow", "296");

  await workspace.listButton("hide").click();
  await expect(workspace.watchlist).toBeHidden();
  await page.reload();
  await workspace.listButton("show").click();
  await expect(workspace.search).toBeFocused();
});

test("keys reach the search, the list, the ticket, the periods and their own list", async ({
  page,
  texts,
}) => {
  const workspace = new Workspace(page, texts);
  await workspace.open("EURUSD");
  await page.keyboard.press("/");
  await expect(workspace.search).toBeFocused();
  // While somebody types, letters are letters.
  await page.keyboard.type("gbpusd");
  await expect(workspace.rows).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(workspace.heading("GBP/USD")).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.press("Escape");
  await expect(workspace.search).toHaveValue("");
  await expect(workspace.rows.nth(9)).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  const second = workspace.codes.nth(1);
  await expect(second).toBeFocused();
  const code = await second.innerText();
  await page.keyboard.press("Enter");
  await expect(workspace.heading(code)).toBeVisible();

  const ticket = page.getByRole("complementary", { name: texts("ticket.title") });
  const sides = ticket.locator("button[data-side]");
  await page.keyboard.press("s");
  await expect(sides.and(page.locator("[data-side=sell]"))).toHaveAttribute("data-quiet", "false");
  await page.keyboard.press("b");
  await expect(sides.and(page.locator("[data-side=buy]"))).toHaveAttribute("data-quiet", "false");
  await page.keyboard.press("6");
  const day = { name: texts("trade.periods.1day"), exact: true };
  await expect(page.getByRole("radio", day)).toBeChecked();

  await page.keyboard.press("?");
  await expect(workspace.shortcuts).toBeVisible();
  await workspace.shortcuts.getByRole("switch").click();
  await page.keyboard.press("Escape");
  await expect(workspace.shortcuts).toBeHidden();
  // WCAG 2.1.4: switched off, no single key acts, here or after a reload.
  await page.reload();
  await workspace.untilLive();
  await page.keyboard.press("/");
  await page.keyboard.press("1");
  await expect(workspace.search).not.toBeFocused();
  await expect(page.getByRole("radio", day)).toBeChecked();
});

test("stars go with the account to another device, in the order they were given", async ({
  page,
  platform,
  browser,
  texts,
  door,
}) => {
  const member = await makeMember(platform, "stars");
  await door.enterAs(member, "/trade");
  const workspace = new Workspace(page, texts);
  await workspace.untilLive();
  await workspace.chip(texts("quotes.watchlist")).click();
  await expect(page.getByText(texts("quotes.nothing.watchTitle"))).toBeVisible();
  await workspace.chip(texts("quotes.all")).click();
  await workspace.row("USD/JPY").hover();
  await workspace.star("USD/JPY").click();
  await workspace.row("EUR/USD").click();
  await expect(workspace.heading("EUR/USD")).toBeVisible();
  const told = page.waitForResponse(/\/v1\/api\/main\/setting$/);
  await page.locator("body").press("w");
  await told;
  await workspace.chip(texts("quotes.watchlist")).click();
  await expect(workspace.codes).toHaveText(["USD/JPY", "EUR/USD"]);

  const other = await browser.newContext({
    ...devices["Pixel 7"],
    baseURL: platform.origin,
    colorScheme: "dark",
  });
  await other.addInitScript(() => localStorage.setItem("truetick.language", "en"));
  const phone = await other.newPage();
  await new DoorPage(phone, texts).enterAs(member, "/");
  await phone.getByRole("radio", { name: texts("quotes.watchlist") }).click();
  const codes = phone.getByRole("table").locator("tbody").getByRole("link");
  await expect(codes).toHaveText(["USD/JPY", "EUR/USD"]);
  await other.close();
});

test("a phone held wide keeps the phone's layout, by its user agent (spec §9)", async ({
  browser,
  platform,
  texts,
}) => {
  const held = await browser.newContext({
    ...devices["Pixel 7 landscape"],
    baseURL: platform.origin,
  });
  await held.addInitScript(() => localStorage.setItem("truetick.language", "en"));
  const phone = await held.newPage();
  await phone.goto("/");
  const tab = new Shell(phone, texts).place("quotes");
  await expect(tab).toBeVisible();
  // The tabs stand below the list, not above it.
  const { y } = (await tab.boundingBox()) ?? { y: 0 };
  const height = await phone.evaluate(() => window.innerHeight);
  expect(y).toBeGreaterThan(height / 2);
  await held.close();
});
