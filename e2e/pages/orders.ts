// The orders at `/order`, as the reader sees them: cards on a phone, a table on a desktop.
import { expect, type Locator, type Page } from "@playwright/test";
import type { Texts } from "../texts.ts";

type Tab = "holding" | "pending" | "history";
const TYPES = { pending: "0", holding: "1", history: "3" } as const;

export class OrdersPage {
  readonly #page: Page;
  readonly #texts: Texts;

  constructor(page: Page, texts: Texts) {
    this.#page = page;
    this.#texts = texts;
  }

  async open(tab: Tab): Promise<void> {
    await this.#page.goto(`/order?type=${TYPES[tab]}`);
    await expect(this.tab(tab)).toHaveAttribute("aria-current", "page");
  }

  tab(tab: Tab): Locator {
    return this.#page
      .getByRole("navigation", { name: this.#texts("orders.title") })
      .getByRole("link", { name: this.#texts(`orders.tabs.${tab}`) });
  }

  get rows(): Locator {
    return this.#page.locator("[data-screen='/order'] [data-order]");
  }

  row(id: string): Locator {
    return this.#page.locator(`[data-screen='/order'] [data-order="${id}"]`);
  }

  get first(): Locator {
    return this.rows.first();
  }

  /** On a card everything opens the popup, in a table its first cell. */
  async openFirst(): Promise<void> {
    await this.first.waitFor();
    const name = this.first.getByRole("button").first();
    await ((await name.count()) > 0 ? name : this.first).click();
    await expect(this.popup).toBeVisible();
  }

  get popup(): Locator {
    return this.#page.getByRole("dialog", { name: "EUR/USD" });
  }

  level(name: "target" | "stopLoss" | "takeProfit"): Locator {
    return this.popup.getByRole("textbox", {
      name: this.#texts(`orders.levels.${name}`),
      exact: true,
    });
  }

  get trailing(): Locator {
    return this.popup.getByRole("textbox", { name: this.#texts("orders.trailingStop") });
  }

  async setStops(): Promise<void> {
    await this.popup.getByRole("button", { name: this.#texts("orders.setStops") }).click();
  }

  /** Presses the way out of the popup and says yes to the question. */
  async end(how: "closePosition" | "cancelOrder"): Promise<void> {
    const named = { name: this.#texts(`orders.${how}`), exact: true };
    await this.popup.getByRole("button", named).click();
    const question = this.#page.getByRole("dialog", { name: named.name });
    await question.getByRole("button", named).click();
    await expect(question).toBeHidden();
    await expect(this.popup).toBeHidden();
  }

  /** Closes so many lots of the order that is open. */
  async closePart(lots: string): Promise<void> {
    await this.popup.getByRole("button", { name: this.#texts("orders.closePart") }).click();
    await this.popup.getByRole("textbox", { name: this.#texts("orders.closeLots") }).fill(lots);
    const name = this.#texts("orders.closeSome", { lots });
    await this.popup.getByRole("button", { name }).click();
    await expect(this.popup).toBeHidden();
  }

  /** The result of everything in the tab, as a number: signs and tails are for people. */
  async total(): Promise<number> {
    const totals = this.#page.getByRole("region", { name: this.#texts("orders.totals") });
    const shown = (await totals.locator("bdi").first().innerText()).replace("−", "-");
    return Number(shown.replaceAll(/[+,]/g, ""));
  }

  /** Chooses one filter of the history: in its bar, or in the sheet that a phone has for it. */
  async choose(filter: "columns.side" | "columns.endedBy", choice: string): Promise<void> {
    const filters = this.#page.getByRole("region", { name: this.#texts("orders.filters.title") });
    const opener = filters.getByRole("button", { name: this.#texts("orders.filters.title") });
    const isSheet = (await filters.getByRole("combobox").count()) === 0;
    if (isSheet) await opener.first().click();
    const name = this.#texts(`orders.${filter}`);
    await this.#page.getByRole("combobox", { name, exact: true }).selectOption({ label: choice });
    if (!isSheet) return;
    await this.#page.getByRole("button", { name: this.#texts("orders.filters.show") }).click();
  }

  get exportButton(): Locator {
    return this.#page.getByRole("button", { name: this.#texts("orders.export") });
  }

  nothing(tab: Tab | "filtered"): Locator {
    const title = this.#texts(`orders.empty.${tab}.title`);
    return this.#page.getByRole("heading", { name: title });
  }
}
