// The screens at the door as the reader sees them: logging in, opening an account, passwords.
import { expect, type Locator, type Page } from "@playwright/test";
import type { Member } from "../people.ts";
import type { Texts } from "../texts.ts";

type FieldName =
  | "email"
  | "mobile"
  | "code"
  | "captcha"
  | "oldPassword"
  | "password"
  | "repeated"
  | "inviteCode";

/** What the browser keeps of a login. */
export type KeptSession = {
  readonly token: string;
  readonly user: { readonly uid: string; readonly isDemo: boolean };
};

export class DoorPage {
  readonly #page: Page;
  readonly #texts: Texts;

  constructor(page: Page, texts: Texts) {
    this.#page = page;
    this.#texts = texts;
  }

  field(name: FieldName): Locator {
    return this.#page.locator(`input[name="${name}"]`);
  }

  async fill(fields: Partial<Record<FieldName, string>>): Promise<void> {
    for (const [name, value] of Object.entries(fields)) {
      await this.#page.locator(`input[name="${name}"]`).fill(value);
    }
  }

  get submitButton(): Locator {
    return this.#page.locator("form button[type=submit]");
  }

  async submit(): Promise<void> {
    await this.submitButton.click();
  }

  get demoButton(): Locator {
    return this.#page.getByRole("button", { name: this.#texts("door.demo"), exact: true });
  }

  get passkeyButton(): Locator {
    return this.#page.getByRole("button", { name: this.#texts("door.passkey"), exact: true });
  }

  get sendButton(): Locator {
    return this.#page.getByRole("button", { name: this.#texts("door.sendCode"), exact: true });
  }

  /** The button while it counts down. */
  get countdown(): Locator {
    const [before = ""] = this.#texts("door.resendIn").split("{seconds}");
    return this.#page.getByRole("button", { name: before });
  }

  async chooseMobile(): Promise<void> {
    const { mobile, kind } = { mobile: this.#texts("door.mobile"), kind: this.#texts("door.kind") };
    const group = this.#page.getByRole("group", { name: kind });
    await group.locator("label").filter({ hasText: mobile }).click();
  }

  /** Finds the country by typing, as a person would, and takes the first. */
  async chooseArea(search: string): Promise<void> {
    await this.#page.locator('button[name="areaId"]').click();
    const list = this.#page.getByRole("dialog");
    await list.getByRole("searchbox").fill(search);
    await list.getByRole("listitem").getByRole("button").first().click();
    await expect(list).toBeHidden();
  }

  async agree(): Promise<void> {
    await this.#page.locator('input[name="hasAgreed"]').check({ force: true });
  }

  /** The demo account of this browser, for a journey that needs a trader. */
  async enterDemo(): Promise<void> {
    await this.#page.goto("/login");
    await this.demoButton.click();
    await expect(this.#page).toHaveURL(/\/trade$/);
  }

  /** Logs in on the way to a screen, and is there. */
  async enterAs(member: Member, path: string): Promise<void> {
    await this.#page.goto(`/login?from=${encodeURIComponent(path)}`);
    await this.logIn(member.email, member.password);
    await expect(this.#page).toHaveURL(({ pathname }) => pathname === path);
  }

  async logIn(email: string, password: string): Promise<void> {
    await this.fill({ email, password });
    await this.submit();
  }

  async logOut(): Promise<void> {
    const settings = { name: this.#texts("settings.title") };
    await this.#page.getByRole("button", settings).click();
    const action = { name: this.#texts("door.logOut.action"), exact: true };
    await this.#page.getByRole("dialog", settings).getByRole("button", action).click();
    const question = this.#page.getByRole("dialog", { name: this.#texts("door.logOut.title") });
    await question.getByRole("button", action).click();
    await expect(this.#page).toHaveURL(/\/$/);
    await expect(this.#page.getByRole("dialog")).toHaveCount(0);
  }

  /** What is said about a field. */
  said(text: string): Locator {
    return this.#page.getByText(text, { exact: true });
  }

  async session(): Promise<KeptSession | null> {
    const text = await this.#page.evaluate(() => localStorage.getItem("truetick.session"));
    return text === null ? null : JSON.parse(text);
  }
}
