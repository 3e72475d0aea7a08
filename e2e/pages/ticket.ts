// The order ticket at `/trade`, as the reader sees it: a sheet over the chart, or a panel beside.
import { expect, type Locator, type Page } from "@playwright/test";
import type { Texts } from "../texts.ts";

type Side = "buy" | "sell";

export class Ticket {
  readonly #page: Page;
  readonly #texts: Texts;

  constructor(page: Page, texts: Texts) {
    this.#page = page;
    this.#texts = texts;
  }

  /** Goes to the market and has its ticket before it, on the given side. */
  async open(code: string, side: Side): Promise<void> {
    await this.#page.goto(`/trade?market=${code}`);
    await expect(this.tile(side)).toContainText(/\d/);
    await this.tile(side).click();
    await expect(this.form).toBeVisible();
  }

  get form(): Locator {
    return this.#page.getByRole("form", { name: this.#texts("ticket.title") });
  }

  get lots(): Locator {
    return this.form.getByRole("textbox", { name: this.#texts("ticket.lots"), exact: true });
  }

  get fewer(): Locator {
    return this.form.getByRole("button", { name: this.#texts("ticket.fewer") });
  }

  get target(): Locator {
    return this.form.getByRole("textbox", { name: this.#texts("ticket.target") });
  }

  get preview(): Locator {
    return this.form.locator("dl");
  }

  async choosePending(target: string): Promise<void> {
    const name = this.#texts("ticket.pending");
    await this.form.locator("label").filter({ hasText: name }).click();
    await this.target.fill(target);
  }

  /** Switches a stop on and sets it by its price. */
  async setStop(kind: "stopLoss" | "takeProfit", price: string): Promise<void> {
    await this.form.getByRole("switch", { name: this.#texts(`ticket.${kind}`) }).click();
    await this.stop(kind).fill(price);
  }

  stop(kind: "stopLoss" | "takeProfit"): Locator {
    return this.form.getByRole("textbox", { name: this.#texts(`ticket.${kind}`) });
  }

  get demo(): Locator {
    return this.form.getByRole("button", { name: this.#texts("ticket.demo") });
  }

  get logIn(): Locator {
    return this.form.getByRole("link", { name: this.#texts("ticket.logIn") });
  }

  get act(): Locator {
    return this.form.locator("button[type=submit]");
  }

  /** What the waiting order is, in plain words. */
  get waitWords(): Locator {
    return this.form.getByText(/^(?:Buy|Sell) (?:limit|stop): /);
  }

  get expiry(): Locator {
    return this.form.getByRole("combobox", { name: this.#texts("ticket.expiry") });
  }

  async unfold(): Promise<void> {
    await this.form.getByRole("button", { name: this.#texts("ticket.options") }).click();
  }

  async trail(pips: string): Promise<void> {
    const name = this.#texts("ticket.trailing");
    await this.form.getByRole("switch", { name }).click();
    await this.form.getByRole("textbox", { name }).fill(pips);
  }

  /** Switches one tap on, after its question. */
  async dealInOneTap(): Promise<void> {
    await this.unfold();
    await this.form.getByRole("switch", { name: this.#texts("settings.oneTap") }).click();
    const question = this.#page.getByRole("dialog", {
      name: this.#texts("ticket.oneTap.question"),
    });
    await question.getByRole("button", { name: this.#texts("ticket.oneTap.switchOn") }).click();
    await expect(question).toBeHidden();
  }

  /** Sell or Buy, wherever they stand. */
  tile(side: Side): Locator {
    return this.#page.locator(`button[data-side=${side}]`).first();
  }

  /** What was said about an order that was sent. */
  toast(text: string | RegExp): Locator {
    return this.#page.getByRole("status").filter({ hasText: text });
  }
}
