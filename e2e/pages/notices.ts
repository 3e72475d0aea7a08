// The bell, the notifications centre and the price alerts of a market, as the reader sees them.
import { expect, type Locator, type Page } from "@playwright/test";
import type { NoticeKind } from "@truetick/contract/notices";
import type { Texts } from "../texts.ts";

export class NoticesPage {
  readonly #page: Page;
  readonly #texts: Texts;

  constructor(page: Page, texts: Texts) {
    this.#page = page;
    this.#texts = texts;
  }

  /** A link on phones, a button on wide screens. */
  get bell(): Locator {
    return this.#page.locator("[data-bell]:visible");
  }

  /** How much the bell says is unread; null before it says anything. */
  async unread(): Promise<number | null> {
    if ((await this.bell.count()) === 0) return null;
    return Number(await this.bell.getAttribute("data-bell"));
  }

  /** To the whole list, by the bell and what opens under it. */
  async open(): Promise<void> {
    await this.bell.click();
    const all = this.#page.getByRole("link", { name: this.#texts("inbox.all"), exact: true });
    const list = this.#page.locator('[data-screen="/mine/notices"]');
    await expect(all.or(list).first()).toBeVisible();
    if (await all.isVisible()) await all.click();
    await expect(list).toBeVisible();
  }

  told(kind: NoticeKind): Locator {
    return this.#page.getByRole("main").locator(`[data-notice="${kind}"]`);
  }

  isUnread(row: Locator): Locator {
    return row.getByRole("img", { name: this.#texts("inbox.unread") });
  }

  async markAll(): Promise<void> {
    await this.#page.getByRole("button", { name: this.#texts("inbox.markAll") }).click();
  }

  async showAlerts(): Promise<void> {
    const name = this.#texts("alerts.title");
    await this.#page.getByRole("main").locator("label").filter({ hasText: name }).click();
    await expect(this.#page).toHaveURL(/view=alerts/);
  }

  get alertButton(): Locator {
    return this.#page.getByRole("button", { name: this.#texts("alerts.open"), exact: true });
  }

  /** The sheet of one market. */
  get sheet(): Locator {
    return this.#page.getByRole("dialog", { name: this.#texts("alerts.title") });
  }

  get price(): Locator {
    return this.sheet.locator('input[name="alertPrice"]');
  }

  async setAlert(price: string): Promise<void> {
    await this.price.fill(price);
    await this.sheet.locator("button[type=submit]").click();
  }

  alerts(standing: "waiting" | "fired"): Locator {
    return this.#page.locator(`[data-alert="${standing}"]`);
  }
}
