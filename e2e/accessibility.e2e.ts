// Everybody can use it: axe finds nothing on the screens of the house, dark and light, in a
// language of the west, of the east and of the right-to-left.
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./journey.ts";
import { makeMember } from "./people.ts";

const OTHERS = ["/order", "/copy", "/rank", "/language"];
/** Reading a long table whole takes its time, more so on a busy machine. */
const AXE_TIMEOUT_MS = 120_000;

// Nothing moves while axe reads: a flash half over has colours that nobody sees.
test.use({ contextOptions: { reducedMotion: "reduce" } });

for (const language of ["en", "hk", "ar"]) {
  for (const theme of ["dark", "light"] as const) {
    test.describe(`${language} ${theme}`, () => {
      test.use({ language, theme });

      test("axe finds nothing on any screen", async ({ page, quotes, trade, door }) => {
        test.setTimeout(AXE_TIMEOUT_MS);
        await door.enterDemo();
        await quotes.open();
        await expectAccessible(page);
        await page.goto("/trade");
        await trade.chart.waitFor();
        await expectAccessible(page);
        for (const path of OTHERS) {
          await page.goto(path);
          await page.locator(`[data-screen="${path}"] h1`).waitFor({ state: "attached" });
          await expectAccessible(page);
        }
      });
    });
  }
}

test("axe finds nothing in the states that come and go", async ({ page, quotes, shell }) => {
  await quotes.open();
  await quotes.search("zzz");
  await quotes.nothingFound("zzz").waitFor();
  await expectAccessible(page);
  await page.goto("/");
  await shell.openSettings();
  await expectAccessible(page);
});

test.describe("trading", () => {
  test.use({ theme: "light" });

  test("axe finds nothing in a ticket, an order's popup and the lists", async ({
    page,
    door,
    ticket,
    orders,
  }) => {
    await door.enterDemo();
    await ticket.open("EURUSD", "buy");
    await ticket.setStop("stopLoss", "1.00000");
    await ticket.lots.fill("60");
    await page.locator("[aria-invalid=true]").first().waitFor();
    await expectAccessible(page);
    await ticket.lots.fill("0.01");
    await ticket.act.click();
    await expect(ticket.toast(/EUR\/USD/)).toBeVisible();
    await orders.open("holding");
    await orders.openFirst();
    await expectAccessible(page);
  });
});

test.describe("at the door", () => {
  test.use({ language: "ar", theme: "light" });

  test("axe finds nothing, nor in what is wrong with a form", async ({ page, door }) => {
    for (const path of ["/login", "/register", "/forgot"]) {
      await page.goto(path);
      await door.submit();
      await page.locator("[aria-invalid=true]").first().waitFor();
      await expectAccessible(page);
    }
  });
});

/** What stands behind the user centre, as a demo user sees it; a member's forms come after. */
const OWN = ["/user", "/mine/system", "/mine/security", "/mine/limits"];

test.describe("the user centre", () => {
  test.use({ language: "ar", theme: "dark" });

  test("axe finds nothing behind it, nor in what it asks", async ({ page, platform, door }) => {
    test.setTimeout(AXE_TIMEOUT_MS);
    await door.enterDemo();
    for (const path of OWN) {
      await page.goto(path);
      await page.locator("main h1").waitFor();
      await expect(page.locator("main [role=status][aria-label]"), "all is there").toHaveCount(0);
      await expectAccessible(page);
    }
    const member = await makeMember(platform, "axe");
    await page.goto("/login?from=%2Fmine%2Fsecurity");
    await door.logIn(member.email, member.password);
    await page.locator("section button").first().click();
    await page.locator('input[name="proof"]').fill(member.password);
    await page.locator("dialog[open] button[type=submit]").click();
    await page.locator("dialog[open] svg[role=img]").waitFor();
    await expectAccessible(page);
  });
});

const MONEY = [
  "/mine/charge",
  "/mine/withdraw",
  "/mine/withdraw-way?type=1",
  "/mine/withdraw-way?type=2",
  "/mine/wallet",
  "/mine/bank-card-list",
  "/mine/auth",
  "/mine/history",
  "/mine/statement",
];

for (const [language, theme] of [
  ["en", "light"],
  ["ar", "dark"],
] as const) {
  test.describe(`money in ${language} ${theme}`, () => {
    test.use({ language, theme });

    test("axe finds nothing on the screens of money and identity", async ({
      page,
      platform,
      door,
    }) => {
      test.setTimeout(AXE_TIMEOUT_MS);
      const member = await makeMember(platform, "axe-money");
      await page.goto("/login?from=%2Fuser");
      await door.logIn(member.email, member.password);
      await expect(page).toHaveURL(/\/user$/);
      for (const path of MONEY) {
        await page.goto(path);
        await page.locator("main h1").waitFor();
        await expect(page.locator("main [role=status][aria-label]")).toHaveCount(0);
        await expectAccessible(page);
      }
    });
  });
}
