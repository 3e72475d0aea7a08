// The ranking of traders: searched, ordered by what the reader chooses, and with how its figures
// are made within reach.
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./journey.ts";
import { inLanguages } from "./languages.ts";
import { buy, closeOrder, list, newAlias, openDemo } from "./leaders.ts";
import type { Platform } from "./platform.ts";

/** Lists a trader under this alias who has closed so many orders. */
async function makeRanked(platform: Platform, alias: string, orders: number): Promise<void> {
  const trader = await openDemo(platform);
  for (let n = 0; n < orders; n += 1) await closeOrder(trader, await buy(trader, "0.01"));
  // Last: the figures are made anew when somebody is listed, and kept for a while then.
  await list(trader, alias);
}

/** Those whose alias holds this, by their orders, as any client may ask for them. */
async function rankedByOrders(platform: Platform, search: string): Promise<string[]> {
  const query = new URLSearchParams({ page: "1", sort: "total_trade_num", search });
  const address = `${platform.origin}/api/follow/list?${query}`;
  const { data } = await (await fetch(address, { headers: { lang: "en" } })).json();
  // As the contract declares it.
  return (data.data as { readonly user: string }[]).map(({ user }) => user);
}

inLanguages({ en: "desktop", hk: "phone", ar: "desktop" }, () => {
  // Nothing moves while axe reads.
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("the ranking is searched, ordered as chosen, and says how it is made", async ({
    page,
    platform,
    texts,
  }) => {
    test.setTimeout(90_000);
    const family = newAlias("kin");
    const busiestFirst = [`${family}-b`, `${family}-c`, `${family}-a`];
    for (const [idle, alias] of [...busiestFirst].reverse().entries()) {
      await makeRanked(platform, alias, idle);
    }
    await expect.poll(() => rankedByOrders(platform, family)).toEqual(busiestFirst);

    await page.goto("/rank");
    await expect(page.getByText(texts("ranking.leadSandbox"))).toBeVisible();
    const traders = page.locator("[data-trader]");
    const search = page.getByRole("searchbox", { name: texts("ranking.search") });
    await search.fill(family);
    await expect(traders).toHaveCount(busiestFirst.length);
    const sorts = page.getByRole("radiogroup", { name: texts("ranking.sortBy") });
    await sorts.getByRole("radio", { name: texts("ranking.columns.orders") }).click();
    await expect(page).toHaveURL(/sort=orders/);
    for (const [place, alias] of busiestFirst.entries()) {
      await expect(traders.nth(place)).toHaveAttribute("data-trader", alias);
    }
    await expectAccessible(page);

    await search.fill(`${family}-z`);
    const none = texts("ranking.noMatch", { search: `${family}-z` });
    await expect(page.getByRole("heading", { name: none })).toBeVisible();
    await page.getByRole("button", { name: texts("ranking.showAll") }).click();
    await expect(traders.first()).toBeVisible();

    await page.getByRole("button", { name: texts("ranking.how") }).click();
    const sheet = page.getByRole("dialog", { name: texts("ranking.how") });
    await expect(sheet.getByText(texts("ranking.rules.drawdown"))).toBeVisible();
    await expect(sheet.getByText(texts("ranking.rules.risk"))).toBeVisible();
    await expectAccessible(page);
  });
});
