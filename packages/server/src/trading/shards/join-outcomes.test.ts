// One answer for a command that went to all shards: a yes is everybody's, or no shard's that still
// has to be told.

import { accountId, type Event, marketId } from "@truetick/engine";
import { expect, it } from "vitest";
import type { AcceptedOutcome, RefusedOutcome } from "../sequencer/outcome.ts";
import { joinOutcomes } from "./join-outcomes.ts";

const EURUSD = marketId(1);

function yes(account: number): AcceptedOutcome {
  const event: Event = {
    type: "DayEquitySet",
    atMs: 1,
    accountId: accountId(account),
    equity: 0n as Extract<Event, { type: "DayEquitySet" }>["equity"],
  };
  return { isAccepted: true, seq: account, atMs: 1, events: [event] };
}

const no = (refusal: RefusedOutcome["refusal"]): RefusedOutcome => ({ isAccepted: false, refusal });

it("is yes with what happened on every shard", () => {
  const joined = joinOutcomes([yes(1), yes(2)]);
  expect(joined).toMatchObject({ isAccepted: true, events: [...yes(1).events, ...yes(2).events] });
});

it.each([
  no({ reason: "CONVERSION_MISSING", currency: "JPY" }),
  no({ reason: "QUOTE_STALE", marketId: EURUSD, ageMs: null, ageMaxMs: 60_000 }),
  no({ reason: "MARKET_UNKNOWN", marketId: EURUSD }),
  no({ reason: "MARKET_VERSION_OLD", version: 2, newest: 3 }),
])("is no where one shard has not done it: $refusal.reason", (refused) => {
  expect(joinOutcomes([yes(1), refused])).toEqual(refused);
  expect(joinOutcomes([refused, yes(1)])).toEqual(refused);
  // What others have already done hides no refusal either.
  const done = no({ reason: "CUT_ALREADY_CHARGED", marketId: EURUSD, cutDate: 20_260_105 });
  expect(joinOutcomes([done, yes(1), refused])).toEqual(refused);
  expect(joinOutcomes([done, refused])).toEqual(refused);
});

it.each([
  no({ reason: "CUT_ALREADY_CHARGED", marketId: EURUSD, cutDate: 20_260_105 }),
  no({ reason: "DAY_ALREADY_STARTED", cutDate: 20_260_105, newest: 20_260_105 }),
  no({ reason: "MARKET_DELISTED", marketId: EURUSD }),
  no({ reason: "MARKET_VERSION_OLD", version: 2, newest: 2 }),
])("is yes where the others have it already: $refusal.reason", (done) => {
  expect(joinOutcomes([done, yes(1)])).toMatchObject({ isAccepted: true, events: yes(1).events });
  expect(joinOutcomes([done, done])).toEqual(done);
});

it("is to be asked again where a shard could not say", () => {
  const busy = no({ reason: "OVERLOADED", queuedRows: 9 });
  const missing = no({ reason: "CONVERSION_MISSING", currency: "JPY" });
  expect(joinOutcomes([yes(1), missing, busy])).toEqual(busy);
});
