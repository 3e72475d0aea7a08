// The commands that all contenders are given: what lies there already, and four commands in turn.
import { Chance } from "./chance.ts";

export const ACCOUNTS = 20_000;
export const MARKETS = 20;
const POSITIONS = 5;

export type Resting = {
  readonly account: number;
  readonly market: number;
  readonly isBuy: boolean;
  /** Distances of stop-loss and take-profit, in points. */
  readonly loss: number;
  readonly gain: number;
};

/** What lies there before the race. */
export function* restingOrders(): Generator<Resting> {
  const chance = new Chance(5);
  for (let at = 0; at < ACCOUNTS * POSITIONS; at += 1) {
    yield {
      account: 1 + (at % ACCOUNTS),
      market: 1 + chance.below(MARKETS),
      isBuy: chance.below(2) === 0,
      loss: 1_000 + chance.below(5_000),
      gain: 1_000 + chance.below(5_000),
    };
  }
}

export type Turn = {
  readonly account: number;
  readonly market: number;
  readonly isBuy: boolean;
  /** Hundredths of a lot. */
  readonly size: number;
};

export const COMMANDS_PER_TURN = 4;

/** Drawn beforehand, so that drawing is nobody's cost. */
export const TURNS: readonly Turn[] = drawTurns(20_000);

function drawTurns(turns: number): Turn[] {
  const chance = new Chance(7);
  return Array.from({ length: turns }, (_, turn) => ({
    account: 1 + chance.below(ACCOUNTS),
    market: 1 + chance.below(MARKETS),
    isBuy: turn % 2 === 0,
    size: 1 + chance.below(50),
  }));
}
