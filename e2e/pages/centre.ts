// The user centre and the screens behind it, as the reader sees them.
import { expect, type Locator, type Page } from "@playwright/test";
import type { MessageKey } from "@truetick/contract";
import type { Texts } from "../texts.ts";

export class CentrePage {
  readonly #page: Page;
  readonly #texts: Texts;

  constructor(page: Page, texts: Texts) {
    this.#page = page;
    this.#texts = texts;
  }

  button(key: MessageKey): Locator {
    return this.#page.getByRole("button", { name: this.#texts(key), exact: true });
  }

  /** A tile of the user centre, by its name; below the name stands a word about it. */
  tile(key: MessageKey): Locator {
    const more = this.#page.getByRole("navigation", { name: this.#texts("user.more") });
    const name = this.#page.getByText(this.#texts(key), { exact: true });
    return more.locator("a, button").filter({ has: name });
  }

  /** What floats above the page and has to be answered. */
  dialog(key: MessageKey): Locator {
    return this.#page.getByRole("dialog", { name: this.#texts(key), exact: true });
  }

  said(key: MessageKey): Locator {
    return this.#page.getByText(this.#texts(key), { exact: true });
  }

  /** A part of a screen, by its heading. */
  section(key: MessageKey): Locator {
    const heading = this.#page.getByRole("heading", { name: this.#texts(key), exact: true });
    return this.#page.locator("section").filter({ has: heading });
  }

  /** Answers the question who it is. */
  async prove(password: string): Promise<void> {
    const question = this.dialog("security.stepUp.title");
    await question.locator('input[name="proof"]').fill(password);
    await question.locator("button[type=submit]").click();
    await expect(question).toBeHidden();
  }
}
