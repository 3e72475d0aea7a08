// What a new account begins with: play money for a demo, nothing where a transfer will fill it.

import { money } from "@truetick/money";
import { expect, test } from "vitest";
import { accountId } from "../account.ts";
import { apply } from "../apply.ts";
import type { Command } from "../command.ts";
import { decide } from "../decide.ts";
import { createState } from "../state/state.ts";
import { accountView } from "../views.ts";
import { DEMO_BALANCE } from "./open-account.ts";

const MAIN = accountId(1);
const COPY = accountId(2);

function carryOut(state: ReturnType<typeof createState>, command: Command): void {
  const decision = decide(state, command);
  if (!decision.isAccepted) throw new Error(decision.refusal.reason);
  for (const event of decision.events) apply(state, event);
}

test("a demo without its grant begins empty and is filled by its owner's other account", () => {
  const state = createState();
  const opening = { type: "OpenAccount", atMs: 1, ownerId: 5, book: "demo" } as const;
  carryOut(state, { ...opening, accountId: MAIN });
  carryOut(state, { ...opening, accountId: COPY, isGranted: false });
  expect(accountView(state, MAIN)?.cash).toBe(DEMO_BALANCE);
  expect(accountView(state, COPY)?.cash).toBe(0n);
  const amount = money(2_500_000_001n);
  carryOut(state, {
    type: "Transfer",
    atMs: 2,
    transferId: 9,
    fromAccountId: MAIN,
    toAccountId: COPY,
    amount,
    cause: "copy-transfer",
  });
  expect(accountView(state, COPY)?.cash).toBe(amount);
  expect(accountView(state, MAIN)?.cash).toBe(DEMO_BALANCE - amount);
});
