// How the reader wants his charts drawn: as candles, a line or an area, with which indicators, and
// whether what sources said stands below.
// One choice for all markets, remembered by the browser. The tools change it, the chart follows.

import { createStore, type ReadableStore } from "@truetick/ui/state";
import type { Storage } from "../app/storage.ts";

export const CHART_KINDS = ["candles", "line", "area"] as const;
export type ChartKind = (typeof CHART_KINDS)[number];

/** In the order of the menu: over the candles first, then those with a pane of their own. */
export const INDICATORS = ["MA", "EMA", "BOLL", "VOL", "MACD", "RSI"] as const;
export type IndicatorName = (typeof INDICATORS)[number];

export type ChartChoice = {
  readonly kind: ChartKind;
  readonly indicators: readonly IndicatorName[];
  readonly hasRawFeed: boolean;
};

export type ChartChoices = ReadableStore<ChartChoice> & {
  readonly chooseKind: (kind: ChartKind) => void;
  readonly switchIndicator: (name: IndicatorName, isOn: boolean) => void;
  readonly switchRawFeed: (isOn: boolean) => void;
};

const KIND = "chartKind";
const SHOWN = "chartIndicators";
const RAW_FEED = "chartRawFeed";
const FIRST_SHOWN: readonly IndicatorName[] = ["EMA", "VOL"];

function readChoice(storage: Storage): ChartChoice {
  const kind = storage.read(KIND);
  const shown = storage.read(SHOWN)?.split(",");
  return {
    kind: CHART_KINDS.find((known) => known === kind) ?? "candles",
    indicators: shown ? INDICATORS.filter((name) => shown.includes(name)) : FIRST_SHOWN,
    hasRawFeed: storage.read(RAW_FEED) === "on",
  };
}

export function createChartChoices(storage: Storage): ChartChoices {
  const { get, set, subscribe } = createStore(readChoice(storage));
  return {
    get,
    subscribe,
    chooseKind(kind) {
      storage.write(KIND, kind);
      set({ ...get(), kind });
    },
    switchIndicator(name, isOn) {
      const { indicators } = get();
      const shown = INDICATORS.filter((known) =>
        known === name ? isOn : indicators.includes(known),
      );
      storage.write(SHOWN, shown.join(","));
      set({ ...get(), indicators: shown });
    },
    switchRawFeed(isOn) {
      storage.write(RAW_FEED, isOn ? "on" : "off");
      set({ ...get(), hasRawFeed: isOn });
    },
  };
}
