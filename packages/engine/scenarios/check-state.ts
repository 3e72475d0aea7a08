// What must hold of every state in a story, and of its replay.
import { expect } from "vitest";
import {
  apply,
  type Book,
  createState,
  decodeEvents,
  decodeState,
  type Event,
  encodeEvents,
  encodeState,
  isDurable,
  type State,
} from "../src/index.ts";

/** Accounts, holds and house of each book sum to zero (inv02, P05). */
export function sumsToZero(state: State): void {
  for (const book of ["real", "demo"] as const) expect(sumOf(state, book), book).toBe(0n);
}

function sumOf({ accounts, house }: State, book: Book): bigint {
  let sum = house[book].reduce((total, balance) => total + balance, 0n);
  for (let slot = 0; slot < accounts.count; slot += 1) {
    if (accounts.book(slot) === book) sum += accounts.cash(slot);
  }
  return sum;
}

/**
 * The journal alone gives the same state: durable events, written and read back, folded; and so
 * does a snapshot of it (P03, P14).
 */
export function foldsToSameState(state: State, history: readonly Event[]): void {
  const journal = decodeEvents(encodeEvents(history));
  expect(journal).toEqual(history);
  const folded = createState();
  for (const event of journal) if (isDurable(event)) apply(folded, event);
  const bytes = encodeState(state);
  expect(encodeState(folded)).toEqual(bytes);
  expect(encodeState(decodeState(bytes))).toEqual(bytes);
}
