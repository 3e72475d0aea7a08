// "Why was I closed?" in a real browser, in three languages: three positions in three markets, one
// of them converted, a gap played from a tape of our own, and a stop-out. Every figure that the
// call answers stands on the screen; the way there leads from the history and the inbox (H12).
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { Why } from "@truetick/contract/proof";
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./journey.ts";
import { openDemo, type Trader } from "./leaders.ts";
import { post } from "./people.ts";
import { START_MS, startPlatform } from "./platform.ts";
import { textsOf } from "./texts.ts";

const EVERY_MS = 250;
const CALM_MS = 600_000;
const GAP_AFTER_MS = 4_000;
const STOPPED_WITHIN_MS = 60_000;

const TAPES = [
  { code: "EURUSD", bid: "1.10000", ask: "1.10010" },
  { code: "USDJPY", bid: "149.490", ask: "149.500" },
  { code: "XAUUSD", bid: "2650.00", ask: "2650.30", gap: { bid: "2470.00", ask: "2470.30" } },
] as const;

/** Three files of quotes as the setting FEED names them. */
async function writeTapes(folder: string, hasGap: boolean): Promise<string> {
  const names: string[] = [];
  for (const tape of TAPES) {
    const rows = ["ts_ms,bid,ask"];
    for (let ms = 0; ms < CALM_MS; ms += EVERY_MS) {
      const isAfter = hasGap && "gap" in tape && ms >= GAP_AFTER_MS;
      const { bid, ask } = isAfter ? tape.gap : tape;
      rows.push(`${ms + 1_000},${bid},${ask}`);
    }
    const file = join(folder, `${tape.code}-${hasGap ? "gap" : "calm"}.csv`);
    await writeFile(file, `${rows.join("\n")}\n`, { mode: 0o644 });
    names.push(`replay:${file}?market=${tape.code}`);
  }
  return names.join(",");
}

async function ask<T>(trader: Trader, path: string): Promise<T | null> {
  const answer = await fetch(`${trader.platform.origin}${path}`, {
    headers: { lang: "en", authorization: trader.token },
  });
  const { code, data } = (await answer.json()) as { code: number; data: T };
  return code === 1 ? data : null;
}

type Market = { readonly Id: string; readonly Code: string; readonly Close: string };

async function place(trader: Trader, code: string, fields: Record<string, string>): Promise<void> {
  const markets = await ask<Market[]>(trader, "/v1/api/forex/trade_list");
  const forex_id = markets?.find((market) => market.Code === code)?.Id ?? "";
  await expect
    .poll(async () => {
      const query = new URLSearchParams({ forex_id, type: "1", status: "1", ...fields });
      return (await ask<{ Id: string }>(trader, `/v1/api/forex/submit?${query}`))?.Id;
    })
    .toBeTruthy();
}

type Ended = { readonly Id: string; readonly CloseReason: string };

async function untilStopped(trader: Trader): Promise<Why> {
  let found: Why | null = null;
  await expect
    .poll(
      async () => {
        const path = "/v1/api/forex/my_deal?status=3&page=1";
        const history = await ask<{ data: Ended[] }>(trader, path);
        const id = history?.data.find(({ CloseReason }) => CloseReason === "stop-out")?.Id;
        found = id ? await ask<Why>(trader, `/v1/api/proof/why?order_id=${id}`) : null;
        return found !== null;
      },
      { timeout: STOPPED_WITHIN_MS },
    )
    .toBe(true);
  if (found === null) throw new Error("nobody was stopped out");
  return found;
}

/** As the screen writes it: idle zeros are left away. */
const short = (text: string) => text.replace(/(\.\d\d)(\d*?)0+$/, "$1$2");
const percent = (ratio: string) => `${Number((Number(ratio) * 100).toFixed(6))}%`;

type Step = Why["steps"][number];

function figuresOfStep(step: Step): readonly string[] {
  switch (step.kind) {
    case "valued": {
      const { cash, floating, equity, used, level, positions } = step;
      const own = positions.flatMap(({ profit, margin, opened, price, lots }) => {
        return [short(profit), short(margin), opened, price, lots];
      });
      return [...[cash, floating, equity, used].map(short), percent(level ?? ""), ...own];
    }
    case "closed": {
      const { lots, left, price, profit, after, fewer } = step;
      const levels = [after?.level ?? "", fewer?.level ?? ""].map(percent);
      return [lots, left, price, short(profit), short(after?.equity ?? ""), ...levels];
    }
    case "moved":
      return [step.from, step.to];
    case "called":
      return [percent(step.level ?? "")];
    default:
      return [];
  }
}

function figuresOfAvoided(one: Why["avoided"][number]): readonly string[] {
  switch (one.kind) {
    case "funds":
      return [short(one.amount)];
    case "lots":
      return [one.lots, one.left];
    default:
      return [one.price];
  }
}

/** Every figure of the answer, as it must stand on the screen. */
function figuresOf({ ticks, steps, avoided }: Why): readonly string[] {
  return [
    ...ticks.flatMap(({ seq, bid, ask: asked }) => [String(seq), bid, asked]),
    ...steps.flatMap(figuresOfStep),
    ...avoided.flatMap(figuresOfAvoided),
  ];
}

/** What stands there, without the marks that keep figures in order and group them. */
async function shownOn(page: Page): Promise<string> {
  const text = await page.locator("main").innerText();
  return text.replaceAll(/[\u2066-\u2069,]/g, "").replaceAll("−", "-");
}

test("a stop-out of three positions across a gap is explained in three languages", async ({
  page,
  complaints,
}) => {
  test.setTimeout(240_000 + 2 * START_MS);
  complaints.expectNetworkLoss();
  const folder = await mkdtemp(join(tmpdir(), "truetick-tapes-"));
  const own = await startPlatform({ FEED: await writeTapes(folder, false) });
  try {
    const trader = await openDemo(own);
    await place(trader, "EURUSD", { cont: "0.4", multiple: "30" });
    await place(trader, "USDJPY", { cont: "0.5", multiple: "30" });
    await place(trader, "XAUUSD", { cont: "0.4", multiple: "20" });
    await own.restart(0, { FEED: await writeTapes(folder, true) });
    const why = await untilStopped(trader);
    expect(why.same).toBe(true);
    expect(why.steps.filter(({ kind }) => kind === "closed")).toHaveLength(1);

    await page.goto(`${own.origin}/`);
    await page.evaluate((session) => {
      localStorage.setItem("truetick.session", session);
    }, trader.session);
    for (const language of ["en", "hk", "ar"]) {
      const texts = textsOf(language);
      // The choice of a reader who is logged in is kept with the account.
      await post(own, { path: "/v1/api/main/setting", fields: { language }, token: trader.token });
      await page.evaluate((id) => localStorage.setItem("truetick.language", id), language);
      await page.goto(`${own.origin}/order?type=3&id=${why.order.id}`);
      await page.getByRole("link", { name: texts("why.title") }).click();
      await expect(page).toHaveURL(`${own.origin}/order/why?id=${why.order.id}`);
      await expect(page.locator("[data-step=closed]")).toBeVisible();
      await expect(page.locator("[data-position]")).toHaveCount(3);
      await expect(page.getByText(texts("why.same"))).toBeVisible();
      const shown = await shownOn(page);
      for (const figure of figuresOf(why)) expect(shown, language).toContain(figure);
      await expect(page.locator("html")).toHaveAttribute("dir", language === "ar" ? "rtl" : "ltr");
      await expect(page.getByRole("img", { name: texts("why.chart") })).toBeVisible();
      await expectAccessible(page);
    }

    await page.goto(`${own.origin}/mine/notices`);
    await page.locator("[data-notice=stopOut]").first().click();
    await expect(page).toHaveURL(/\/order\/why\?id=\d+$/);
    await expect(page.locator("[data-step=valued]")).toBeVisible();
  } finally {
    await own.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
