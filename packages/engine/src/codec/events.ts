// Events to bytes and back, for the journal. Equal events give equal bytes, so they can be hashed.
import { assert } from "@truetick/money";
import type { Event } from "../event.ts";
import * as account from "./account-events.ts";
import { ByteReader, ByteWriter } from "./bytes.ts";
import * as frequent from "./frequent-events.ts";
import * as market from "./market-events.ts";
import { EVENT_TYPES } from "./names.ts";
import * as order from "./order-events.ts";

type Write<One> = (to: ByteWriter, event: One) => void;
type Codecs = {
  readonly [Type in Event["type"]]: readonly [
    write: Write<Extract<Event, { type: Type }>>,
    read: (from: ByteReader) => Extract<Event, { type: Type }>,
  ];
};

const CODECS: Codecs = {
  OrderPlaced: [frequent.writeOrderPlaced, frequent.readOrderPlaced],
  OrderOpened: [frequent.writeOrderOpened, frequent.readOrderOpened],
  OrderClosed: [frequent.writeOrderClosed, frequent.readOrderClosed],
  OrderReduced: [order.writeOrderReduced, order.readOrderReduced],
  OrderCancelled: [frequent.writeOrderCancelled, frequent.readOrderCancelled],
  OrderAmended: [order.writeOrderAmended, order.readOrderAmended],
  StopsSet: [order.writeStopsSet, order.readStopsSet],
  TrailingSet: [order.writeTrailingSet, order.readTrailingSet],
  TrailingAdvanced: [market.writeTrailingAdvanced, market.readTrailingAdvanced],
  MarginCalled: [account.writeMarginCalled, account.readMarginCalled],
  MarginRestored: [account.writeMarginRestored, account.readMarginRestored],
  StoppedOut: [account.writeStoppedOut, account.readStoppedOut],
  BalanceProtected: [account.writeBalanceProtected, account.readBalanceProtected],
  FinancingCharged: [account.writeFinancingCharged, account.readFinancingCharged],
  MarketCut: [market.writeMarketCut, market.readMarketCut],
  DayStarted: [market.writeDayStarted, market.readDayStarted],
  DayEquitySet: [account.writeDayEquitySet, account.readDayEquitySet],
  AccountOpened: [account.writeAccountOpened, account.readAccountOpened],
  LimitsSet: [account.writeLimitsSet, account.readLimitsSet],
  DemoReset: [account.writeDemoReset, account.readDemoReset],
  FundsCredited: [account.writeFundsCredited, account.readFundsCredited],
  FundsHeld: [account.writeHoldEvent, account.readFundsHeld],
  HoldReleased: [account.writeHoldEvent, account.readHoldReleased],
  HoldSettled: [account.writeHoldEvent, account.readHoldSettled],
  FundsTransferred: [account.writeFundsTransferred, account.readFundsTransferred],
  MarketDefined: [market.writeMarketDefined, market.readMarketDefined],
  MarketSessionChanged: [market.writeMarketSessionChanged, market.readMarketSessionChanged],
  QuoteTaken: [market.writeQuoteTaken, market.readQuoteTaken],
  MarketWentStale: [market.writePlace, market.readMarketWentStale],
  OrderLeftOpen: [order.writeOrderLeftOpen, order.readOrderLeftOpen],
};

/** Changes when old bytes would be misread; readers refuse what they do not know. */
const VERSION = 2;

/** The place of a type in their list. */
const TAGS = Object.fromEntries(EVENT_TYPES.map((type, tag) => [type, tag])) as Record<
  Event["type"],
  number
>;
const writer = new ByteWriter();

export function encodeEvents(events: readonly Event[]): Uint8Array<ArrayBuffer> {
  writer.begin();
  writer.two(VERSION, events.length);
  for (const event of events) writeEvent(writer, event);
  return writer.finish();
}

/** What makes up most of a day is told apart here, which is faster than a look into the table. */
function writeEvent(to: ByteWriter, event: Event): void {
  switch (event.type) {
    case "OrderOpened":
      to.uint(TAGS.OrderOpened);
      frequent.writeOrderOpened(to, event);
      break;
    case "OrderClosed":
      to.uint(TAGS.OrderClosed);
      frequent.writeOrderClosed(to, event);
      break;
    case "OrderPlaced":
      to.uint(TAGS.OrderPlaced);
      frequent.writeOrderPlaced(to, event);
      break;
    case "OrderCancelled":
      to.uint(TAGS.OrderCancelled);
      frequent.writeOrderCancelled(to, event);
      break;
    default:
      to.uint(TAGS[event.type]);
      // The table pairs each type with its function; an index loses the pairing, hence the cast.
      (CODECS[event.type][0] as Write<Event>)(to, event);
  }
}

export function decodeEvents(bytes: Uint8Array): Event[] {
  const from = new ByteReader(bytes);
  assert(from.uint() === VERSION, "Invariant: only known versions of events are read");
  const events: Event[] = [];
  for (let left = from.uint(); left > 0; left -= 1) {
    events.push(CODECS[from.name(EVENT_TYPES)][1](from));
  }
  assert(from.isAtEnd, "Invariant: nothing follows the last event");
  return events;
}

/** Each event with its own bytes: those that `encodeEvents` gives of it alone. */
export function splitEvents(
  bytes: Uint8Array,
): readonly { readonly event: Event; readonly bytes: Uint8Array }[] {
  const from = new ByteReader(bytes);
  assert(from.uint() === VERSION, "Invariant: only known versions of events are read");
  const count = from.uint();
  const parts: { event: Event; bytes: Uint8Array }[] = [];
  for (let left = count; left > 0; left -= 1) {
    const start = from.place;
    const event = CODECS[from.name(EVENT_TYPES)][1](from);
    parts.push({ event, bytes: count === 1 ? bytes : alone(bytes.subarray(start, from.place)) });
  }
  assert(from.isAtEnd, "Invariant: nothing follows the last event");
  return parts;
}

function alone(event: Uint8Array): Uint8Array {
  writer.begin();
  writer.two(VERSION, 1);
  const head = writer.finish();
  const bytes = new Uint8Array(head.length + event.length);
  bytes.set(head);
  bytes.set(event, head.length);
  return bytes;
}
