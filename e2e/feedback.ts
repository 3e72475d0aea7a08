// A trader tells us something and is answered while he looks, as one story; his part is on the
// screen, ours by the desk's calls. Told by feedback.e2e.ts.
import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { expect } from "./journey.ts";
import { OPERATORS, staffCalls } from "./operators.ts";
import type { CashierPage } from "./pages/cashier.ts";
import type { Platform } from "./platform.ts";
import type { Texts } from "./texts.ts";

type Told = { readonly id: string; readonly excerpt: string };

export async function tellAndHear(
  {
    page,
    platform,
    cashier,
    texts,
  }: {
    readonly page: Page;
    readonly platform: Platform;
    readonly cashier: CashierPage;
    readonly texts: Texts;
  },
  words: { readonly question: string; readonly answer: string; readonly reply: string },
): Promise<void> {
  const { question, answer, reply } = words;
  const send = page.getByRole("button", { name: texts("feedback.send"), exact: true });
  await send.click();
  await expect(page.getByText(texts("feedback.needed"))).toBeVisible();
  await page.getByRole("radio", { name: texts("feedback.kinds.idea") }).click();
  await page.getByLabel(texts("feedback.content")).fill(question);
  await cashier.addPicture("image", question);
  await send.click();
  const own = page.getByRole("list", { name: texts("feedback.own") });
  await expect(own.getByText(question, { exact: true })).toBeVisible();
  await expect(own.getByText(texts("feedback.statuses.new"))).toBeVisible();
  await expect(own.getByRole("img", { name: texts("feedback.picture") })).toBeVisible();

  const staff = await staffCalls(platform, OPERATORS[0]);
  const { data } = await staff.get("feedback/list");
  const found = (data as Told[]).find(({ excerpt }) => excerpt === question);
  await staff.post("feedback/answer", { id: found?.id ?? "", text: answer });
  // It comes by itself, and is told from one's own words.
  await expect(own.getByText(answer, { exact: true })).toBeVisible();
  await expect(own.getByText(texts("feedback.us"))).toBeVisible();
  await expect(own.getByText(texts("feedback.statuses.answered"))).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: texts("feedback.reply"), exact: true }).click();
  await page.getByLabel(texts("feedback.replyLabel")).fill(reply);
  await own.getByRole("button", { name: texts("feedback.send"), exact: true }).click();
  await expect(own.getByText(reply, { exact: true })).toBeVisible();
}
