// A shard at its start: what was ordered and what fell due while nobody had it, and the quotes it
// has missed, or tells again as the tape's next writer, come in the order of their times; and what
// was told stale is stale to it too.

import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createCutWatch } from "../exchange/new-york-cut.ts";
import { holdShard } from "../sequencer/hold-shard.ts";
import type { OpenTape } from "../sequencer/open-shard.ts";
import { type Outcome, startSequencer, type UnstampedCommand } from "../sequencer/sequencer.ts";
import { writeOrder } from "../sessions/hand-orders.ts";
import type { CalendarId } from "../sessions/session-calendar.ts";
import { GivenTape } from "../tape/given-tape.ts";
import { accept, reasonOf } from "../testing/bare-exchange.ts";
import {
  buy,
  GIVEN,
  leaveBehind,
  leaveWaiting,
  type MissedFloor,
  openAccount,
  openMissedFloor,
  openOrders,
  SOON,
  START,
  WRITING,
  whatHappened,
} from "./testing/missed-floor.ts";

/** Before the cut that currencies close with for the weekend. */
const FRIDAY = { startAt: Date.UTC(2026, 6, 17, 20, 59, 50), hasRealSessions: true };

let ends: (() => Promise<void>)[];
beforeEach(() => {
  ends = [];
});
afterEach(async () => {
  for (const end of ends) await end();
});

async function open(setting: Parameters<typeof openMissedFloor>[0] = {}): Promise<MissedFloor> {
  const floor = await openMissedFloor(setting);
  ends.push(floor.close);
  return floor;
}

/** Of the tape whose writer is lost. */
const lastHeard = ({ id, clock }: MissedFloor) => ({ of: id, bid: 109_800, atMs: clock.now() });

it("F11: deals at no price of the tape that was told stale before it began", async () => {
  const floor = await open();
  const account = await leaveBehind(floor, null);
  await floor.quote(110_010);
  expect(await floor.writer.storeTape([floor.id])).toBe(true);
  await floor.fallSilent();
  await floor.host();
  expect(reasonOf(await floor.gateway.submit(buy(floor, account)))).toBe("QUOTE_STALE");
  await floor.quote(110_020);
  await accept(floor.gateway, buy(floor, account));
});

it("F11: nor at a quote it has missed, which was told stale", async () => {
  const floor = await open();
  const account = await leaveBehind(floor, null);
  await floor.quote(110_010);
  await floor.fallSilent();
  await floor.host();
  expect(reasonOf(await floor.gateway.submit(buy(floor, account)))).toBe("QUOTE_STALE");
});

/** As the operator's brake does, without an engine. */
function recordHalt({ market, database }: MissedFloor): Promise<void> {
  const order = { reason: "the operator's brake", orderedBy: "operator" };
  const change = { haltReason: order.reason };
  return writeOrder(database, { ids: [market.id], change, order });
}

it("F30: closes nothing in a market that was halted meanwhile", async () => {
  const floor = await open();
  const account = await leaveBehind(floor, 109_900);
  await recordHalt(floor);
  await floor.quote(109_800);
  await floor.host();
  expect(await openOrders(floor, account)).toBe(1);
});

it("charges the night before quotes of the morning close what it was held for", async () => {
  const floor = await open();
  const account = await leaveBehind(floor, 109_900);
  floor.clock.advance(15_000);
  await floor.quote(109_800);
  await floor.host();
  await expect.poll(() => openOrders(floor, account), SOON).toBe(0);
  const charged = await sql`select 1 from financing`.execute(floor.database);
  expect(charged.rows).toHaveLength(1);
});

/** As an engine that dies in the middle of it: every market is charged, and no day begun. */
async function chargeAlone({ needs, clock }: MissedFloor): Promise<void> {
  const { epoch, storedSeq } = needs.tape;
  const held = await holdShard({ ...needs, shard: GIVEN });
  const tape: OpenTape = (heads) =>
    new GivenTape(heads, { epoch, storedSeq, onNamed: () => undefined });
  const { read, submit, stop } = await startSequencer({ ...needs, shard: GIVEN, held, tape });
  const sequencer = {
    read,
    submit: async (command: UnstampedCommand): Promise<Outcome> => {
      const refusal = { reason: "UNAVAILABLE", why: "stopping" } as const;
      return command.type === "StartDay" ? { isAccepted: false, refusal } : submit(command);
    },
  };
  await createCutWatch({ markets: needs.ground.markets, clock, sequencer }).look();
  await stop();
  await held.keeper.stop();
}

it("begins the day before a quote of it, also where only the night was charged", async () => {
  const floor = await open();
  const account = await leaveBehind(floor, 109_900);
  floor.clock.advance(15_000);
  await chargeAlone(floor);
  floor.clock.advance(1_000);
  await floor.quote(109_800);
  await floor.host();
  await expect.poll(() => openOrders(floor, account), SOON).toBe(0);
  const { rows } = await sql`
    select day.journal_seq < fill.journal_seq as "isFirst"
    from fill join trading_day day using (shard)
    where rule = 'stop-loss' and cut_date = 20260715`.execute(floor.database);
  expect(rows).toEqual([{ isFirst: true }]);
});

it("judges no quote of before by hours that were changed meanwhile", async () => {
  const opensAt = Date.UTC(2026, 6, 19, 21);
  const floor = await open({ startAt: opensAt - 10_000, hasRealSessions: true });
  const { live } = floor.needs.ground;
  const keep = (sessionCalendar: CalendarId) =>
    live.change(floor.market.id, { ...floor.market, sessionCalendar });
  keep("always");
  const account = await leaveBehind(floor, 109_900);
  await floor.quote(109_800);
  keep("currencies");
  floor.clock.advance(12_000);
  await floor.host();
  await expect.poll(() => openOrders(floor, account), SOON).toBe(0);
  expect((await whatHappened(floor)).rules).toEqual(["market", "stop-loss"]);
});

it("closes at a quote of before the weekend, with its market closed by now", async () => {
  const floor = await open(FRIDAY);
  const account = await leaveBehind(floor, 109_900);
  await floor.quote(109_800);
  floor.clock.advance(12_000);
  await floor.host();
  expect(await openOrders(floor, account)).toBe(0);
  expect(await whatHappened(floor)).toEqual({ rules: ["market", "stop-loss"], nights: 0 });
});

it("keeps a position that only a quote of after the weekend's bell would close", async () => {
  const floor = await open(FRIDAY);
  const account = await leaveBehind(floor, 109_900);
  floor.clock.advance(12_000);
  await floor.quote(109_800);
  await floor.host();
  expect(await openOrders(floor, account)).toBe(1);
  expect(await whatHappened(floor)).toEqual({ rules: ["market"], nights: 1 });
});

it("opens what the tape reached before it expired", async () => {
  const floor = await open();
  await leaveWaiting(floor, START + 3_000);
  await floor.quote(109_800);
  floor.clock.advance(4_000);
  await floor.host();
  expect((await whatHappened(floor)).rules).toEqual(["limit"]);
});

describe("the tape's next writer", () => {
  it("F30: closes nothing in a market that was halted meanwhile", async () => {
    const floor = await open();
    await floor.host(GIVEN);
    await floor.quote(110_000);
    const account = await openAccount(floor, WRITING);
    await accept(floor.gateway, buy(floor, account, 109_900));
    floor.clock.advance(1_000);
    await floor.loseWriter(lastHeard(floor));
    await recordHalt(floor);
    await floor.host(WRITING);
    expect(await openOrders(floor, account)).toBe(1);
  });

  it("charges the night before quotes that are told again close what it was held for", async () => {
    const floor = await open();
    await floor.host(GIVEN);
    await floor.quote(110_000);
    const account = await openAccount(floor, WRITING);
    await accept(floor.gateway, buy(floor, account, 109_900));
    floor.clock.advance(15_000);
    await floor.loseWriter(lastHeard(floor));
    await floor.host(WRITING);
    await expect.poll(() => openOrders(floor, account), SOON).toBe(0);
    const charged = await sql`select 1 from financing`.execute(floor.database);
    expect(charged.rows).toHaveLength(1);
  });

  it("closes at a quote of before the weekend, with its market closed by now", async () => {
    const floor = await open(FRIDAY);
    await floor.host(GIVEN);
    await floor.quote(110_000);
    const account = await openAccount(floor, WRITING);
    await accept(floor.gateway, buy(floor, account, 109_900));
    floor.clock.advance(1_000);
    await floor.loseWriter(lastHeard(floor));
    floor.clock.advance(12_000);
    await floor.host(WRITING);
    expect(await openOrders(floor, account)).toBe(0);
    expect(await whatHappened(floor)).toEqual({ rules: ["market", "stop-loss"], nights: 0 });
  });
});
