// The chart of one market at `/trade`, as the reader sees it.
import type { Locator, Page } from "@playwright/test";
import type { Texts } from "../texts.ts";

export class TradePage {
  readonly #page: Page;
  readonly #texts: Texts;

  constructor(page: Page, texts: Texts) {
    this.#page = page;
    this.#texts = texts;
  }

  get chart(): Locator {
    return this.#page.getByRole("img", { name: this.#texts("trade.chart.label") });
  }

  /** How many different colours the chart has drawn: an empty one has hardly any. */
  async coloursDrawn(): Promise<number> {
    return this.chart.locator("canvas").evaluateAll((canvases) => {
      const colours = new Set<number>();
      for (const canvas of canvases) {
        if (!(canvas instanceof HTMLCanvasElement) || canvas.width === 0) continue;
        const { width, height } = canvas;
        const pixels = canvas.getContext("2d")?.getImageData(0, 0, width, height).data;
        if (!pixels) continue;
        for (const colour of new Uint32Array(pixels.buffer)) colours.add(colour);
      }
      return colours.size;
    });
  }
}
