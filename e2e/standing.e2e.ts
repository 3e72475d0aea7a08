// Markets on which nobody may deal: closed by the calendar, halted by the operator, and open with a
// price too old. Each says so in the head, in the ticket and on the tiles, and nothing can be sent.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expectAccessible } from "./axe.ts";
import { haltMarket } from "./database.ts";
import { expect, test } from "./journey.ts";
import { type Platform, START_MS, startPlatform } from "./platform.ts";

const HALTED = { code: "BTCUSD", reason: "The exchange has an outage." };
const STALE = "ETHUSD";
const REAL_HOURS = { SIM_SESSIONS: "real" };
/** A source that says nothing for ten seconds is silent; its market is stale then. */
const SILENT_WITHIN_MS = 30_000;

/** One whose hours are over: somewhere in the world it is always night. */
async function findClosed({ origin }: Platform): Promise<string> {
  const answer = await fetch(`${origin}/v1/api/forex/trade_list`);
  const { data } = (await answer.json()) as {
    data: { Code: string; MarketStatus: number; OpensAt: number | null }[];
  };
  const closed = data.find(({ MarketStatus, OpensAt }) => MarketStatus !== 1 && OpensAt !== null);
  if (!closed) throw new Error("Every market is open");
  return closed.Code;
}

/** A few prices, and then nothing more. */
async function writeShortTape({ dataDir }: Platform): Promise<string> {
  const file = join(dataDir, "short-tape.csv");
  const rows = [0, 200, 400].map((ms) => `${ms + 1_000},${3_500 + ms / 200}.00,3505.00`);
  await writeFile(file, `${["ts_ms,bid,ask", ...rows].join("\n")}\n`, { mode: 0o644 });
  return `replay:${file}?market=${STALE}`;
}

test("closed, halted and stale markets say so, and cannot be dealt on", async ({
  page,
  complaints,
  texts,
  door,
  ticket,
}) => {
  test.setTimeout(150_000 + 3 * START_MS);
  complaints.expectNetworkLoss();
  const own = await startPlatform(REAL_HOURS);
  try {
    await haltMarket(own, HALTED);
    await own.restart(0);
    await page.goto(`${own.origin}/login`);
    await door.demoButton.click();
    await expect(page).toHaveURL(/\/trade$/);
    const isPhone = test.info().project.name === "phone";
    /** On a phone the tiles are off; beside the ticket its button is. */
    const deal = () => (isPhone ? ticket.tile("buy") : ticket.act);
    const show = (code: string) => page.goto(`${own.origin}/trade?market=${code}`);

    await show(await findClosed(own));
    const [opens = ""] = texts("trade.standing.opens").split("{time}");
    await expect(page.getByText(opens)).toBeVisible();
    await expect(deal()).toBeDisabled();
    // Below the chart of a phone, fetched when the reader comes there; elsewhere in a sheet.
    if (isPhone) {
      const place = page.getByRole("complementary", { name: texts("trade.sheet") });
      await place.scrollIntoViewIfNeeded();
    } else {
      const way = page.getByRole("button", { name: texts("trade.sheet") }).first();
      await way.click();
    }
    const hours = page.getByRole("region", { name: texts("trade.parts.hours") }).last();
    await expect(hours).toContainText(texts("trade.hours.today"));
    await expect(hours).toContainText(/\d\d:\d\d – \d\d:\d\d/);
    await expectAccessible(page);

    await show(HALTED.code);
    await expect(
      page.getByText(texts("trade.standing.halted", { reason: HALTED.reason })).first(),
    ).toBeVisible();
    await expect(deal()).toBeDisabled();

    await own.restart(0, { FEED: await writeShortTape(own) });
    await show(STALE);
    const [stale = ""] = texts("trade.standing.stale").split("{time}");
    await expect(page.getByText(stale)).toBeVisible({ timeout: SILENT_WITHIN_MS });
    await expect(deal()).toBeDisabled();
    await expect(page.getByText(texts("ticket.standing.stale"))).toBeVisible();
  } finally {
    await own.stop();
  }
});
