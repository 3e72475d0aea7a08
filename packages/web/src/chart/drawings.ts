// The drawings on one chart: begun with a tool, moved, undone, deleted, and kept by the browser for
// their market. The library draws and moves them; this is the list of them, which the storage and
// the tools read. Invariant: every change can be undone, up to a bound, and is kept at once.

import { createStore } from "@truetick/ui/state";
import type { Chart, Overlay, OverlayCreate } from "klinecharts";
import type { Storage } from "../app/storage.ts";
import {
  DRAWING_POINTS,
  DRAWINGS_PER_MARKET_MAX,
  type Drawing,
  type DrawingTool,
  readBook,
  withDrawings,
  writeBook,
} from "./drawing-book.ts";
import { SHAPES } from "./drawing-shapes.ts";
import { type DrawingDesk, type DrawingState, NOTHING_DRAWN } from "./drawing-state.ts";

const BOOK = "drawings";
const GROUP = "drawings";
const UNDO_MAX = 50;
const MS_PER_SECOND = 1000;

/** A drawing on this chart, under the name the library knows it by. */
type Drawn = Drawing & { readonly id: string };

export class Drawings implements DrawingDesk {
  readonly #chart: Chart;
  readonly #storage: Storage;
  readonly #market: { readonly code: string; readonly pricePrecision: number };
  readonly #state = createStore<DrawingState>(NOTHING_DRAWN);
  #drawn: readonly Drawn[] = [];
  #past: (readonly Drawn[])[] = [];
  #unfinished: Drawn | null = null;
  #pointsLeft = 0;
  #chosenId: string | null = null;
  #ids = 0;

  constructor(options: {
    readonly chart: Chart;
    readonly storage: Storage;
    readonly market: { readonly code: string; readonly pricePrecision: number };
  }) {
    this.#chart = options.chart;
    this.#storage = options.storage;
    this.#market = options.market;
    const kept = readBook(this.#storage.read(BOOK)).get(this.#market.code) ?? [];
    this.#drawn = kept.map((drawing) => ({ ...drawing, id: this.#nextId() }));
    this.#drawAll();
    this.#tell();
  }

  readonly get = () => this.#state.get();
  readonly subscribe = (listener: () => void) => this.#state.subscribe(listener);

  start(tool: DrawingTool): boolean {
    this.cancel();
    if (this.#drawn.length >= DRAWINGS_PER_MARKET_MAX) return false;
    this.#unfinished = { id: this.#nextId(), tool, points: [] };
    this.#pointsLeft = DRAWING_POINTS[tool];
    this.#chart.createOverlay(this.#shapeOf(this.#unfinished));
    this.#tell();
    return true;
  }

  cancel(): void {
    if (this.#unfinished) this.#chart.removeOverlay({ id: this.#unfinished.id });
    this.#unfinished = null;
    this.#tell();
  }

  undo(): void {
    const before = this.#past.pop();
    if (!before) return;
    this.#drawn = before;
    this.#chosenId = null;
    this.#chart.removeOverlay({ groupId: GROUP });
    this.#drawAll();
    this.#keep();
  }

  removeChosen(): void {
    const id = this.#chosenId;
    if (id === null) return;
    this.#chosenId = null;
    this.#change(this.#drawn.filter((drawing) => drawing.id !== id));
    this.#chart.removeOverlay({ id });
  }

  clear(): void {
    this.cancel();
    this.#chosenId = null;
    this.#change([]);
    this.#chart.removeOverlay({ groupId: GROUP });
  }

  #nextId(): string {
    this.#ids += 1;
    return `${GROUP}-${this.#ids}`;
  }

  #drawAll(): void {
    for (const drawing of this.#drawn) this.#chart.createOverlay(this.#shapeOf(drawing));
  }

  #shapeOf({ id, tool, points }: Drawn): OverlayCreate {
    return {
      name: SHAPES[tool],
      id,
      groupId: GROUP,
      points: points.map(({ time, price }) => ({ timestamp: time * MS_PER_SECOND, value: price })),
      // Told of a point before it counts it.
      onDrawing: ({ overlay }) => queueMicrotask(() => this.#countPoints(overlay)),
      onDrawEnd: ({ overlay }) => {
        this.#unfinished = null;
        this.#change([...this.#drawn, { id, tool, points: this.#pointsOf(overlay) }]);
      },
      onPressedMoveEnd: ({ overlay }) => this.#move(id, this.#pointsOf(overlay)),
      onSelected: () => this.#choose(id),
      onDeselected: () => this.#choose(this.#chosenId === id ? null : this.#chosenId),
      // The library deletes by a click of the right button; here that takes a key or a button.
      onRightClick: ({ preventDefault }) => preventDefault?.(),
    };
  }

  #countPoints({ id, totalStep, currentStep }: Overlay): void {
    const pointsLeft = totalStep - currentStep;
    if (this.#unfinished?.id !== id || pointsLeft === this.#pointsLeft) return;
    this.#pointsLeft = pointsLeft;
    this.#tell();
  }

  #pointsOf({ points }: Overlay): Drawing["points"] {
    return points.map(({ timestamp = 0, value = 0 }) => ({
      time: Math.round(timestamp / MS_PER_SECOND),
      price: Number(value.toFixed(this.#market.pricePrecision)),
    }));
  }

  #move(id: string, points: Drawing["points"]): void {
    const isSame = (drawing: Drawn) => JSON.stringify(drawing.points) === JSON.stringify(points);
    // A click that moved nothing ends like a drag.
    if (this.#drawn.some((drawing) => drawing.id === id && isSame(drawing))) return;
    this.#change(
      this.#drawn.map((drawing) => (drawing.id === id ? { ...drawing, points } : drawing)),
    );
  }

  #choose(id: string | null): void {
    this.#chosenId = id;
    this.#tell();
  }

  #change(drawn: readonly Drawn[]): void {
    this.#past = [...this.#past, this.#drawn].slice(-UNDO_MAX);
    this.#drawn = drawn;
    this.#keep();
  }

  /** Other windows may have drawn on other markets meanwhile: theirs is read first. */
  #keep(): void {
    const book = readBook(this.#storage.read(BOOK));
    this.#storage.write(BOOK, writeBook(withDrawings(book, this.#market.code, this.#drawn)));
    this.#tell();
  }

  #tell(): void {
    this.#state.set({
      tool: this.#unfinished?.tool ?? null,
      pointsLeft: this.#pointsLeft,
      chosen: this.#drawn.find(({ id }) => id === this.#chosenId)?.tool ?? null,
      count: this.#drawn.length,
      canUndo: this.#past.length > 0,
    });
  }
}
