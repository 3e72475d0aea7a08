// The chat with support as the reader sees it: a page in a frame, reached through the frame as a
// finger reaches it.
import { expect, type FrameLocator, type Locator, type Page } from "@playwright/test";
import type { Texts } from "../texts.ts";

export class ChatPage {
  readonly #page: Page;
  readonly #texts: Texts;

  constructor(page: Page, texts: Texts) {
    this.#page = page;
    this.#texts = texts;
  }

  async open(): Promise<void> {
    await this.#page.goto("/mine/chat");
    await expect(this.field).toBeVisible();
  }

  get frame(): FrameLocator {
    return this.#page.frameLocator("iframe[src='/support']");
  }

  get field(): Locator {
    return this.frame.getByRole("textbox", { name: this.#texts("chat.placeholder") });
  }

  get log(): Locator {
    return this.frame.getByRole("log");
  }

  said(text: string): Locator {
    return this.log.getByText(text, { exact: true });
  }

  get typing(): Locator {
    return this.frame.getByText(this.#texts("chat.typing"));
  }

  get sendButton(): Locator {
    return this.frame.getByRole("button", { name: this.#texts("chat.send") });
  }

  async send(text: string): Promise<void> {
    await this.field.fill(text);
    await this.sendButton.click();
    await expect(this.said(text)).toBeVisible();
  }
}
