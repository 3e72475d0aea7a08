// Recordings for the replay feed, one for each market: twenty ticks a second, each of them a price
// that differs from the one before, wandering around where the market stood. Played in a loop.

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Market } from "@truetick/contract";
import { formatDecimal, parseDecimal } from "@truetick/money";

export const TICKS_PER_SECOND = 20;
const TAPE_SECONDS = 60;
const SPACING_MS = 1_000 / TICKS_PER_SECOND;
const STEP_MAX = 3;
/** Points from where it stood at which the way back becomes the likely one. */
const REACH = 40;
const GENERATOR = 48_271;
const MODULUS = 2_147_483_647;

/** A number from 0 to 1 out of the same sequence in every run. */
function createChance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * GENERATOR) % MODULUS;
    return state / MODULUS;
  };
}

function tapeOf({ quote, pricePrecision, code }: Market, seed: number): string {
  const bid = quote && parseDecimal(quote.bid, pricePrecision);
  const ask = quote && parseDecimal(quote.ask, pricePrecision);
  if (bid === null || ask === null) throw new Error(`${code} has no price`);
  const chance = createChance(seed);
  const lines = ["ts_ms,bid,ask"];
  let away = 0;
  for (let tick = 0; tick < TAPE_SECONDS * TICKS_PER_SECOND; tick += 1) {
    const isUp = chance() > 0.5 + away / (2 * REACH);
    const step = 1 + Math.floor(chance() * STEP_MAX);
    away += isUp ? step : -step;
    const move = BigInt(away);
    const [low, high] = [bid + move, ask + move + BigInt(Math.floor(chance() * 2))];
    const prices = [low, high].map((points) => formatDecimal(points, pricePrecision));
    lines.push([1_000 + tick * SPACING_MS, ...prices].join(","));
  }
  return `${lines.join("\n")}\n`;
}

/** Answers the setting FEED that plays them. */
export async function recordTapes(folder: string, markets: readonly Market[]): Promise<string> {
  await mkdir(folder, { recursive: true });
  const sources = markets.map(async (market, index) => {
    const path = join(folder, `${market.code}.csv`);
    await writeFile(path, tapeOf(market, index + 1));
    return `replay:${path}?loop=1&market=${market.code}`;
  });
  return (await Promise.all(sources)).join(",");
}
