// The list of markets at `/`, as the reader sees it.
import { expect, type Locator, type Page } from "@playwright/test";
import type { Texts } from "../texts.ts";

export class QuotesPage {
  readonly #page: Page;
  readonly #texts: Texts;

  constructor(page: Page, texts: Texts) {
    this.#page = page;
    this.#texts = texts;
  }

  async open(): Promise<void> {
    await this.#page.goto("/");
    await this.untilLive();
  }

  /** The list is there, whole, and its first rows have prices. */
  async untilLive(): Promise<void> {
    await expect(this.rows.first()).toBeVisible();
    await expect(this.bid(this.rows.first())).toHaveText(/\d/);
    // Beyond the first screenful it is drawn as there is time; its head counts as a row, too.
    const count = Number(await this.table.getAttribute("aria-rowcount")) - 1;
    await expect(this.rows).toHaveCount(count);
  }

  get table(): Locator {
    return this.#page.getByRole("table", { name: this.#texts("quotes.table") });
  }

  get rows(): Locator {
    return this.table.locator("tbody").getByRole("row");
  }

  row(code: string): Locator {
    return this.rows.filter({ has: this.#page.getByRole("link", { name: code, exact: true }) });
  }

  get codes(): Locator {
    return this.rows.getByRole("link");
  }

  bid(row: Locator): Locator {
    return row.locator('[data-cell="bid"]');
  }

  /** What scrolls: the list itself, not the page. */
  get scroller(): Locator {
    return this.#page.locator('[data-scroller="quotes"]');
  }

  chip(name: string): Locator {
    return this.#page
      .getByRole("radiogroup", { name: this.#texts("quotes.categories") })
      .getByRole("radio", { name, exact: true });
  }

  get searchField(): Locator {
    return this.#page.getByRole("searchbox", { name: this.#texts("quotes.search") });
  }

  /** On phones the field is behind an icon. */
  async search(text: string): Promise<void> {
    if (!(await this.searchField.isVisible())) {
      await this.#page.getByRole("button", { name: this.#texts("quotes.search") }).click();
    }
    await this.searchField.fill(text);
  }

  nothingFound(search: string): Locator {
    const title = this.#texts("quotes.nothing.title", { search });
    return this.#page.getByRole("heading", { name: title });
  }
}
