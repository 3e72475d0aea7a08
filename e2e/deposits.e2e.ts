// Money in, both sides of it: a trader reports and pays, an operator decides, and the trader's
// screen follows without being asked again.

import { expect, test } from "./journey.ts";
import { deskText } from "./pages/desk.ts";
import { makeMember } from "./people.ts";

test.setTimeout(120_000);

async function idOf(row: { innerText: () => Promise<string> }): Promise<string> {
  const [, id = ""] = /Deposit (\d+)/.exec(await row.innerText()) ?? [];
  return id;
}

test("coins are credited, a wire is rejected with a remark, a mistake is marked invalid", async ({
  page,
  platform,
  door,
  cashier,
  openDesk,
  texts,
}) => {
  const member = await makeMember(platform, "payer");
  await door.enterAs(member, "/mine/charge");

  // Coin, with the address as text, picture and fingerprint.
  await expect(page.getByRole("img", { name: texts("deposits.qr") })).toBeVisible();
  await cashier.field("amount").fill("500");
  await cashier.submit();
  const row = cashier.deposits.first();
  await expect(row).toContainText("500");
  await expect(row).toContainText(texts("deposits.status.unchecked"));
  const coinId = await idOf(row);

  // Wire, with the picture of the transfer.
  await cashier.openDeposits("wire");
  await cashier.field("amount").fill("250");
  await cashier.addPicture("proof", `wire ${member.email}`);
  await cashier.submit();
  await expect(cashier.deposits).toHaveCount(2);
  const wireId = await idOf(cashier.deposits.first());

  // And one by mistake.
  await cashier.openDeposits("coin");
  await cashier.field("amount").fill("77");
  await cashier.submit();
  await expect(cashier.deposits).toHaveCount(3);
  const mistakeId = await idOf(cashier.deposits.first());

  const desk = await openDesk(0);
  await desk.open("deposits", coinId);
  await desk.act("deposits.acts.approve", { reference: `tx-${coinId}-${member.email}` });
  const coin = page.locator(`[data-row="${coinId}"]`);
  await expect(coin).toContainText(texts("deposits.status.completed"));
  await expect(coin).toContainText("500.00");

  await desk.open("deposits", wireId);
  await expect(desk.page.getByRole("region", { name: deskText("deposits.proof") })).toBeVisible();
  await desk.act("deposits.acts.reject", { remark: "The payment has not arrived." });
  const wire = page.locator(`[data-row="${wireId}"]`);
  await expect(wire).toContainText(texts("deposits.status.rejected"));
  await expect(wire).toContainText("The payment has not arrived.");

  await desk.open("deposits", mistakeId);
  await desk.act("deposits.acts.invalidate", { remark: "Reported by mistake." });
  await expect(page.locator(`[data-row="${mistakeId}"]`)).toContainText(
    texts("deposits.status.invalid"),
  );
  expect(await cashier.balance()).toBe("500.00");
});

test("a deposit of 1,000 USD and more waits for two people", async ({
  page,
  platform,
  door,
  cashier,
  openDesk,
  texts,
}) => {
  const member = await makeMember(platform, "large");
  await door.enterAs(member, "/mine/charge");
  await cashier.field("amount").fill("1500");
  await cashier.submit();
  const id = await idOf(cashier.deposits.first());
  const first = await openDesk(0);
  await first.open("deposits", id);
  await first.act("deposits.acts.approve", { reference: `tx-${id}-${member.email}` });
  // The same person cannot be the second.
  await expect(first.button("deposits.acts.approve")).toBeDisabled();
  const row = page.locator(`[data-row="${id}"]`);
  await expect(row).toContainText(texts("deposits.status.unchecked"));
  const second = await openDesk(1);
  await second.open("deposits", id);
  await second.act("deposits.acts.approve");
  await expect(row).toContainText(texts("deposits.status.completed"));
  expect(await cashier.balance()).toBe("1500.00");
});

test("a test card pays at once, and a declined one pays nothing", async ({
  page,
  platform,
  door,
  cashier,
  texts,
}) => {
  const member = await makeMember(platform, "card");
  await door.enterAs(member, "/mine/charge");
  await cashier.openDeposits("card");
  await expect(page.getByText(texts("deposits.testCard"))).toBeVisible();
  await cashier.field("amount").fill("120");
  await cashier.submit();
  await expect(page).toHaveURL(/\/mine\/card\?id=/);
  await expect(page.getByText(texts("card.note"))).toBeVisible();
  await page.getByLabel(texts("card.number")).fill("4000 0000 0000 0002");
  await cashier.submit();
  await expect(
    page
      .getByRole("alert")
      .or(page.getByText(/declined/i))
      .first(),
  ).toBeVisible();
  await page.getByLabel(texts("card.number")).fill("4242 4242 4242 4242");
  await cashier.submit();
  await expect(page.getByRole("main").getByText(texts("deposits.status.completed"))).toBeVisible();
  expect(await cashier.balance()).toBe("120.00");
});
