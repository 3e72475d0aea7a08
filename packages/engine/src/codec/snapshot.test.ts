// Snapshots of the build before, and how small what has settled stays.

import { assert, money } from "@truetick/money";
import { expect, test } from "vitest";
import {
  accountId,
  apply,
  type Command,
  createState,
  decide,
  decodeState,
  encodeState,
  type State,
} from "../index.ts";

const ACCOUNT = accountId(1);

/** As version 2 wrote it: every settled id by itself. */
const LISTED = bytesOf(
  "0507aba7890303030d01010303030165016501010101010101010101014f130101010101010101010109030507f20a" +
    "032000000000400101",
);

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function live(credits: readonly (readonly ["deposit" | "adjustment", number])[]): State {
  const state = createState();
  run(state, { type: "OpenAccount", accountId: ACCOUNT, ownerId: 1, book: "real", atMs: 1 });
  for (const [cause, causeId] of credits) run(state, credit(cause, causeId));
  return state;
}

function credit(cause: "deposit" | "adjustment", causeId: number): Command {
  return { type: "Credit", accountId: ACCOUNT, cause, causeId, amount: money(5n), atMs: 2 };
}

function run(state: State, command: Command): void {
  const decision = decide(state, command);
  assert(decision.isAccepted, "Invariant: what the test asks for is accepted");
  for (const event of decision.events) apply(state, event);
}

function expectSettled(state: State, ids: readonly number[]): void {
  for (const causeId of ids) {
    expect(decide(state, credit("deposit", causeId))).toEqual({
      isAccepted: false,
      refusal: { reason: "ALREADY_SETTLED", causeId },
    });
  }
}

test("a state that the build before wrote is read, and written as it is now (0040)", () => {
  const same = live([
    ["deposit", 3],
    ["deposit", 1],
    ["deposit", 2],
    ["deposit", 700],
    ["adjustment", 2 ** 40],
  ]);
  const state = decodeState(LISTED);
  expect(encodeState(state)).toEqual(encodeState(same));
  expectSettled(state, [1, 2, 3, 700]);
  expect(decide(state, credit("deposit", 4)).isAccepted).toBe(true);
});

test("what has settled once does not settle again after a start from a snapshot (inv27)", () => {
  const ids = [1, 2, 3, 40, 41, 511, 512, 513, 2_000];
  const state = decodeState(encodeState(live(ids.map((id) => ["deposit", id] as const))));
  expectSettled(state, ids);
  for (const id of [4, 39, 42, 510, 514, 1_999, 2_001]) {
    expect(decide(state, credit("deposit", id)).isAccepted).toBe(true);
  }
  expect(decide(state, credit("adjustment", 1)).isAccepted).toBe(true);
});

test("a version that nobody knows is not read", () => {
  const unknown = encodeState(createState());
  unknown[0] = 0x09;
  expect(() => decodeState(unknown)).toThrow("Invariant: only known versions");
});

test("what has settled costs a snapshot by its gaps and not by its number", () => {
  const few = live([["deposit", 1]]);
  const many = live(Array.from({ length: 5_000 }, (_, index) => ["deposit", 5_000 - index]));
  const room = encodeState(many).length - encodeState(few).length;
  expect(room).toBeLessThan(16);
  expect(encodeState(decodeState(encodeState(many)))).toEqual(encodeState(many));
});
