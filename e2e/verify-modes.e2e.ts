// Opening an account as the platform wants it proved, by e-mail and by phone: by a picture, or by a
// code and, beside an e-mail, a phone number. (By a code alone is the default: door.e2e.ts.)
import type { Page } from "@playwright/test";
import { drawLetters } from "./database.ts";
import { expect, test } from "./journey.ts";
import type { DoorPage } from "./pages/door.ts";
import { newEmail, PASSWORD } from "./people.ts";
import { PLATFORM_MAX_MS, START_MS } from "./platform.ts";

const LETTERS = "kx7ph";

/** Another number for each size: both may meet one platform. */
function newMobile(first: string): string {
  const digits = String(process.pid).padStart(6, "0").slice(-6);
  return `${first}${test.info().project.name === "phone" ? "3" : "4"}${digits}`;
}

/** Logs out, and begins again with a phone number. */
async function beginByPhone(door: DoorPage, page: Page, mobile: string): Promise<void> {
  await door.logOut();
  await page.goto("/register");
  await door.chooseMobile();
  await door.chooseArea("hong kong");
  await door.fill({ mobile, password: PASSWORD, repeated: PASSWORD });
}

test.afterAll(async ({ platform }) => {
  test.setTimeout(PLATFORM_MAX_MS);
  await platform.restart(0);
});

test("by a picture: a wrong answer brings another one, the right one opens the account", async ({
  page,
  platform,
  door,
  texts,
}) => {
  test.setTimeout(90_000 + START_MS);
  await platform.restart(0, { VERIFY_REG_TYPE: "2" });
  const shown = page.waitForResponse(/\/api\/captcha/);
  await page.goto("/register");
  await shown;
  await expect(door.sendButton, "no code is asked for").toBeHidden();
  await door.fill({ email: newEmail("picture"), password: PASSWORD, repeated: PASSWORD });
  await door.fill({ captcha: "wrong" });
  await door.agree();
  const renewed = page.waitForResponse(/\/api\/captcha/);
  await door.submit();
  await expect(door.said(texts("reasons.CAPTCHA_WRONG"))).toBeVisible();
  const { data } = await (await renewed).json();
  await drawLetters(platform, { pictureId: data.id, letters: LETTERS });
  await door.fill({ captcha: LETTERS.toUpperCase() });
  await door.submit();
  await expect(page).toHaveURL(/\/$/);
  await expect(door.said(texts("door.register.welcome"))).toBeVisible();

  const drawn = page.waitForResponse(/\/api\/captcha/);
  await beginByPhone(door, page, newMobile("5"));
  const picture = await (await drawn).json();
  await drawLetters(platform, { pictureId: picture.data.id, letters: LETTERS });
  await door.fill({ captcha: LETTERS });
  await door.agree();
  await door.submit();
  await expect(page).toHaveURL(/\/$/);
  expect((await door.session())?.user.isDemo).toBe(false);
});

test("by a code, and a phone number beside the e-mail", async ({ page, platform, door, texts }) => {
  test.setTimeout(90_000 + START_MS);
  await platform.restart(0, { VERIFY_REG_TYPE: "3" });
  const email = newEmail("both");
  await page.goto("/register");
  await door.fill({ email });
  await door.sendButton.click();
  await door.fill({ code: await platform.outbox.codeFor(email) });
  await door.fill({ password: PASSWORD, repeated: PASSWORD });
  await door.agree();
  await door.submit();
  await expect(door.said(texts("reasons.ACCOUNT_REQUIRED"))).toBeVisible();
  await door.chooseArea("hong kong");
  await door.fill({ mobile: "9123 4567" });
  await door.submit();
  await expect(page).toHaveURL(/\/$/);
  await expect(door.said(texts("door.register.welcome"))).toBeVisible();

  const mobile = newMobile("6");
  await beginByPhone(door, page, mobile);
  await door.sendButton.click();
  await door.fill({ code: await platform.outbox.codeFor(`+852${mobile}`) });
  await door.agree();
  await door.submit();
  await expect(page).toHaveURL(/\/$/);
  expect((await door.session())?.user.isDemo).toBe(false);
});
