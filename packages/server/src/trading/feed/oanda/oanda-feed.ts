// OANDA's v20 pricing stream as a feed: one HTTP response that never ends, a JSON object per line.
// Prices are ordered by OANDA's own time and stamped by how late they arrive (source-clock.ts).
// Invariant: the token is sent in one header to the host that was configured, and nowhere else.

import { type ClientRequest, request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import type { DiscardReason, FedMarket, Feed } from "../feed.ts";
import type { Line, LineEvents } from "../kept-connection.ts";
import { createLineSplitter } from "../line-splitter.ts";
import { pointsOf } from "../points.ts";
import { createProviderFeed, type Listening, type ProviderNeeds } from "../provider-feed.ts";
import { createSourceClock, type SourceClock } from "../source-clock.ts";
import type { Tick } from "../tick.ts";
import { oandaName } from "./oanda-instruments.ts";
import { type OandaPrice, readOandaLine } from "./oanda-message.ts";

export type OandaKeys = {
  readonly token: string;
  /** Whose prices are asked for: OANDA streams nothing without naming a subscriber. */
  readonly subscriber: string;
};

export const OANDA_ORIGINS = {
  practice: "https://stream-fxpractice.oanda.com",
  live: "https://stream-fxtrade.oanda.com",
} as const;

/** When everything has been late for this long, a new connection is the better one. */
const STRAYED_MAX_MS = 30_000;
const OK = 200;

export type OandaNeeds = ProviderNeeds & { readonly keys: OandaKeys };

export function createOandaFeed(needs: OandaNeeds): Feed {
  return createProviderFeed(needs, {
    source: "oanda",
    nameOf: oandaName,
    open: (listening, events) => openStream(needs, listening, events),
  });
}

function openStream(needs: OandaNeeds, listening: Listening, events: LineEvents): Line {
  const request = askForPrices(needs, listening.byName);
  const clock = createSourceClock();
  let isDropped = false;
  const splitter = createLineSplitter((line) => {
    if (isDropped || line === "") return;
    if (!hearLine(line, clock, listening)) return;
    listening.sink.hear();
    events.alive();
    if (clock.strayedMs(listening.arrival()) > STRAYED_MAX_MS) events.gone("late");
  });
  request.on("error", (error) => events.gone(error.message));
  request.on("response", (response) => {
    if (response.statusCode !== OK) {
      response.resume();
      events.gone(`status ${response.statusCode}`);
      return;
    }
    response.setEncoding("utf8");
    response.on("data", (text: string) => {
      if (!isDropped && !splitter.push(text)) events.gone("a line without end");
    });
    response.on("error", (error) => events.gone(error.message));
    response.on("close", () => events.gone("closed"));
  });
  request.end();
  return {
    drop() {
      isDropped = true;
      request.destroy();
    },
  };
}

function askForPrices(
  { origin, keys }: OandaNeeds,
  byName: ReadonlyMap<string, FedMarket>,
): ClientRequest {
  const url = new URL(`/v3/accounts/${encodeURIComponent(keys.subscriber)}/pricing/stream`, origin);
  url.searchParams.set("instruments", [...byName.keys()].join(","));
  const request = url.protocol === "https:" ? secureRequest : plainRequest;
  return request(url, {
    // A connection of its own: the stream never gives it back.
    agent: false,
    headers: { authorization: `Bearer ${keys.token}`, "accept-datetime-format": "UNIX" },
  });
}

/** Whether the line made sense: only that is a sign of life. */
function hearLine(line: string, clock: SourceClock, listening: Listening): boolean {
  const { sink } = listening;
  const message = readOandaLine(line);
  if (message === null) {
    sink.discard("UNREADABLE");
    return false;
  }
  if (message.kind === "heartbeat") return true;
  const tick = toTick(message, clock, listening);
  if (typeof tick === "string") sink.discard(tick);
  else sink.take(tick);
  return true;
}

function toTick(
  price: OandaPrice,
  clock: SourceClock,
  { byName, arrival }: Listening,
): Tick | DiscardReason {
  const market = byName.get(price.instrument);
  if (!market) return "UNREADABLE";
  const { code, pricePrecision } = market;
  const { sourceAtMs, sourceSeq } = price;
  const atMs = clock.stamp(code, sourceAtMs, arrival());
  if (atMs === null) return "FROM_THE_FUTURE";
  if (!price.isTradeable) return "NOT_TRADEABLE";
  const bid = pointsOf(price.bid, pricePrecision);
  const ask = pointsOf(price.ask, pricePrecision);
  return { code, atMs, sourceAtMs, sourceSeq, bid, ask };
}
