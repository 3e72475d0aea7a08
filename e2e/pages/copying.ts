// Ranking and copy trading as the reader sees them: a trader's page, the sheet that starts a copy,
// the page of a follow.
import { expect, type Locator, type Page } from "@playwright/test";
import type { Texts } from "../texts.ts";

type Act = "pause" | "resume" | "add" | "take" | "change" | "stop";
type View = "holding" | "history" | "skipped";

export class CopyingPage {
  readonly #page: Page;
  readonly #texts: Texts;

  constructor(page: Page, texts: Texts) {
    this.#page = page;
    this.#texts = texts;
  }

  /** Finds a trader by a search in the ranking and opens the page of the one found. */
  async findTrader(alias: string): Promise<void> {
    await this.#page.getByRole("searchbox").fill(alias);
    await expect(this.#page).toHaveURL(/search=/);
    const trader = this.#page.locator(`[data-trader="${alias}"]`);
    await trader.getByRole("link", { name: alias }).first().click();
    await expect(this.#page).toHaveURL(/\/rank\/trader\?user=/);
  }

  async openStart(alias: string): Promise<Locator> {
    const name = this.#texts("copy.copyName", { name: alias });
    await this.#page.getByRole("button", { name, exact: true }).click();
    const sheet = this.#page.getByRole("dialog", { name });
    await expect(sheet).toBeVisible();
    return sheet;
  }

  /** Answers the number of the follow, whose page is open then. */
  async start(alias: string, amount: string): Promise<string> {
    const sheet = await this.openStart(alias);
    await sheet.locator('input[name="amount"]').fill(amount);
    await expect(sheet.getByText(this.#texts("copy.before.risk"), { exact: true })).toBeVisible();
    await sheet.locator("button[type=submit]").click();
    await expect(this.#page).toHaveURL(/\/copy\/follow\?id=\d+$/);
    return new URL(this.#page.url()).searchParams.get("id") ?? "";
  }

  get follow(): Locator {
    return this.#page.locator("[data-follow]");
  }

  status(status: "copying" | "paused" | "stopped"): Locator {
    return this.follow.getByText(this.#texts(`copy.statuses.${status}`), { exact: true });
  }

  async act(act: Act): Promise<void> {
    const name = this.#texts(`copy.acts.${act}`);
    await this.follow.getByRole("button", { name, exact: true }).click();
  }

  /** The sheet that an act has opened. */
  sheet(act: Act): Locator {
    return this.#page.getByRole("dialog", { name: this.#texts(`copy.acts.${act}`) });
  }

  async view(view: View): Promise<void> {
    const radio = this.#page.locator(`input[type="radio"][value="${view}"]`);
    await this.#page.locator("label").filter({ has: radio }).click();
    await expect(radio).toBeChecked();
  }

  /** The rows of the view that is open. */
  get rows(): Locator {
    return this.#page.locator("[data-row]");
  }
}
