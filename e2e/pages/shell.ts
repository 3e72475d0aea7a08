// The frame around every screen, as the reader sees it: tabs, settings, what must be known.
import { expect, type Locator, type Page } from "@playwright/test";
import type { Texts } from "../texts.ts";

export type Place = "quotes" | "trade" | "orders" | "copy" | "ranking";
type Theme = "system" | "light" | "dark";

export class Shell {
  readonly #page: Page;
  readonly #texts: Texts;

  constructor(page: Page, texts: Texts) {
    this.#page = page;
    this.#texts = texts;
  }

  /** H13: the words that say that nothing here is real. */
  get sandboxBanner(): Locator {
    return this.#page.getByText(this.#texts("shell.sandbox"), { exact: true });
  }

  get #navigation(): Locator {
    return this.#page.getByRole("navigation", { name: this.#texts("shell.navigation") });
  }

  place(place: Place): Locator {
    return this.#navigation.getByRole("link", {
      name: this.#texts(`shell.titles.${place}`),
      exact: true,
    });
  }

  async goTo(place: Place): Promise<void> {
    await this.place(place).click();
    await expect(this.place(place)).toHaveAttribute("aria-current", "page");
  }

  async chooseTheme(theme: Theme): Promise<void> {
    const settings = await this.openSettings();
    const name = this.#texts(`settings.themes.${theme}`);
    await settings.locator("label").filter({ hasText: name }).click();
    await expect(settings.getByRole("radio", { name, exact: true })).toBeChecked();
    await settings.getByRole("button", { name: this.#texts("settings.close") }).click();
    await expect(settings).toBeHidden();
  }

  /** Chooses by the language's own name, as the reader would. */
  async chooseLanguage(name: string): Promise<void> {
    const settings = await this.openSettings();
    await settings.getByRole("link", { name: this.#texts("settings.language") }).click();
    await this.#page.getByRole("button", { name, exact: true }).click();
  }

  async openSettings(): Promise<Locator> {
    await this.#page.getByRole("button", { name: this.#texts("settings.title") }).click();
    const settings = this.#page.getByRole("dialog", { name: this.#texts("settings.title") });
    await expect(settings).toBeVisible();
    return settings;
  }

  get offlineBar(): Locator {
    return this.#page
      .getByRole("status")
      .filter({ hasText: this.#texts("shell.connection.offline") });
  }

  get reconnectingBar(): Locator {
    const tryNow = this.#page.getByRole("button", { name: this.#texts("shell.connection.tryNow") });
    return this.#page.getByRole("status").filter({ has: tryNow });
  }
}
