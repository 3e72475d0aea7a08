// Proofs as the reader sees them: the red bar, what it says in full, "Verify", and what the browser
// has seen so far.
import { expect, type Locator, type Page } from "@playwright/test";
import type { Texts } from "../texts.ts";

/** What the witness of a browser keeps; only what a journey looks at. */
type Memory = {
  readonly seen: number;
  readonly alarms: readonly unknown[];
  readonly checkpoints: readonly { readonly text: string }[];
};

/** A restart of the server, and a busy machine. */
const SEEN_WITHIN_MS = 120_000;

export class ProofPage {
  readonly #page: Page;
  readonly #texts: Texts;

  constructor(page: Page, texts: Texts) {
    this.#page = page;
    this.#texts = texts;
  }

  get bar(): Locator {
    return this.#page.getByRole("alert").filter({ hasText: this.#texts("proof.alarm.title") });
  }

  get details(): Locator {
    return this.#page.getByRole("dialog", { name: this.#texts("proof.alarm.details") });
  }

  async openDetails(): Promise<void> {
    await this.bar.getByRole("button").click();
    await expect(this.details).toBeVisible();
  }

  async memory(): Promise<Memory> {
    const kept = await this.#page.evaluate(() => localStorage.getItem("truetick.witness"));
    return JSON.parse(kept ?? '{"seen":0,"alarms":[],"checkpoints":[]}') as Memory;
  }

  /** How many rows a log had in each checkpoint that is remembered. */
  async sizes(log: string): Promise<readonly number[]> {
    const { checkpoints } = await this.memory();
    return checkpoints.map(({ text }) => {
      const { logs } = JSON.parse(text) as { logs: { log: string; size: number }[] };
      return logs.find((head) => head.log === log)?.size ?? 0;
    });
  }

  /** Until it has seen so many checkpoints since it first looked. */
  async haveSeen(count: number): Promise<void> {
    await expect
      .poll(async () => (await this.memory()).seen, { timeout: SEEN_WITHIN_MS })
      .toBeGreaterThanOrEqual(count);
  }

  get verifyButton(): Locator {
    return this.#page.getByRole("button", { name: this.#texts("proof.verify.action") });
  }

  get sheet(): Locator {
    return this.#page.getByRole("dialog", { name: this.#texts("proof.verify.title") });
  }

  /** A receipt whose every check was good. */
  get goodReceipts(): Locator {
    return this.sheet.locator("[data-receipt][data-good=true]");
  }

  get badReceipts(): Locator {
    return this.sheet.locator("[data-receipt][data-good=false]");
  }
}
