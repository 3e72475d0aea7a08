// The user centre: a visitor is asked to log in, a demo user is told what needs a real account,
// and a member's choices, limits and invitation are there on every device.
import { languageOf } from "@truetick/contract";
import { expect, test } from "./journey.ts";
import { inLanguages } from "./languages.ts";
import { logInElsewhere, makeMember, post } from "./people.ts";

const ONLY_REAL = "Please register or log in to a real account";

test("a visitor is asked in; the demo has a balance, and is told what it cannot do", async ({
  page,
  door,
  centre,
  texts,
}) => {
  await page.goto("/user");
  await expect(page).toHaveURL(/\/login\?from=%2Fuser$/);
  await page.goto("/mine");
  await expect(page).toHaveURL(/\/login\?from=%2Fmine$/);
  await door.enterDemo();
  await expect(page).toHaveURL(/\/trade$/);
  await page.goto("/");
  await page.getByRole("link", { name: texts("shell.titles.user"), exact: true }).click();
  await expect(page).toHaveURL(/\/user$/);
  await expect(centre.said("user.demo")).toBeVisible();
  await expect(page.getByText("10,000.00").first()).toBeVisible();
  for (const key of ["user.deposit", "user.withdraw"] as const) {
    await centre.button(key).click();
    await expect(page.getByRole("alert").filter({ hasText: ONLY_REAL })).toBeVisible();
    await page.keyboard.press("Escape");
  }
  for (const id of ["wallet", "identity", "invite", "password"] as const) {
    await centre.tile(`user.tiles.${id}`).click();
    await expect(page.getByRole("alert").filter({ hasText: ONLY_REAL })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(centre.dialog("user.realOnlyTitle")).toBeHidden();
  }
  await centre.button("user.hideAmounts").click();
  await expect(page.getByText("10,000.00")).toHaveCount(0);
  await page.reload();
  await centre.button("user.showAmounts").click();
  await centre.button("user.reset.action").click();
  await centre
    .dialog("user.reset.title")
    .getByRole("button", { name: texts("user.reset.action") })
    .click();
  await expect(centre.said("user.reset.done")).toBeVisible();
});

test("an invite link carries the member's code, as words and as a QR code", async ({
  page,
  platform,
  door,
  centre,
  browser,
}) => {
  const member = await makeMember(platform, "inviter");
  await page.goto("/login?from=%2Fmine%2Finvite");
  await door.logIn(member.email, member.password);
  const link = page.getByText(`${platform.origin}/register?invite_code=`);
  const address = (await link.textContent()) ?? "";
  expect(address).toMatch(/invite_code=\w{8,}$/);
  const code = page.getByRole("img");
  expect(await code.evaluate((svg) => [svg.clientWidth, svg.clientHeight])).toEqual([160, 160]);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await centre.button("invite.copyLink").click();
  await expect(centre.said("words.copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  const friend = await browser.newPage();
  await friend.goto(address);
  await expect(friend.getByText(address.split("=")[1] ?? "")).toBeVisible();
  await friend.close();
});

test("choices go along to another device, and logging out asks first", async ({
  page,
  platform,
  door,
  centre,
  texts,
  browser,
}) => {
  test.setTimeout(90_000);
  const member = await makeMember(platform, "chooser");
  await page.goto("/login?from=%2Fmine%2Fsystem");
  await door.logIn(member.email, member.password);
  const light = page.locator("label").filter({ hasText: texts("settings.themes.light") });
  await light.click();
  const told = page.waitForResponse(/\/v1\/api\/main\/setting$/);
  await page.getByRole("switch", { name: texts("settings.oneTap") }).click({ force: true });
  // What it means is said and asked before it is on.
  await centre
    .dialog("ticket.oneTap.question")
    .getByRole("button", { name: texts("ticket.oneTap.switchOn") })
    .click();
  await told;
  const toldLots = page.waitForResponse(/\/v1\/api\/main\/setting$/);
  await page.getByLabel(texts("settings.defaultLots")).fill("0.25");
  await toldLots;

  const other = await browser.newPage({ locale: "en-GB" });
  await other.goto(`${platform.origin}/login?from=%2Fmine%2Fsystem`);
  await other.locator('input[name="email"]').fill(member.email);
  await other.locator('input[name="password"]').fill(member.password);
  await other.locator("form button[type=submit]").click();
  await expect(other.locator("html")).toHaveAttribute("data-theme", "light");
  await expect(other.locator("html"), "the language too").toHaveAttribute("lang", "en");
  await expect(other.getByRole("switch", { name: texts("settings.oneTap") })).toBeChecked();
  await expect(other.getByLabel(texts("settings.defaultLots"))).toHaveValue("0.25");
  await other.close();

  await centre.button("door.logOut.action").click();
  const question = centre.dialog("door.logOut.title");
  await question.getByRole("button", { name: texts("door.logOut.cancel") }).click();
  await expect(page).toHaveURL(/\/mine\/system$/);
  await centre.button("door.logOut.action").click();
  await question.getByRole("button", { name: texts("door.logOut.action") }).click();
  await expect(page).toHaveURL(/\/$/);
  expect(await door.session()).toBeNull();
});

test("own limits hold: a loss limit is set, a break cannot be shortened", async ({
  page,
  platform,
  door,
  centre,
  texts,
}) => {
  const member = await makeMember(platform, "careful");
  await page.goto("/login?from=%2Fmine%2Flimits");
  await door.logIn(member.email, member.password);
  const loss = centre.section("limits.dailyLoss.title");
  await loss.locator("input").fill("nothing");
  await loss.locator("button[type=submit]").click();
  await expect(centre.said("limits.amountWrong")).toBeVisible();
  await loss.locator("input").fill("150");
  await loss.locator("button[type=submit]").click();
  await expect(loss.getByText("150.00 USD")).toBeVisible();
  const leverage = centre.section("limits.leverage.title");
  const twenty = leverage.getByRole("radio", { name: "1:20", exact: true });
  await twenty.click();
  await expect(twenty).toBeChecked();
  const stopOut = centre.section("limits.stopOut.title");
  await expect(stopOut.locator("input[value=most-margin]")).toBeChecked();
  await stopOut.getByText(texts("limits.stopOut.texts.most-losing")).click();
  const losing = stopOut.getByRole("radio", { name: texts("limits.stopOut.choices.most-losing") });
  await expect(losing).toBeChecked();
  const pause = centre.section("limits.coolOff.title");
  await pause.getByRole("radio").nth(1).click();
  await centre.button("limits.coolOff.start").first().click();
  const question = page.getByRole("dialog");
  await expect(question.getByText(texts("limits.noWayBack"))).toBeVisible();
  await question.getByRole("button", { name: texts("limits.coolOff.start") }).click();
  const until = texts("limits.until").split("{time}")[0] ?? "";
  await expect(pause.getByText(new RegExp(`^${until}`))).toBeVisible();
  await pause.getByRole("radio").first().click();
  await centre.button("limits.coolOff.start").first().click();
  await question.getByRole("button", { name: texts("limits.coolOff.start") }).click();
  const refused = (texts("reasons.LIMIT_NOT_LOOSENED").split("{until}")[0] ?? "").trim();
  await expect(page.getByText(refused)).toBeVisible();
  const token = await logInElsewhere(platform, member);
  const shorter = { path: "/v1/api/main/limit", fields: { cool_off_hours: "1" }, token };
  await expect(post(platform, shorter)).rejects.toThrow(refused);
  await page.reload();
  await expect(losing, "kept by the server, and no other limit touched it").toBeChecked();
});

inLanguages({ en: "desktop", hk: "phone", ar: "phone" }, (language) => {
  test("complaints, announcement, company and search need no login", async ({
    page,
    centre,
    quotes,
    trade,
    texts,
  }) => {
    await page.goto("/mine/email");
    await expect(page.getByText("support@truetick.test")).toBeVisible();
    await page.goto("/mine/announcement");
    const policy = texts("announcement.region").split("{countries}")[0] ?? "";
    const notice = page.getByText(policy);
    const names = new Intl.DisplayNames(languageOf(language).tag, { type: "region" });
    for (const country of ["KP", "IL", "CN", "VU", "CU"]) {
      await expect(notice).toContainText(names.of(country) ?? country);
    }
    await page.goto("/product?company=chosen");
    for (const label of [
      "companies.mainCompany",
      "companies.email",
      "companies.website",
      "companies.officeAddress",
      "companies.registeredAddress",
    ] as const) {
      await expect(centre.said(label)).toBeVisible();
    }
    await page.goto("/trade?market=XAUUSD");
    await trade.chart.waitFor();
    await page.goto("/product");
    await expect(centre.said("search.recent")).toBeVisible();
    await expect(page.locator("[data-market]")).toHaveCount(1);
    await page.getByRole("searchbox").fill("eur");
    await expect(quotes.table.locator("tbody tr")).not.toHaveCount(1);
  });
});
