// The simulated traders of the sandbox: under which alias each is listed and by which rule it
// trades. Rules differ in what they look at, how much they dare and how long they wait, so that the
// list has calm ones, wild ones and one that loses everything. Read by simulated-traders.ts.

export type TraderStyle = {
  readonly alias: string;
  /**
   * What it believes: that a move goes on, that it turns, that a new extreme breaks out, that the
   * better nightly rate is worth having, or nothing (`luck`).
   */
  readonly belief: "trend" | "reversal" | "breakout" | "carry" | "luck";
  readonly markets: readonly string[];
  /** How far it looks back. */
  readonly lookbackHours: number;
  /** A move below this share of the price is none. */
  readonly moveMin: number;
  /** Of equity, the margin of one order. */
  readonly marginShare: number;
  readonly leverageMax: number;
  /** Of the price; null: none. */
  readonly stop: number | null;
  readonly target: number | null;
  readonly holdHoursMax: number;
  readonly openMax: number;
  /** How often it looks for an order, of the moments it could. */
  readonly eagerness: number;
};

const CALM = { stop: 0.006, target: 0.012, openMax: 2 } as const;

export const TRADER_STYLES: readonly TraderStyle[] = [
  {
    ...CALM,
    alias: "sim-harbour",
    belief: "trend",
    markets: ["EURUSD", "GBPUSD", "USDJPY"],
    lookbackHours: 72,
    moveMin: 0.003,
    marginShare: 0.02,
    leverageMax: 30,
    holdHoursMax: 96,
    eagerness: 0.25,
  },
  {
    ...CALM,
    alias: "sim-lantern",
    belief: "reversal",
    markets: ["EURUSD", "USDJPY"],
    lookbackHours: 24,
    moveMin: 0.002,
    marginShare: 0.02,
    leverageMax: 30,
    holdHoursMax: 12,
    eagerness: 0.35,
  },
  {
    alias: "sim-granite",
    belief: "breakout",
    markets: ["XAUUSD", "US500"],
    lookbackHours: 96,
    moveMin: 0,
    marginShare: 0.04,
    leverageMax: 10,
    stop: 0.015,
    target: 0.03,
    holdHoursMax: 120,
    openMax: 2,
    eagerness: 0.3,
  },
  {
    alias: "sim-sparrow",
    belief: "luck",
    markets: ["EURUSD", "GBPUSD"],
    lookbackHours: 4,
    moveMin: 0,
    marginShare: 0.03,
    leverageMax: 30,
    stop: 0.0012,
    target: 0.0008,
    holdHoursMax: 0.5,
    openMax: 2,
    eagerness: 0.7,
  },
  {
    alias: "sim-glacier",
    belief: "carry",
    markets: ["XAUUSD", "EURUSD"],
    lookbackHours: 24,
    moveMin: 0,
    marginShare: 0.03,
    leverageMax: 10,
    stop: 0.04,
    target: 0.012,
    holdHoursMax: 96,
    openMax: 2,
    eagerness: 0.3,
  },
  {
    alias: "sim-comet",
    belief: "luck",
    markets: ["US500"],
    lookbackHours: 4,
    moveMin: 0,
    marginShare: 0.9,
    leverageMax: 100,
    stop: null,
    target: 0.02,
    holdHoursMax: 96,
    openMax: 1,
    eagerness: 0.8,
  },
  {
    alias: "sim-meridian",
    belief: "trend",
    markets: ["US500", "XAUUSD"],
    lookbackHours: 120,
    moveMin: 0.006,
    marginShare: 0.04,
    leverageMax: 20,
    stop: 0.02,
    target: 0.05,
    holdHoursMax: 168,
    openMax: 2,
    eagerness: 0.25,
  },
  {
    alias: "sim-tundra",
    belief: "trend",
    markets: ["BTCUSD", "ETHUSD"],
    lookbackHours: 48,
    moveMin: 0.015,
    marginShare: 0.12,
    leverageMax: 2,
    stop: 0.05,
    target: 0.12,
    holdHoursMax: 120,
    openMax: 2,
    eagerness: 0.3,
  },
  {
    alias: "sim-pebble",
    belief: "reversal",
    markets: ["BTCUSD"],
    lookbackHours: 12,
    moveMin: 0.02,
    marginShare: 0.08,
    leverageMax: 2,
    stop: 0.06,
    target: 0.04,
    holdHoursMax: 72,
    openMax: 2,
    eagerness: 0.4,
  },
  {
    ...CALM,
    alias: "sim-orchard",
    belief: "breakout",
    markets: ["GBPUSD", "EURUSD"],
    lookbackHours: 48,
    moveMin: 0,
    marginShare: 0.03,
    leverageMax: 30,
    holdHoursMax: 24,
    eagerness: 0.3,
  },
  {
    alias: "sim-kestrel",
    belief: "reversal",
    markets: ["XAUUSD", "US500"],
    lookbackHours: 8,
    moveMin: 0.004,
    marginShare: 0.06,
    leverageMax: 20,
    stop: 0.02,
    target: 0.01,
    holdHoursMax: 3,
    openMax: 3,
    eagerness: 0.6,
  },
  {
    alias: "sim-thicket",
    belief: "luck",
    markets: ["USDJPY", "US500"],
    lookbackHours: 4,
    moveMin: 0,
    marginShare: 0.1,
    leverageMax: 30,
    stop: 0.004,
    target: 0.004,
    holdHoursMax: 1,
    openMax: 3,
    eagerness: 0.5,
  },
];
