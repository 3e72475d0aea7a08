// The panels of `/trade` on a desktop and the keys that work there, as the reader sees them.
import { expect, type Locator, type Page } from "@playwright/test";
import type { Texts } from "../texts.ts";

export type PanelName = "watchlist" | "ticket" | "dock";

export class Workspace {
  readonly #page: Page;
  readonly #texts: Texts;

  constructor(page: Page, texts: Texts) {
    this.#page = page;
    this.#texts = texts;
  }

  async open(code: string): Promise<void> {
    await this.#page.goto(`/trade?market=${code}`);
    await this.untilLive();
  }

  /** Prices are painted: from then on it listens to keys as well. */
  async untilLive(): Promise<void> {
    await expect(this.rows.first().locator('[data-cell="bid"]')).toHaveText(/\d/);
  }

  divider(name: PanelName): Locator {
    const label = this.#texts(`trade.resize.${name}`);
    return this.#page.getByRole("separator", { name: label, exact: true });
  }

  async size(name: PanelName): Promise<number> {
    return Number(await this.divider(name).getAttribute("aria-valuenow"));
  }

  /** Draws a divider by so many pixels. */
  async draw(name: PanelName, by: { readonly x: number; readonly y: number }): Promise<void> {
    const box = await this.divider(name).boundingBox();
    if (!box) throw new Error(`The ${name} has no divider`);
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await this.#page.mouse.move(at.x, at.y);
    await this.#page.mouse.down();
    await this.#page.mouse.move(at.x + by.x, at.y + by.y, { steps: 4 });
    await this.#page.mouse.up();
  }

  /** The list of markets beside the chart. */
  get watchlist(): Locator {
    return this.#page.getByRole("complementary", { name: this.#texts("trade.watchlist") });
  }

  get search(): Locator {
    return this.watchlist.getByRole("searchbox");
  }

  get rows(): Locator {
    return this.watchlist.locator("tbody").getByRole("row");
  }

  get codes(): Locator {
    return this.rows.getByRole("link");
  }

  row(code: string): Locator {
    return this.rows.filter({ has: this.#page.getByRole("link", { name: code, exact: true }) });
  }

  /** The market that is open. */
  heading(code: string): Locator {
    return this.#page.getByRole("heading", { level: 1, name: code, exact: true });
  }

  chip(name: string): Locator {
    return this.watchlist.getByRole("radio", { name, exact: true });
  }

  star(code: string): Locator {
    return this.row(code).getByRole("button");
  }

  /** Folds the orders away, or brings them back. */
  dockButton(act: "hide" | "show"): Locator {
    const name = this.#texts(`trade.${act}.dock`);
    return this.#page.getByRole("button", { name, exact: true });
  }

  listButton(act: "hide" | "show"): Locator {
    const name = this.#texts(`trade.${act}.watchlist`);
    return this.#page.getByRole("button", { name, exact: true });
  }

  get shortcuts(): Locator {
    return this.#page.getByRole("dialog", { name: this.#texts("settings.shortcuts") });
  }
}
