// Every browser is a witness (H05, T86). A long healthy life, a restart of the server included,
// shows nothing. Then somebody with superuser rights changes the past: each time a browser that had
// seen a checkpoint shows the red bar and names the first bad row. (Who makes all logs anew:
// witness-cunning.desktop.e2e.ts.)
import type { Browser, BrowserContext } from "@playwright/test";
import { expect } from "./journey.ts";
import { ProofPage } from "./pages/proof.ts";
import type { Platform } from "./platform.ts";
import { NOTICED_WITHIN_MS, PROVED_TIMEOUT_MS, provedTest as test, trade } from "./proved.ts";
import { type Deed, type Done, tamper } from "./tamper.ts";
import { textsOf } from "./texts.ts";

test.describe.configure({ mode: "serial" });

const texts = textsOf("en");

/** A browser that remembers what that one had seen. */
async function sameBrowser(
  browser: Browser,
  platform: Platform,
  state: Awaited<ReturnType<BrowserContext["storageState"]>>,
): Promise<{ context: BrowserContext; proof: ProofPage }> {
  const context = await browser.newContext({ storageState: state, baseURL: platform.origin });
  const page = await context.newPage();
  await page.goto("/");
  return { context, proof: new ProofPage(page, texts) };
}

const LOGS = {
  tape: "proof.logs.tape",
  fill: "proof.logs.fill",
  ledger: "proof.logs.ledger",
  "journal/0": "proof.logs.journal",
} as const;

/** The row as the details name it, whatever stands between log and number. */
function namedRow({ log, seq }: Done): RegExp {
  const known = Object.entries(LOGS).find(([name]) => name === log);
  const name = known ? texts(known[1]) : log;
  const row = `\u2068${new Intl.NumberFormat("en").format(seq)}\u2069`;
  const [before = "", between = ""] = texts("proof.alarm.exact").split(/\{log\}|\{row\}/);
  return new RegExp(`${before}${name}( \\w+)?${between}${row}`);
}

const DEEDS: readonly Deed[] = [
  "change-tape",
  "change-fill",
  "change-ledger",
  "insert-event",
  "delete-event",
];

test("a long healthy life, with a restart of the server in it, shows nothing red", async ({
  page,
  platform,
  complaints,
}) => {
  test.setTimeout(PROVED_TIMEOUT_MS);
  const proof = new ProofPage(page, texts);
  await trade(platform);
  await page.goto("/");
  await proof.haveSeen(3);
  complaints.expectNetworkLoss();
  await platform.restart(1_000);
  await trade(platform);
  await proof.haveSeen(6);
  await page.goto("/trade");
  await proof.haveSeen(8);
  await page.reload();
  await proof.haveSeen(10);
  expect((await proof.memory()).alarms).toEqual([]);
  await expect(proof.bar).toHaveCount(0);
});

test("each of five deeds with superuser rights is seen and its first bad row named", async ({
  page,
  browser,
  context: healthy,
  platform,
}) => {
  test.setTimeout(PROVED_TIMEOUT_MS);
  const before = new ProofPage(page, texts);
  await trade(platform);
  await page.goto("/");
  await before.haveSeen(2);
  expect((await before.memory()).alarms).toEqual([]);
  const state = await healthy.storageState();
  await page.close();
  for (const deed of DEEDS) {
    await test.step(deed, async () => {
      const done = await tamper(platform.dataDir, deed);
      const { context, proof } = await sameBrowser(browser, platform, state);
      await expect(proof.bar, `${deed} is seen`).toBeVisible({ timeout: NOTICED_WITHIN_MS });
      await proof.openDetails();
      await expect(proof.details, `${deed} at ${done.log} ${done.seq} is named`).toContainText(
        namedRow(done),
        { timeout: NOTICED_WITHIN_MS },
      );
      await context.close();
    });
  }
});
