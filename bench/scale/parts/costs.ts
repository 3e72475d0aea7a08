// The unit costs and assumptions of the model, and whole runs that it is held against (`observed`),
// read from costs.json. Invariants: every one has a
// name of its own, a positive number, a unit and words; a measured one says where it comes from.

import { readFileSync } from "node:fs";
import { join } from "node:path";

export type Cost = {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly what: string;
  /** Null: assumed. */
  readonly source: string | null;
};

type Listed = Omit<Cost, "source"> & { readonly source?: string };
type Listing = Readonly<Record<"measured" | "observed" | "assumed", readonly Listed[]>>;

const FILE = join(import.meta.dirname, "../costs.json");

function readCosts(): ReadonlyMap<string, Cost> {
  // The file is our own and is checked below.
  const listing = JSON.parse(readFileSync(FILE, "utf8")) as Listing;
  const costs = new Map<string, Cost>();
  const found = [...listing.measured, ...listing.observed];
  for (const listed of [...found, ...listing.assumed]) {
    const { name, value, unit, what } = listed;
    const isWhole = name !== "" && value > 0 && unit !== "" && what !== "";
    if (!isWhole || costs.has(name)) throw new Error(`costs.json: ${name} is not a cost`);
    costs.set(name, { name, value, unit, what, source: listed.source ?? null });
  }
  if (found.some(({ source }) => !source)) {
    throw new Error("costs.json: what was measured says where");
  }
  return costs;
}

export const COSTS = readCosts();

export function costOf(name: string): number {
  const found = COSTS.get(name);
  if (!found) throw new Error(`costs.json has no ${name}`);
  return found.value;
}
