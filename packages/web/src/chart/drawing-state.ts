// What the tools know of the drawings on a chart, before the chart is there too. Apart from the
// drawings themselves, so that the tools come without the library that draws.

import { createStore, type ReadableStore, useStore } from "@truetick/ui/state";
import type { DrawingTool } from "./drawing-book.ts";

export type DrawingState = {
  /** The tool in hand; null while nothing is being drawn. */
  readonly tool: DrawingTool | null;
  /** How many more it needs. */
  readonly pointsLeft: number;
  /** What the drawing is that was clicked; null when none is chosen. */
  readonly chosen: DrawingTool | null;
  readonly count: number;
  readonly canUndo: boolean;
};

export const NOTHING_DRAWN: DrawingState = {
  tool: null,
  pointsLeft: 0,
  chosen: null,
  count: 0,
  canUndo: false,
};

/** The drawings of a chart, as far as tools are concerned. */
export type DrawingDesk = ReadableStore<DrawingState> & {
  /** Takes a tool in hand: the next points on the chart are its own. False: there is no room. */
  readonly start: (tool: DrawingTool) => boolean;
  readonly cancel: () => void;
  readonly undo: () => void;
  readonly removeChosen: () => void;
  readonly clear: () => void;
};

const NOBODY = createStore(NOTHING_DRAWN);

export function useDrawingState(desk: DrawingDesk | null): DrawingState {
  return useStore(desk ?? NOBODY);
}
