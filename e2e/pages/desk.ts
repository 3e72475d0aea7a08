// The operator's desk as the person at it sees it: logging in with a second factor, opening one
// thing of a queue, and acting on it. In a window of its own beside the trader's.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";
import type { Operator } from "../operators.ts";
import type { Platform } from "../platform.ts";

const CATALOGUE = join(import.meta.dirname, "../../packages/desk/messages/en.json");
const texts: unknown = JSON.parse(readFileSync(CATALOGUE, "utf8"));

/** Where the desk's window keeps who works at it. */
const STORED = "truetick.desk.session";

type Fields = Readonly<Record<string, string>>;

/** The desk's own words: "deposits.acts.approve". */
export function deskText(key: string): string {
  const found = key
    .split(".")
    .reduce<unknown>(
      (tree, part) =>
        typeof tree === "object" && tree !== null ? Reflect.get(tree, part) : undefined,
      texts,
    );
  if (typeof found !== "string") throw new Error(`The desk's catalogue has no ${key}`);
  return found;
}

export class DeskPage {
  readonly page: Page;
  readonly #platform: Platform;

  constructor(page: Page, platform: Platform) {
    this.page = page;
    this.#platform = platform;
  }

  /** By the screen the first time; later with what that window had kept, while it is good. */
  async enter(operator: Operator, kept: Map<string, string>): Promise<void> {
    const { page } = this;
    const session = kept.get(operator.email);
    if (session === undefined || !(await this.#isGood(session))) {
      await this.logIn(operator);
      const own = await page.evaluate((name) => sessionStorage.getItem(name), STORED);
      if (own !== null) kept.set(operator.email, own);
      return;
    }
    await page.addInitScript(
      ({ name, value }) => {
        // Only once: a session that has ended stays ended when the page is loaded again.
        if (sessionStorage.getItem("truetick.journey") !== null) return;
        sessionStorage.setItem("truetick.journey", "entered");
        sessionStorage.setItem(name, value);
      },
      { name: STORED, value: session },
    );
    await page.goto(`${this.#platform.origin}/desk`);
    await expect(page.getByRole("navigation")).toBeVisible();
  }

  async #isGood(session: string): Promise<boolean> {
    const { token } = JSON.parse(session);
    const headers = { lang: "en", authorization: token };
    const answer = await fetch(`${this.#platform.origin}/v1/api/desk/me`, { headers });
    return (await answer.json()).code === 1;
  }

  /** With the sandbox's mailed code as second factor. */
  async logIn({ email, password }: Operator): Promise<void> {
    const { page } = this;
    await page.goto(`${this.#platform.origin}/desk`);
    await page.locator('input[name="email"]').fill(email);
    await page.locator('input[name="password"]').fill(password);
    await page.getByRole("button", { name: deskText("login.submit"), exact: true }).click();
    await page.getByRole("button", { name: deskText("login.enrol.mail"), exact: true }).click();
    await page
      .getByLabel(deskText("login.factor.code"))
      .fill(await this.#platform.outbox.codeFor(email));
    // Six digits may send themselves.
    const confirm = page.getByRole("button", { name: deskText("login.factor.submit") });
    if (await confirm.isVisible()) await confirm.click().catch(() => undefined);
    await expect(page.getByRole("navigation")).toBeVisible();
  }

  async open(place: string, id: string): Promise<void> {
    await this.page.goto(`${this.#platform.origin}/desk/${place}/${id}`);
  }

  button(key: string): Locator {
    return this.page.getByRole("button", { name: deskText(key), exact: true }).first();
  }

  /** Presses the act, fills in what it asks for, and confirms it. */
  async act(key: string, fields: Fields = {}): Promise<void> {
    await this.button(key).click();
    const dialog = this.page.getByRole("dialog");
    for (const [name, value] of Object.entries(fields)) {
      await dialog.locator(`[name="${name}"]`).fill(value);
    }
    await dialog.locator("button[type=submit]").click();
    await expect(dialog).toBeHidden();
  }
}
