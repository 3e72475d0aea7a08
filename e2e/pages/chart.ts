// The chart at `/trade` with its tools, as the reader uses it: in a row above it on a desktop, in a
// sheet on a phone.
import { expect, type Locator, type Page } from "@playwright/test";
import type { Texts } from "../texts.ts";

type Kind = "candles" | "line" | "area";
type Indicator = "MA" | "EMA" | "BOLL" | "VOL" | "MACD" | "RSI";
type Tool = "trendLine" | "horizontalLine";
type Role = "entry" | "stopLoss" | "takeProfit" | "target";

/** The library takes two clicks within half a second for one. */
const NEXT_CLICK_MS = 600;
const DRAWN_MAX_MS = 20_000;

export class ChartPage {
  readonly #page: Page;
  readonly #texts: Texts;
  readonly #isPhone: boolean;

  constructor(page: Page, texts: Texts) {
    this.#page = page;
    this.#texts = texts;
    this.#isPhone = (page.viewportSize()?.width ?? 0) < 1024;
  }

  /** Goes to the market and has its bars before it. */
  async open(code: string): Promise<void> {
    await this.#page.goto(`/trade?market=${code}`);
    await this.#drawn();
  }

  async reload(): Promise<void> {
    await this.#page.reload();
    await this.#drawn();
  }

  async #drawn(): Promise<void> {
    // Its code, then its bars: the most that any screen fetches.
    await expect(this.figure("close")).toHaveText(/\d/, { timeout: DRAWN_MAX_MS });
  }

  get canvas(): Locator {
    return this.#page.getByRole("img", { name: this.#texts("trade.chart.label") });
  }

  /** A figure of the legend: a price of the bar, or of an indicator (`MA-0`). */
  figure(name: string): Locator {
    return this.#page.locator(`[data-figure="${name}"]`);
  }

  period(id: "15min" | "60min"): Locator {
    const name = this.#texts(`trade.periods.${id}`);
    return this.#page.getByRole("radio", { name, exact: true });
  }

  async choosePeriod(id: "15min" | "60min"): Promise<void> {
    await this.period(id).check({ force: true });
    await this.#drawn();
  }

  async chooseKind(kind: Kind): Promise<void> {
    await this.#withSettings(async () => {
      if (this.#isPhone) await this.#kind(kind).check({ force: true });
      else await this.#kind(kind).click();
    });
  }

  async expectKind(kind: Kind): Promise<void> {
    await this.#withSettings(async () => {
      if (this.#isPhone) await expect(this.#kind(kind)).toBeChecked();
      else await expect(this.#kind(kind)).toHaveAttribute("aria-pressed", "true");
    });
  }

  async switchIndicator(name: Indicator, isOn: boolean): Promise<void> {
    await this.#withIndicators(async () => {
      await this.#indicator(name).setChecked(isOn, { force: true });
    });
  }

  async expectIndicators(shown: Readonly<Partial<Record<Indicator, boolean>>>): Promise<void> {
    await this.#withIndicators(async () => {
      for (const [name, isOn] of Object.entries(shown)) {
        // The entries of a record of indicators.
        await expect(this.#indicator(name as Indicator)).toBeChecked({ checked: isOn });
      }
    });
  }

  /** Takes a tool and marks its points, given as parts of the chart's width and height. */
  async draw(tool: Tool, ...points: readonly (readonly [x: number, y: number])[]): Promise<void> {
    const name = this.#texts(`trade.chart.draw.tools.${tool}`);
    if (this.#isPhone) await this.#openSettings();
    await this.#page.getByRole("button", { name, exact: true }).click();
    const { left, top, width, height } = await this.#box();
    for (const [x, y] of points) {
      await this.#page.mouse.move(left + x * width, top + y * height);
      await this.#page.mouse.click(left + x * width, top + y * height);
      await this.#page.waitForTimeout(NEXT_CLICK_MS);
    }
    await expect(this.removeDrawing).toBeVisible();
  }

  /** Of the drawing that was chosen. */
  get removeDrawing(): Locator {
    return this.#page.getByRole("button", { name: this.#texts("trade.chart.draw.remove") });
  }

  async expectDrawings(isSome: boolean): Promise<void> {
    await this.#withSettings(() =>
      isSome ? expect(this.#clear).toBeEnabled() : expect(this.#clear).toBeDisabled(),
    );
  }

  async undo(): Promise<void> {
    await this.#withSettings(() =>
      this.#page.getByRole("button", { name: this.#texts("trade.chart.draw.undo") }).click(),
    );
  }

  /** Deletes everything that was drawn, and says yes to the question. */
  async clearDrawings(): Promise<void> {
    await this.#withSettings(async () => {
      await this.#clear.click();
      const name = this.#texts("trade.chart.draw.clear");
      const question = this.#page.getByRole("dialog", { name });
      await question.getByRole("button", { name }).click();
      await expect(question).toBeHidden();
    });
  }

  /** Pulls the chart to the right once, to see what was before. */
  async pullRight(): Promise<void> {
    const { left, top, width, height } = await this.#box();
    await this.#page.mouse.move(left + width * 0.15, top + height * 0.4);
    await this.#page.mouse.down();
    await this.#page.mouse.move(left + width * 0.75, top + height * 0.4, { steps: 6 });
    await this.#page.mouse.up();
  }

  get enterFull(): Locator {
    const name = this.#texts("trade.chart.full");
    return this.#page.getByRole("button", { name, exact: true });
  }

  get leaveFull(): Locator {
    return this.#page.getByRole("button", { name: this.#texts("trade.chart.leaveFull") });
  }

  /** The line of an order on the chart. */
  line(role: Role): Locator {
    return this.#page.locator(`li[data-role="${role}"]`);
  }

  /** Drags the tag of a line up (negative) or down by so many pixels. */
  async drag(role: Role, byPx: number): Promise<void> {
    const grip = await this.line(role).locator("[data-grip]").boundingBox();
    if (!grip) throw new Error(`There is no line of ${role} to drag`);
    const x = grip.x + grip.width / 2;
    const y = grip.y + grip.height / 2;
    await this.#page.mouse.move(x, y);
    await this.#page.mouse.down();
    await this.#page.mouse.move(x + 4, y + byPx / 2);
    await this.#page.mouse.move(x + 8, y + byPx);
    await this.#page.mouse.up();
  }

  /** What is asked after a line was let go. */
  question(role: "stopLoss" | "takeProfit"): Locator {
    const [before = ""] = this.#texts(`trade.chart.lines.set.${role}`).split("{price}");
    return this.#page.getByRole("dialog", { name: before.trim() });
  }

  async #box() {
    const box = await this.canvas.boundingBox();
    if (!box) throw new Error("The chart is not on the page");
    return { left: box.x, top: box.y, width: box.width, height: box.height };
  }

  #kind(kind: Kind): Locator {
    const name = this.#texts(`trade.chart.kinds.${kind}`);
    return this.#page.getByRole(this.#isPhone ? "radio" : "button", { name, exact: true });
  }

  #indicator(name: Indicator): Locator {
    const label = this.#texts(`trade.chart.indicatorNames.${name}`);
    return this.#page.getByRole("switch", { name: label, exact: true });
  }

  get #clear(): Locator {
    const name = this.#texts("trade.chart.draw.clear");
    return this.#page.getByRole("button", { name, exact: true }).first();
  }

  async #openSettings(): Promise<Locator> {
    const name = this.#texts("trade.chart.options");
    await this.#page.getByRole("button", { name }).click();
    const sheet = this.#page.getByRole("dialog", { name });
    await expect(sheet).toBeVisible();
    return sheet;
  }

  /** On a phone inside of the sheet, which is closed afterwards. */
  async #withSettings(act: () => Promise<void>): Promise<void> {
    if (!this.#isPhone) return act();
    const sheet = await this.#openSettings();
    await act();
    await sheet.getByRole("button", { name: this.#texts("trade.close") }).click();
    await expect(sheet).toBeHidden();
  }

  async #withIndicators(act: () => Promise<void>): Promise<void> {
    if (this.#isPhone) return this.#withSettings(act);
    const name = this.#texts("trade.chart.indicators");
    await this.#page.getByRole("button", { name }).click();
    await act();
    await this.#page.keyboard.press("Escape");
  }
}
