// The chat at the desk as the operator sees it: the thread with somebody, and where to answer.
import type { Locator, Page } from "@playwright/test";
import { deskText } from "./desk.ts";

export class DeskChat {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Opens the thread whose last words these are. */
  async open(lastWords: string): Promise<void> {
    const place = new RegExp(`^${deskText("shell.places.chat")}`);
    await this.#page.getByRole("link", { name: place }).click();
    await this.#page.getByRole("link", { name: lastWords }).click();
  }

  get said(): Locator {
    return this.#page.getByRole("list", { name: deskText("chat.said") });
  }

  get answer(): Locator {
    return this.#page.getByRole("textbox", { name: deskText("chat.placeholder") });
  }

  async send(text: string): Promise<void> {
    await this.answer.fill(text);
    await this.answer.press("Enter");
  }
}
