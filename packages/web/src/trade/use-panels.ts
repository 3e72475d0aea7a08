// The panels of the workspace as the reader has them: their sizes, and which are open. Remembered
// by the browser. While a divider is being drawn only the page follows; React hears of the end.

import { useCallback, useState } from "react";
import { useApp } from "../app/app.ts";
import { useMedia } from "../app/use-media.ts";
import {
  keepPanels,
  PANEL_BOUNDS,
  type PanelName,
  type Panels,
  readPanels,
} from "./panel-sizes.ts";

/** From here on there is room for a list, a chart and a ticket side by side. */
const WITH_WATCHLIST = "(min-width: 1280px)";

export type PanelSet = Panels & {
  readonly isWatchlistOpen: boolean;
  readonly resize: (name: PanelName, size: number) => void;
  readonly reset: (name: PanelName) => void;
  readonly openWatchlist: (isOpen: boolean) => void;
  readonly openDock: (isOpen: boolean) => void;
};

export function usePanels(): PanelSet {
  const { storage } = useApp();
  const hasRoom = useMedia(WITH_WATCHLIST);
  const [panels, setPanels] = useState(() => readPanels(storage));
  const change = useCallback(
    (next: Partial<Panels>) =>
      setPanels((was) => {
        const panelsNow = { ...was, ...next };
        keepPanels(storage, panelsNow);
        return panelsNow;
      }),
    [storage],
  );
  return {
    ...panels,
    isWatchlistOpen: panels.isWatchlistOpen ?? hasRoom,
    resize: (name, size) => change({ [name]: size }),
    reset: (name) => change({ [name]: PANEL_BOUNDS[name].usual }),
    openWatchlist: (isWatchlistOpen) => change({ isWatchlistOpen }),
    openDock: (isDockOpen) => change({ isDockOpen }),
  };
}
