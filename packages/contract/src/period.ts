// The six chart periods: id on the wire, label the spec shows, length.

export type Period = { readonly id: PeriodId; readonly label: string; readonly seconds: number };

export const PERIOD_IDS = ["1min", "5min", "15min", "30min", "60min", "1day"] as const;
export type PeriodId = (typeof PERIOD_IDS)[number];

export const PERIODS: readonly Period[] = [
  { id: "1min", label: "1M", seconds: 60 },
  { id: "5min", label: "5M", seconds: 300 },
  { id: "15min", label: "15M", seconds: 900 },
  { id: "30min", label: "30M", seconds: 1_800 },
  { id: "60min", label: "1H", seconds: 3_600 },
  { id: "1day", label: "1D", seconds: 86_400 },
];

/** Reads an id or a label; null when it is neither. */
export function periodOf(text: string): Period | null {
  return PERIODS.find((period) => period.id === text || period.label === text) ?? null;
}
