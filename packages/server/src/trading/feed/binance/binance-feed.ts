// Binance's public market streams as a feed: the best bid and ask of every symbol on one socket.
// There is no time in them, so a price is stamped when it arrives, and ordered by the book's update
// id. A dollar market is quoted by its USDT pair, and says so. Binance hangs up after 24 hours: the
// next connection talks before that, and what both say is taken once.

import WebSocket, { type RawData } from "ws";
import type { Feed } from "../feed.ts";
import { type Line, type LineEvents, type Pace, PROVIDER_PACE } from "../kept-connection.ts";
import { pointsOf } from "../points.ts";
import { createProviderFeed, type Listening, type ProviderNeeds } from "../provider-feed.ts";
import { readBinanceMessage } from "./binance-message.ts";

export const BINANCE_ORIGIN = "wss://data-stream.binance.vision";

const HOUR_MS = 3_600_000;
export const BINANCE_PACE: Pace = { ...PROVIDER_PACE, renewAfterMs: 23 * HOUR_MS };

/** Binance pings every 20 s, too rarely to tell silence by; its limit is 5 frames a second. */
const PING_EVERY_MS = 4_000;
const MESSAGE_BYTES_MAX = 65_536;

/** Coins that have a liquid USDT pair. */
const COINS = new Set("BTC ETH SOL XRP BNB ADA DOGE LTC".split(" "));

export type BinanceNeeds = ProviderNeeds & { readonly pingEveryMs?: number };

export function createBinanceFeed(needs: BinanceNeeds): Feed {
  return createProviderFeed(needs, {
    source: "binance",
    nameOf: ({ baseCurrency, quoteCurrency }) =>
      baseCurrency !== null && COINS.has(baseCurrency) && quoteCurrency === "USD"
        ? `${baseCurrency}USDT`
        : null,
    open: (listening, events) => openSocket(needs, listening, events),
  });
}

function openSocket(needs: BinanceNeeds, listening: Listening, events: LineEvents): Line {
  const { origin, pace, pingEveryMs = PING_EVERY_MS } = needs;
  const { byName, sink } = listening;
  const streams = [...byName.keys()].map((symbol) => `${symbol.toLowerCase()}@bookTicker`);
  const socket = new WebSocket(`${origin}/stream?streams=${streams.join("/")}`, {
    perMessageDeflate: false,
    maxPayload: MESSAGE_BYTES_MAX,
    handshakeTimeout: pace.silentAfterMs,
    followRedirects: false,
  });
  let isDropped = false;
  const pinging = setInterval(() => {
    if (socket.readyState === WebSocket.OPEN) socket.ping();
  }, pingEveryMs);
  const hear = () => {
    if (isDropped) return;
    sink.hear();
    events.alive();
  };
  socket.on("pong", hear);
  socket.on("ping", hear);
  socket.on("message", (message, isBinary) => {
    if (isDropped) return;
    const kind = isBinary ? null : takeMessage(message, listening);
    if (kind === null) return sink.discard("UNREADABLE");
    hear();
    if (kind === "shutdown") events.ending();
  });
  socket.on("error", (error) => events.gone(error.message));
  socket.on("close", (code) => events.gone(`closed ${code}`));
  return {
    drop() {
      isDropped = true;
      clearInterval(pinging);
      socket.terminate();
    },
  };
}

/** What it was; null when nobody can say. */
function takeMessage(message: RawData, listening: Listening): "book" | "shutdown" | null {
  const { byName, sink, arrival } = listening;
  const read = readBinanceMessage(String(message));
  if (read === null || read.kind === "shutdown") return read?.kind ?? null;
  const market = byName.get(read.symbol);
  if (!market) return null;
  const { code, pricePrecision } = market;
  const bid = pointsOf(read.bid, pricePrecision);
  const ask = pointsOf(read.ask, pricePrecision);
  sink.take({ code, atMs: Math.floor(arrival().wallMs), sourceSeq: read.updateId, bid, ask });
  return "book";
}
