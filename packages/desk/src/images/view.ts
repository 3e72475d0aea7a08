// How a picture is looked at: how large, turned by how much, and moved where. Pure.

export type View = {
  readonly zoom: number;
  /** Degrees, clockwise: 0, 90, 180, 270. */
  readonly turn: number;
  /** Pixels of the screen, from the middle. */
  readonly x: number;
  readonly y: number;
};

export const WHOLE: View = { zoom: 1, turn: 0, x: 0, y: 0 };
const ZOOM_MIN = 1;
export const ZOOM_MAX = 8;
const ZOOM_STEP = 1.25;
const QUARTER = 90;
const FULL = 360;

/** Nearer by positive steps. Back at the whole picture it stands in the middle again. */
export function zoomed(view: View, steps: number): View {
  const zoom = Math.min(ZOOM_MAX, Math.max(ZOOM_MIN, view.zoom * ZOOM_STEP ** steps));
  if (zoom === ZOOM_MIN) return { ...view, zoom, x: 0, y: 0 };
  const ratio = zoom / view.zoom;
  return { ...view, zoom, x: view.x * ratio, y: view.y * ratio };
}

/** A quarter to the right; what was in view comes to the middle. */
export function turned(view: View): View {
  return { ...view, turn: (view.turn + QUARTER) % FULL, x: 0, y: 0 };
}

/** Moved by so much, but never out of sight. */
export function moved(view: View, by: { readonly x: number; readonly y: number }): View {
  if (view.zoom === ZOOM_MIN) return view;
  return { ...view, x: view.x + by.x, y: view.y + by.y };
}

export function isSideways({ turn }: View): boolean {
  return turn % (2 * QUARTER) !== 0;
}
