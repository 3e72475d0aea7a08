// What the platform says of itself at the start: a portal of companies, and a site that is closed
// and takes the reader elsewhere, but only to a host that it names and is allowed (T26).
import { expect, test } from "./journey.ts";
import { PLATFORM_MAX_MS, START_MS } from "./platform.ts";

test.afterAll(async ({ platform }) => {
  test.setTimeout(PLATFORM_MAX_MS);
  await platform.restart(0);
});

test("on a portal the search finds companies, and the choice is kept", async ({
  page,
  platform,
  centre,
  texts,
}) => {
  test.setTimeout(90_000 + START_MS);
  const settings = {
    COMPANY_TYPE: "1",
    COMPANY_NAME: "Harbour Trading",
    COMPANY_EMAIL: "a@b.test",
  };
  await platform.restart(0, settings);
  await page.goto("/product");
  await page.getByRole("searchbox").fill("nobody");
  await expect(page.getByText(texts("companies.nothing", { search: "nobody" }))).toBeVisible();
  await page.getByRole("searchbox").fill("harb");
  await page.getByRole("link", { name: "Harbour Trading" }).click();
  await expect(centre.said("companies.mainCompany")).toBeVisible();
  await centre.button("companies.choose").click();
  await expect(centre.button("companies.chosen")).toBeDisabled();
  const cookies = await page.context().cookies();
  const days =
    ((cookies.find(({ name }) => name === "company")?.expires ?? 0) - Date.now() / 1e3) / 86_400;
  expect(days, "as long as a browser keeps one").toBeGreaterThan(399);
});

test("T26 a closed site names the host before it takes anybody there", async ({
  page,
  platform,
  texts,
}) => {
  test.setTimeout(90_000 + START_MS);
  const host = "status.example.com";
  const settings = { COMPANY_STATUS: "1", LOSS_URL: `https://${host}/closed`, ALLOWED_HOSTS: host };
  await platform.restart(0, settings);
  await page.route(`https://${host}/**`, (route) => route.fulfill({ body: "elsewhere" }));
  await page.goto("/");
  await expect(page.getByRole("link", { name: texts("words.goTo", { host }) })).toBeVisible();
  await expect(page.locator("[data-market]"), "nothing else is shown").toHaveCount(0);
  await expect(page).toHaveURL(`https://${host}/closed`, { timeout: 15_000 });
});

test("T26 a closed site without such a host takes nobody anywhere", async ({
  page,
  platform,
  texts,
}) => {
  test.setTimeout(90_000 + START_MS);
  await platform.restart(0, { COMPANY_STATUS: "2" });
  await page.goto("/trade");
  await expect(page.getByRole("heading", { name: texts("site.title") })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link")).toHaveCount(0);
});
