// The desk, from the door on: every place opens for who may, nothing for others, and a change of a
// market's terms takes two people and its notice before traders are told that it holds.
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./journey.ts";
import { deskText } from "./pages/desk.ts";

test.setTimeout(150_000);

const PLACES = [
  "deposits",
  "withdrawals",
  "identity",
  "proposals",
  "feedback",
  "orders",
  "exposure",
  "markets",
  "rails",
  "adjustments",
  "reserves",
  "users",
  "staff",
  "news",
  "announcements",
  "audit",
  "outbox",
  "settings",
  "health",
];

test("every place opens, and axe finds nothing in it", async ({ platform, openDesk }) => {
  const { page } = await openDesk(0);
  for (const place of PLACES) {
    await page.goto(`${platform.origin}/desk/${place}`);
    const link = page.getByRole("navigation").getByRole("link", {
      name: deskText(`shell.places.${place}`),
    });
    await expect(link.first()).toHaveAttribute("aria-current", "page");
    await expect(page.locator("main [role=status][aria-label]")).toHaveCount(0);
    await expectAccessible(page);
  }
});

test("H08, H09: new terms of a market need two people and their notice", async ({
  platform,
  openDesk,
}) => {
  const feeOf = async () => {
    const answer = await fetch(`${platform.origin}/v1/api/forex/trade_list`);
    const { data } = await answer.json();
    const markets: { Code: string; ForexFeeRate: string }[] = data.data ?? data;
    return markets.find(({ Code }) => Code === "EURUSD")?.ForexFeeRate;
  };
  const before = await feeOf();
  const first = await openDesk(0);
  await first.page.goto(`${platform.origin}/desk/markets/1`);
  await first.act("markets.propose", {
    fee_rate: "0.00009",
    why: "The fee follows our costs.",
  });
  const second = await openDesk(1);
  await second.page.goto(`${platform.origin}/desk/proposals`);
  await second.page
    .getByText(/EUR\/USD|Terms of a market|market/i)
    .first()
    .waitFor();
  await second.page.locator('a[href*="/desk/proposals/"]').first().click();
  await second.act("proposals.acts.approve");
  expect(await feeOf(), "announced is not in force").toBe(before);
  await expect.poll(feeOf, { timeout: 20_000 }).toMatch(/^0\.00009/);
});

test("whoever is not of the staff finds nothing there", async ({ platform }) => {
  const paths = ["me", "deposit/list", "withdrawal/list", "user/list", "no-such-place"];
  const bodies = await Promise.all(
    paths.map(async (path) => {
      const answer = await fetch(`${platform.origin}/v1/api/desk/${path}`);
      return `${answer.status} ${await answer.text()}`;
    }),
  );
  expect(new Set(bodies).size).toBe(1);
  expect(bodies[0]).toMatch(/^404/);
});
