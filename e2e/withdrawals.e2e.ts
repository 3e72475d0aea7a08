// Money out, both sides of it: bound, cooled, asked for, confirmed, approved by two, paid; rejected
// with the money back; cancelled by its owner.

import type { Page } from "@playwright/test";
import { makeFundedMember } from "./funds.ts";
import { expect, test } from "./journey.ts";
import type { CashierPage } from "./pages/cashier.ts";
import type { DeskPage } from "./pages/desk.ts";
import type { DoorPage } from "./pages/door.ts";
import type { Member } from "./people.ts";
import type { Platform } from "./platform.ts";
import type { Texts } from "./texts.ts";

test.setTimeout(180_000);

const TRON = "TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC";

async function approve(desk: DeskPage, id: string, isLast: boolean): Promise<void> {
  await desk.open("withdrawals", id);
  await desk.act(isLast ? "withdrawals.acts.approveAndPay" : "withdrawals.acts.approve");
}

const BANK = {
  payeeName: "Mara Example",
  payeeAccount: "DE89370400440532013000",
  bankName: "Example Bank",
  bankSwift: "COBADEFFXXX",
  branchName: "Main Street",
  remark: "salary account",
};

type Window = {
  readonly page: Page;
  readonly platform: Platform;
  readonly cashier: CashierPage;
  readonly texts: Texts;
  readonly member: Member;
};

/** Logs in a member who has money and an identity. */
async function enter(
  { platform, door }: Pick<Window, "platform"> & { readonly door: DoorPage },
  usd: string,
): Promise<Member> {
  const member = await makeFundedMember(platform, { name: "payee", usd });
  await door.enterAs(member, "/mine/withdraw");
  return member;
}

/** Binds what the fields say; it rests for a moment first. */
async function bind(
  { page, cashier, texts }: Window,
  fields: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [name, value] of Object.entries(fields)) await cashier.field(name).fill(value);
  await cashier.submit();
  await expect(page).toHaveURL(({ pathname }) => pathname === "/mine/withdraw");
  if ("payeeName" in fields) await cashier.choose(texts("withdrawals.ways.bank"));
  await expect(page.getByRole("main").getByText(texts("payoutMethods.ready"))).toBeVisible({
    timeout: 25_000,
  });
}

/** Asks for it and confirms it by the mailed code; answers its number. */
async function request(window: Window, amount: string): Promise<string> {
  const { page, platform, cashier, texts, member } = window;
  await cashier.field("amount").fill(amount);
  await expect(page.getByTestId("received")).toHaveText(/\d/);
  const promised = await page.getByTestId("received").innerText();
  await cashier.submit();
  const code = await platform.outbox.codeFor(member.email);
  await page.getByRole("dialog").locator('input[name="code"]').fill(code);
  await page.getByRole("button", { name: texts("withdrawals.confirm"), exact: true }).click();
  const row = cashier.withdrawals.first();
  await expect(row).toContainText(texts("payouts.statuses.reviewing"));
  await expect(row, "what was promised is what is booked").toContainText(
    promised.split(" ")[0] ?? "",
  );
  return (await row.getAttribute("data-row")) ?? "";
}

test("to a coin address and to a bank account, by two people, paid once", async ({
  page,
  platform,
  door,
  cashier,
  openDesk,
  texts,
}) => {
  const member = await enter({ platform, door }, "900");
  const window = { page, platform, cashier, texts, member };
  const row = (id: string) => page.locator(`[data-row="${id}"]`);
  const paid = texts("payouts.statuses.paid");

  // Nothing bound yet: the way to binding, where a wrong checksum is told beside its field.
  await page.getByRole("link", { name: texts("withdrawals.goToBinding") }).click();
  await cashier.field("coinAddress").fill(TRON.slice(0, -1).concat("X"));
  await cashier.submit();
  await expect(cashier.field("coinAddress")).toHaveAttribute("aria-invalid", "true");
  await bind(window, { coinAddress: TRON });
  const coinId = await request(window, "200");
  const [first, second] = [await openDesk(0), await openDesk(1)];
  await approve(first, coinId, false);
  await expect(first.button("withdrawals.acts.approveAndPay")).toBeDisabled();
  await approve(second, coinId, true);
  await expect(row(coinId)).toContainText(paid, { timeout: 20_000 });

  await page.goto("/mine/withdraw-way?type=2&then=withdraw");
  await bind(window, BANK);
  const bankId = await request(window, "300");
  await approve(first, bankId, false);
  await approve(second, bankId, true);
  await expect(row(bankId)).toContainText(paid, { timeout: 20_000 });
  expect(await cashier.balance()).toBe("400.00");
});

test("rejected with the money back, and cancelled by its owner", async ({
  page,
  platform,
  door,
  cashier,
  openDesk,
  texts,
}) => {
  const member = await enter({ platform, door }, "500");
  const window = { page, platform, cashier, texts, member };
  const row = (id: string) => page.locator(`[data-row="${id}"]`);
  await page.goto("/mine/withdraw-way?type=1&then=withdraw");
  await bind(window, { coinAddress: TRON });

  const rejectedId = await request(window, "150");
  const desk = await openDesk(0);
  await desk.open("withdrawals", rejectedId);
  await desk.act("withdrawals.acts.reject", { remark: "Please use an account in your name." });
  await expect(row(rejectedId)).toContainText(texts("payouts.statuses.rejected"));
  await expect(row(rejectedId)).toContainText("Please use an account in your name.");

  const cancelledId = await request(window, "100");
  const cancel = { name: texts("withdrawals.cancel"), exact: true };
  await row(cancelledId).getByRole("button", cancel).click();
  await page.getByRole("dialog").getByRole("button", cancel).click();
  await expect(row(cancelledId)).toContainText(texts("payouts.statuses.cancelled"));
  expect(await cashier.balance()).toBe("500.00");
});
