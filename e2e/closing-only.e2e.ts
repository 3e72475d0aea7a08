// No new risk, seen by a trader who has something open: two people at the desk decide it for every
// market; a moment later, without a reload, the list, the head, the sheet and the ticket say so and
// why, nothing can be opened, and what is open is closed as ever. Lifted, one can open again.
import { expectAccessible } from "./axe.ts";
import { forgetAttempts } from "./database.ts";
import { expect, test } from "./journey.ts";
import { inLanguages, isolated } from "./languages.ts";
import { OPERATORS, type StaffCalls, staffCalls } from "./operators.ts";
import type { DeskPage } from "./pages/desk.ts";

const MARKET = "EURUSD";
const WHY = "We look into a fault.";

/** What the first has proposed is approved by the second. */
async function approve(second: StaffCalls): Promise<void> {
  const { data } = await second.get("proposal/list?status=open");
  for (const { id, kind } of data as { id: string; kind: string }[]) {
    if (kind !== "closing_only") continue;
    const { hash } = await second.get(`proposal/show?id=${id}`);
    await second.post("proposal/approve", { id, hash: String(hash) });
  }
}

async function propose(desk: DeskPage, act: string, reason: string): Promise<void> {
  await desk.open("markets", "");
  await desk.act(act, { reason, why: "a journey" });
}

inLanguages({ en: "desktop", hk: "phone" }, () => {
  test("closing only: everywhere told, nothing opens, what is open is closed, then lifted", async ({
    page,
    platform,
    texts,
    door,
    ticket,
    orders,
    quotes,
    openDesk,
  }) => {
    test.setTimeout(150_000);
    const desk = await openDesk(0);
    await forgetAttempts(platform);
    const second = await staffCalls(platform, OPERATORS[1]);
    await door.enterDemo();
    await ticket.open(MARKET, "buy");
    await ticket.act.click();
    await expect(ticket.toast(/0[.,]01 EUR\/USD/)).toBeVisible();
    await page.goto(`/trade?market=${MARKET}`);
    const isPhone = test.info().project.name === "phone";
    /** On a phone the tiles are off; beside the ticket its button is. */
    const deal = () => (isPhone ? ticket.tile("buy") : ticket.act);
    await expect(deal()).toBeEnabled();

    await propose(desk, "markets.noNewRisk", WHY);
    await approve(second);
    try {
      const reason = isolated(WHY);
      const told = texts("trade.standing.closingOnly", { reason });
      await expect(page.getByText(new RegExp(told)).first()).toBeVisible();
      await expect(deal()).toBeDisabled();
      const words = texts("ticket.standing.closingOnlyWhy", { reason });
      await expect(page.getByText(new RegExp(words)).first()).toBeVisible();
      await expectAccessible(page);

      await quotes.open();
      await expect(quotes.row("EUR/USD")).toContainText(texts("quotes.states.closingOnly"));

      await orders.open("holding");
      await orders.openFirst();
      await orders.end("closePosition");
      await expect(orders.nothing("holding")).toBeVisible();
    } finally {
      await propose(desk, "markets.allowAllRisk", "It is mended.");
      await approve(second);
    }
    await page.goto(`/trade?market=${MARKET}`);
    await expect(deal()).toBeEnabled();
  });
});
