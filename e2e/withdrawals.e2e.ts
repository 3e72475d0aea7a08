// Money out, both sides of it: bound, cooled, asked for, confirmed, approved by two, paid; rejected
// with the money back; cancelled by its owner.

import { makeFundedMember } from "./funds.ts";
import { expect, test } from "./journey.ts";
import type { DeskPage } from "./pages/desk.ts";

test.setTimeout(180_000);

const TRON = "TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC";

async function approve(desk: DeskPage, id: string, isLast: boolean): Promise<void> {
  await desk.open("withdrawals", id);
  await desk.act(isLast ? "withdrawals.acts.approveAndPay" : "withdrawals.acts.approve");
}

test("to a coin address and to a bank account, by two people, paid once", async ({
  page,
  platform,
  door,
  cashier,
  openDesk,
  texts,
}) => {
  const member = await makeFundedMember(platform, { name: "payee", usd: "900" });
  await page.goto("/login?from=/mine/withdraw");
  await door.logIn(member.email, member.password);
  await expect(page).toHaveURL(({ pathname }) => pathname === "/mine/withdraw");

  // Nothing bound yet: the way to binding.
  await page.getByRole("link", { name: texts("withdrawals.goToBinding") }).click();
  await cashier.field("coinAddress").fill(TRON.slice(0, -1).concat("X"));
  await cashier.submit();
  await expect(cashier.field("coinAddress")).toHaveAttribute("aria-invalid", "true");
  await cashier.field("coinAddress").fill(TRON);
  await cashier.submit();
  await expect(page).toHaveURL(({ pathname }) => pathname === "/mine/withdraw");
  // It rests first.
  await expect(page.getByText(texts("payoutMethods.cooling"))).toBeVisible();
  await expect(page.getByText(texts("payoutMethods.ready"))).toBeVisible({ timeout: 25_000 });

  const request = async (amount: string) => {
    await cashier.field("amount").fill(amount);
    await expect(page.getByTestId("received")).toHaveText(/\d/);
    const promised = await page.getByTestId("received").innerText();
    await cashier.submit();
    const code = await platform.outbox.codeFor(member.email);
    await page.getByRole("dialog").locator('input[name="code"]').fill(code);
    await page.getByRole("button", { name: texts("withdrawals.confirm"), exact: true }).click();
    const row = cashier.withdrawals.first();
    await expect(row).toContainText(texts("payouts.statuses.reviewing"));
    await expect(row).toContainText(promised.split(" ")[0] ?? "");
    return (await row.getAttribute("data-row")) ?? "";
  };

  const coinId = await request("200");
  const first = await openDesk(0);
  const second = await openDesk(1);
  await approve(first, coinId, false);
  await expect(first.button("withdrawals.acts.approveAndPay")).toBeDisabled();
  await approve(second, coinId, true);
  const coin = page.locator(`[data-row="${coinId}"]`);
  await expect(coin).toContainText(texts("payouts.statuses.paid"), { timeout: 20_000 });

  // Another is rejected: the money is back.
  const rejectedId = await request("150");
  await first.open("withdrawals", rejectedId);
  await first.act("withdrawals.acts.reject", { remark: "Please use an account in your name." });
  const rejected = page.locator(`[data-row="${rejectedId}"]`);
  await expect(rejected).toContainText(texts("payouts.statuses.rejected"));
  await expect(rejected).toContainText("Please use an account in your name.");

  // Another is cancelled by its owner.
  const cancelledId = await request("100");
  const cancelled = page.locator(`[data-row="${cancelledId}"]`);
  await cancelled.getByRole("button", { name: texts("withdrawals.cancel") }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: texts("withdrawals.cancel"), exact: true })
    .click();
  await expect(cancelled).toContainText(texts("payouts.statuses.cancelled"));

  // And one to a bank account.
  await page.goto("/mine/withdraw-way?type=2&then=withdraw");
  const bank = {
    payeeName: "Mara Example",
    payeeAccount: "DE89370400440532013000",
    bankName: "Example Bank",
    bankSwift: "COBADEFFXXX",
    branchName: "Main Street",
    remark: "salary account",
  };
  for (const [name, value] of Object.entries(bank)) await cashier.field(name).fill(value);
  await cashier.submit();
  await expect(page).toHaveURL(({ pathname }) => pathname === "/mine/withdraw");
  await cashier.choose(texts("withdrawals.ways.bank"));
  await expect(page.getByText(texts("payoutMethods.ready"))).toBeVisible({ timeout: 25_000 });
  const bankId = await request("300");
  await approve(first, bankId, false);
  await approve(second, bankId, true);
  await expect(page.locator(`[data-row="${bankId}"]`)).toContainText(
    texts("payouts.statuses.paid"),
    { timeout: 20_000 },
  );
  expect(await cashier.balance()).toBe("400.00");
});
