// How large the panels of the workspace are: what the reader has drawn them to, within bounds, as
// the browser remembers it. Pure but for the storage it is given.

import type { Storage } from "../app/storage.ts";

export const PANELS = ["watchlist", "ticket", "dock"] as const;
export type PanelName = (typeof PANELS)[number];

export type PanelBounds = {
  readonly min: number;
  readonly max: number;
  /** The size of the design, to which a double click goes back. */
  readonly usual: number;
};

/** In CSS pixels: widths, and for the dock its height. */
export const PANEL_BOUNDS: Readonly<Record<PanelName, PanelBounds>> = {
  watchlist: { min: 240, max: 520, usual: 296 },
  ticket: { min: 288, max: 440, usual: 316 },
  dock: { min: 124, max: 640, usual: 240 },
};

export type Panels = Readonly<Record<PanelName, number>> & {
  /** Null: never chosen, so the room decides. */
  readonly isWatchlistOpen: boolean | null;
  readonly isDockOpen: boolean;
};

const STORED = "panels";

export function boundSize(name: PanelName, size: number): number {
  const { min, max } = PANEL_BOUNDS[name];
  return Math.round(Math.min(max, Math.max(min, size)));
}

function parse(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(text ?? "");
    return typeof read === "object" && read !== null ? { ...read } : {};
  } catch {
    return {};
  }
}

/** Anything may stand in storage; only sizes within bounds are taken from it. */
export function readPanels(storage: Pick<Storage, "read">): Panels {
  const kept = parse(storage.read(STORED));
  const sizeOf = (name: PanelName) => {
    const size = kept[name];
    const isSize = typeof size === "number" && Number.isFinite(size);
    return isSize ? boundSize(name, size) : PANEL_BOUNDS[name].usual;
  };
  const { isWatchlistOpen, isDockOpen } = kept;
  return {
    watchlist: sizeOf("watchlist"),
    ticket: sizeOf("ticket"),
    dock: sizeOf("dock"),
    isWatchlistOpen: typeof isWatchlistOpen === "boolean" ? isWatchlistOpen : null,
    isDockOpen: isDockOpen !== false,
  };
}

export function keepPanels(storage: Pick<Storage, "write">, panels: Panels): void {
  storage.write(STORED, JSON.stringify(panels));
}
