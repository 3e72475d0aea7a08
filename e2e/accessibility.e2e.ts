// Everybody can use what comes and goes: forms with something wrong in them, sheets, popups and
// questions. The screens themselves are every-screen.e2e.ts.
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./journey.ts";
import { makeMember } from "./people.ts";

// Nothing moves while axe reads: a flash half over has colours that nobody sees.
test.use({ contextOptions: { reducedMotion: "reduce" } });

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

test.describe("the user centre", () => {
  test.use({ language: "ar", theme: "dark" });

  test("axe finds nothing in what a second factor asks", async ({
    page,
    platform,
    door,
    centre,
  }) => {
    const member = await makeMember(platform, "axe");
    await door.enterAs(member, "/mine/security");
    // By its name: which of the sections is there first is up to the line.
    await centre.button("security.twoFactor.setUp").click();
    await centre.prove(member.password);
    await page.locator("dialog[open] svg[role=img]").waitFor();
    await expectAccessible(page);
  });
});
