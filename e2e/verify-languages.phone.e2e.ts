// "Verify" in a real browser, in three languages: an order that was just placed waits for its
// checkpoint and is proved by itself; one of the history, its ledger lines and the receipts of
// /mine/proof hold; and what was checked can be taken home (H06).
import { expectAccessible } from "./axe.ts";
import { expect } from "./journey.ts";
import { buy, closeOrder, openDemo } from "./leaders.ts";
import { ProofPage } from "./pages/proof.ts";
import { PROVED_TIMEOUT_MS, provedTest as test } from "./proved.ts";

/** The next checkpoint, and a busy machine. */
const PROVED_WITHIN_MS = 60_000;
const LOTS = "0.05";
/** Every shard has a journal of its own; the first one's has no number. */
const RECEIPT_FILE = /^truetick-receipt-journal(?:\.\d+)?-\d+-\d+\.json$/;

for (const language of ["en", "hk", "ar"]) {
  test.describe(language, () => {
    test.use({ language });
    test("an order, a ledger line and a receipt are verified in the browser", async ({
      page,
      platform,
      texts,
    }) => {
      test.setTimeout(PROVED_TIMEOUT_MS);
      const proof = new ProofPage(page, texts);
      const trader = await openDemo(platform);
      await page.addInitScript((kept) => {
        if (window.top === window) localStorage.setItem("truetick.session", kept);
      }, trader.session);
      const ended = await buy(trader, LOTS);
      await closeOrder(trader, ended);

      await page.goto(`/order?type=3&id=${ended}`);
      await proof.verifyButton.first().click();
      await expect(proof.goodReceipts).toHaveCount(2, { timeout: PROVED_WITHIN_MS });
      await expect(proof.badReceipts).toHaveCount(0);
      await expect(proof.sheet).toContainText(texts("proof.verify.checks.tape"));
      await expect(proof.sheet).toContainText(texts("proof.verify.checks.remembered"));
      await expectAccessible(page);
      const saving = page.waitForEvent("download");
      await proof.sheet
        .getByRole("button", { name: texts("proof.verify.download") })
        .first()
        .click();
      expect((await saving).suggestedFilename()).toMatch(RECEIPT_FILE);

      const open = await buy(trader, LOTS);
      await page.goto(`/order?type=1&id=${open}`);
      await proof.verifyButton.first().click();
      await expect(proof.goodReceipts, "proved by itself").toHaveCount(1, {
        timeout: PROVED_WITHIN_MS,
      });

      await page.goto("/mine/history");
      await proof.verifyButton.first().click();
      await expect(proof.goodReceipts, "a line of the ledger").toHaveCount(1, {
        timeout: PROVED_WITHIN_MS,
      });

      await page.goto("/mine/proof");
      await expect(page.getByText(texts("proof.witness.keyText"))).toBeVisible({
        timeout: PROVED_WITHIN_MS,
      });
      await expect(page.getByText(texts("proof.meaning.cannotPay"))).toBeAttached();
      const archive = page.waitForEvent("download");
      await page.getByRole("button", { name: texts("proof.archive.action") }).click();
      expect((await archive).suggestedFilename()).toMatch(/^truetick-archive-.*\.ndjson$/);
      expect((await proof.memory()).alarms, "nothing red").toEqual([]);
    });
  });
}
