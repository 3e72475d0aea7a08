// The cunning one (H05): changes a command of the past, rewrites every link after it, throws away
// all that was ever proved, and lets the platform make logs and checkpoints anew with its own key.
// All of it agrees with itself; a browser that remembers an earlier checkpoint does not agree.
import { expect } from "./journey.ts";
import { ProofPage } from "./pages/proof.ts";
import {
  NOTICED_WITHIN_MS,
  PROVED_SETTINGS,
  PROVED_TIMEOUT_MS,
  provedTest as test,
  trade,
} from "./proved.ts";
import { forgetProofs, tamper } from "./tamper.ts";

const JOURNAL = "journal/0";

test("logs and checkpoints made anew are not what the browser remembers", async ({
  page,
  platform,
  texts,
  complaints,
}) => {
  test.setTimeout(PROVED_TIMEOUT_MS);
  const proof = new ProofPage(page, texts);
  await page.goto("/");
  await proof.haveSeen(1);
  await trade(platform);
  await proof.haveSeen(3);
  const seen = await proof.sizes(JOURNAL);
  complaints.expectNetworkLoss();
  // The keeper rests while its tables are emptied under it.
  await platform.restart(0, { ...PROVED_SETTINGS, PROOF_EVERY_SECONDS: "3600" });
  const { seq } = await tamper(platform.dataDir, "change-command", ["--rewrite-chain"]);
  await forgetProofs(platform);
  await platform.restart(0, PROVED_SETTINGS);

  await page.goto("/");
  await expect(proof.bar).toBeVisible({ timeout: NOTICED_WITHIN_MS });
  await proof.openDetails();
  const held = Math.max(0, ...seen.filter((size) => size < seq));
  const row = `\u2068${new Intl.NumberFormat("en").format(held + 1)}\u2069`;
  await expect(proof.details).toContainText(
    texts("proof.alarm.from", { row, log: texts("proof.logs.journal") }),
  );
  await expect(proof.details).toContainText(texts("proof.alarm.seen"));
  await expect(proof.details).toContainText(texts("proof.alarm.now"));
  const saving = page.waitForEvent("download");
  await proof.details.getByRole("button", { name: texts("proof.alarm.download") }).click();
  expect((await saving).suggestedFilename()).toMatch(/^truetick-evidence-.*\.json$/);

  // Not to be missed on any screen, and not gone with the page.
  await page.reload();
  await expect(proof.bar).toBeVisible({ timeout: NOTICED_WITHIN_MS });
});
