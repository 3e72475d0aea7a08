// What is not open yet says so and names the way that works today: feedback and the support chat.
// Neither needs a login.
import { expect, test } from "./journey.ts";

const COMPLAINTS = "support@truetick.test";

test("feedback and support name the address that works, to be copied", async ({ page, texts }) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/feedback");
  await expect(page.getByText(texts("feedback.text"), { exact: true })).toBeVisible();
  await expect(page.getByText(COMPLAINTS)).toBeVisible();
  await page.getByRole("link", { name: texts("shell.titles.chat"), exact: true }).click();
  await expect(page).toHaveURL(/\/mine\/chat$/);
  await expect(page.getByText(texts("chat.title"), { exact: true })).toBeVisible();
  await expect(page.getByText(texts("chat.never"), { exact: true })).toBeVisible();
  await page.getByRole("button", { name: texts("words.copy"), exact: true }).click();
  await expect(page.getByText(texts("words.copied"), { exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(COMPLAINTS);
});
