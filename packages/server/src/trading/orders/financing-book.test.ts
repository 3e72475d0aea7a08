// What a position was charged is the sum of its rows, also where whoever tells of commits is behind
// the database, or tells while it is read.

import type { AccountId, Event, FinancingCharged, OrderId } from "@truetick/engine";
import { type Money, money } from "@truetick/money";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Committed } from "../sequencer/sequencer.ts";
import {
  accept,
  EURUSD,
  type Exchange,
  marketOrder,
  openExchange,
  place,
} from "../testing/bare-exchange.ts";
import { openFinancingBook } from "./financing-book.ts";

let exchange: Exchange;
let told: Committed[];
let account: AccountId;
let position: OrderId;
beforeEach(async () => {
  exchange = await openExchange();
  told = [];
  exchange.sequencer().subscribe((committed) => told.push(committed));
  account = await exchange.openAccount("demo");
  position = await place(exchange.sequencer(), marketOrder(account));
  exchange.clock.advance(1_000);
});
afterEach(() => exchange.close());

async function charge(cutDate: number): Promise<Committed> {
  const cut = { cutDate, cutAtMs: exchange.clock.now(), weekday: 1 } as const;
  await accept(exchange.sequencer(), { type: "ChargeFinancing", marketId: EURUSD, ...cut });
  const row = told.at(-1);
  if (!row) throw new Error("Invariant: what was accepted is told");
  return row;
}

async function stored(): Promise<Money> {
  const { rows } = await sql<{ amount: string }>`
    select sum(amount)::text as amount from financing`.execute(exchange.test.database);
  return money(BigInt(rows[0]?.amount ?? "0"));
}

const isCharge = (event: Event): event is FinancingCharged => event.type === "FinancingCharged";

/** As a process has it whose news of the journal come when the test says so. */
function openBehind() {
  const listeners: ((committed: Committed) => void)[] = [];
  const opening = openFinancingBook({
    database: exchange.test.database,
    subscribe: (listener) => {
      listeners.push(listener);
      return () => undefined;
    },
  });
  const hear = (committed: Committed) => {
    for (const listener of listeners) listener(committed);
  };
  return { opening, hear };
}

it("a charge that was stored before it was read, and is told later, counts once", async () => {
  const first = await charge(20260105);
  const { opening, hear } = openBehind();
  const { financingOf } = await opening;
  hear(first);
  expect(financingOf(position)).toBe(await stored());
  const second = await charge(20260106);
  hear(second);
  expect(financingOf(position)).toBe(await stored());
});

it("a charge that is told while the others are read is not lost", async () => {
  const first = await charge(20260105);
  const amount = first.events.find(isCharge)?.amount ?? money(0n);
  const { opening, hear } = openBehind();
  hear({ ...first, seq: first.seq + 1 });
  const { financingOf } = await opening;
  expect(financingOf(position)).toBe(2n * amount);
});

it("nothing is kept of what has ended", async () => {
  await charge(20260105);
  const { opening, hear } = openBehind();
  const { financingOf } = await opening;
  const close = { type: "CloseOrder", orderId: position, lots: null, reason: "user" } as const;
  exchange.quote(EURUSD, 110_000, 110_010);
  await accept(exchange.sequencer(), { ...close, accountId: account });
  for (const row of told) hear(row);
  expect(financingOf(position)).toBe(0n);
});
