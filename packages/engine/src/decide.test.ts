// What must hold of any history: deciding changes nothing, the same commands give the same events,
// the journal alone gives the state back, time and order of accounts mean nothing.
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import {
  apply,
  createState,
  decide,
  decodeCommand,
  decodeEvents,
  decodeState,
  type Event,
  encodeCommand,
  encodeEvents,
  encodeState,
  isDurable,
  type OrderView,
  orderId,
  orderView,
  type State,
} from "./index.ts";
import { NONE } from "./state/columns.ts";
import { acts, Run, runs } from "./testing/random-run.ts";

vi.setConfig({ testTimeout: 120_000 });

/** After a restart the newest quote of every market comes from the tape. */
function restoreQuotes(from: State, to: State): void {
  for (const { seq, bid, ask, quotedAtMs: atMs, isStale, terms } of from.markets) {
    const { marketId } = terms;
    if (seq === 0) continue;
    apply(to, { type: "QuoteTaken", atMs, marketId, seq, bid: bid as never, ask: ask as never });
    if (isStale) apply(to, { type: "MarketWentStale", atMs, marketId });
  }
}

function viewsOf(state: State): (OrderView | null)[] {
  const { orders } = state;
  const ids = [...orders.orderId].filter((id) => orders.slotOf(id) !== NONE && id > 0);
  return ids.sort((left, right) => left - right).map((id) => orderView(state, orderId(id)));
}

describe("decide", () => {
  test("changes nothing, and decides the same twice", () => {
    fc.assert(
      fc.property(acts(60), (list) => {
        const run = new Run().begin();
        for (const act of list) {
          const command = run.commandOf(act);
          const before = encodeState(run.state);
          const first = decide(run.state, command);
          const second = decide(run.state, command);
          expect(second).toEqual(first);
          expect(encodeState(run.state)).toEqual(before);
          run.carryOut(command);
        }
      }),
      runs(15),
    );
  });

  test("P02: the same acts give the same events and the same state, byte for byte", () => {
    fc.assert(
      fc.property(acts(), (list) => {
        const first = new Run().begin();
        const second = new Run().begin();
        for (const act of list) first.step(act);
        for (const act of list) second.step(act);
        expect(encodeEvents(second.history)).toEqual(encodeEvents(first.history));
        expect(encodeState(second.state)).toEqual(encodeState(first.state));
      }),
      runs(40),
    );
  });

  test("P01: a command that settles money, delivered again, is refused and changes nothing", () => {
    fc.assert(
      fc.property(acts(80), (list) => {
        const run = new Run().begin();
        for (const act of list) {
          const { command, decision } = run.step(act);
          const { type } = command;
          const isOnce = /^(?:Credit|Hold|Release|Settle|TakeQuote|ChargeFinancing)$/.test(type);
          if (!isOnce || !decision.isAccepted) continue;
          expect(decide(run.state, command).isAccepted).toBe(false);
        }
      }),
      runs(40),
    );
  });

  test("P17: moving the clock moves the stamps and nothing else", () => {
    const shiftMs = 86_400_000 * 400;
    fc.assert(
      fc.property(acts(), (list) => {
        const now = new Run().begin();
        const later = new Run({ atMs: now.atMs + shiftMs }).begin();
        for (const act of list) now.step(act);
        for (const act of list) later.step(act);
        expect(later.history).toEqual(now.history.map((event) => shifted(event, shiftMs)));
      }),
      runs(30),
    );
  });
});

const TIMES = ["atMs", "openedAtMs", "expiresAtMs"] as const;

function shifted(event: Event, byMs: number): Event {
  const moved: Record<string, unknown> = { ...event };
  for (const name of TIMES) {
    if (typeof moved[name] === "number") moved[name] = moved[name] + byMs;
  }
  return moved as Event;
}

describe("apply", () => {
  test("P03: durable events alone, through the journal's bytes, give the live state", () => {
    fc.assert(
      fc.property(acts(), (list) => {
        const run = new Run().begin();
        for (const act of list) run.step(act);
        const journal = decodeEvents(encodeEvents(run.history.filter(isDurable)));
        const folded = createState();
        for (const event of journal) apply(folded, event);
        expect(encodeState(folded)).toEqual(encodeState(run.state));
      }),
      runs(40),
    );
  });

  test("P03: every order of a restored state is seen as it was", () => {
    fc.assert(
      fc.property(acts(), (list) => {
        const run = new Run().begin();
        for (const act of list) run.step(act);
        const restored = decodeState(encodeState(run.state));
        restoreQuotes(run.state, restored);
        expect(viewsOf(restored)).toEqual(viewsOf(run.state));
      }),
      runs(40),
    );
  });

  test("P03: a state restored from its snapshot goes on exactly like the one that lived", () => {
    fc.assert(
      fc.property(acts(80), acts(80), (before, after) => {
        const lived = new Run().begin();
        for (const act of before) lived.step(act);
        const state = decodeState(encodeState(lived.state));
        restoreQuotes(lived.state, state);
        const commands = after.map((act) => lived.step(act).command);
        const events = commands.flatMap((command) => {
          const decision = decide(state, command);
          if (!decision.isAccepted) return [];
          for (const event of decision.events) apply(state, event);
          return decision.events;
        });
        expect(events).toEqual(lived.history.slice(-events.length || lived.history.length));
        expect(encodeState(state)).toEqual(encodeState(lived.state));
      }),
      runs(40),
    );
  });

  test("P14: events and accepted commands come back from their bytes as they went", () => {
    fc.assert(
      fc.property(acts(), (list) => {
        const run = new Run().begin();
        for (const act of list) {
          const { command, decision } = run.step(act);
          if (decision.isAccepted) expect(decodeCommand(encodeCommand(command))).toEqual(command);
        }
        expect(decodeEvents(encodeEvents(run.history))).toEqual(run.history);
      }),
      runs(30),
    );
  });
});
