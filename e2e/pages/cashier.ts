// The trader's screens for money and identity as their reader sees them.
import { expect, type Locator, type Page } from "@playwright/test";
import { drawPicture } from "../funds.ts";
import type { Texts } from "../texts.ts";

/** A busy machine decodes pictures one after the other. */
const DECODED_WITHIN_MS = 40_000;

export class CashierPage {
  readonly page: Page;
  readonly #texts: Texts;

  constructor(page: Page, texts: Texts) {
    this.page = page;
    this.#texts = texts;
  }

  field(name: string): Locator {
    return this.page.locator(`[name="${name}"]`);
  }

  /** Chooses a picture and waits until the server has it. */
  async addPicture(name: string, words: string): Promise<void> {
    const file = { name: `${name}.jpg`, mimeType: "image/jpeg", buffer: await drawPicture(words) };
    await this.field(name).setInputFiles(file);
    const done = this.page.locator('[data-phase="done"]');
    await expect(done.filter({ hasText: file.name })).toBeVisible({ timeout: DECODED_WITHIN_MS });
  }

  /** One of a few that stand side by side. */
  async choose(name: string): Promise<void> {
    const radio = this.page.locator("input[type=radio]");
    await this.page.getByLabel(name, { exact: true }).and(radio).check({ force: true });
  }

  async openDeposits(way: "coin" | "wire" | "card"): Promise<void> {
    await this.page.goto("/mine/charge");
    await this.choose(this.#texts(`deposits.ways.${way}`));
  }

  /** The newest deposit stands first. */
  get deposits(): Locator {
    return this.page
      .getByRole("list", { name: this.#texts("deposits.records") })
      .getByRole("listitem");
  }

  get withdrawals(): Locator {
    return this.page
      .getByRole("list", { name: this.#texts("withdrawals.records") })
      .getByRole("listitem");
  }

  async submit(): Promise<void> {
    await this.page.locator("form button[type=submit]").first().click();
  }

  /** What can be spent, as the user centre shows it. */
  async balance(): Promise<string> {
    await this.page.goto("/mine/wallet");
    const amount = this.page.getByRole("main").locator("bdi").first();
    await expect(amount).toHaveText(/\d/);
    return (await amount.innerText()).replaceAll(",", "");
  }
}
