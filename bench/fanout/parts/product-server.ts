// The product's gateway in a process of its own: the real port, socket, limits and quote board;
// only the feed is the bench's.

import { join } from "node:path";
import { ZERO_MONEY } from "@truetick/money";
import {
  createLog,
  createPriceRoom,
  loadSendAll,
  sandboxMarkets,
  seedOfNumber,
  startGateway,
  systemClock,
} from "@truetick/server";
import { obey } from "./control.ts";
import { createTicker } from "./ticks.ts";

const markets = sandboxMarkets().slice(0, Number(process.argv[2]));
const { board } = createPriceRoom({
  markets,
  seed: seedOfNumber(1),
  clock: systemClock,
  hasRealSessions: false,
});
const ticker = createTicker(markets.length, ({ at, atMs, points }) => {
  const code = markets[at]?.code;
  if (code) board.record({ code, atMs, bid: points, ask: points + 10, sourceSeq: 0 });
});

const SEND_ALL = join(import.meta.dirname, "../../../packages/server/native/dist/send-all.node");
const never = () => () => undefined;
const gateway = await startGateway({
  port: Number(process.argv[3]),
  mode: "sandbox",
  publicOrigin: "http://localhost",
  trustedProxies: 0,
  checksAnswers: false,
  version: "bench",
  log: createLog("error"),
  clock: systemClock,
  sendAll: loadSendAll(SEND_ALL),
});
const { version, changedSince } = board;
const isSimulated = true;
await gateway.attach({
  calls: {},
  areas: [],
  allowsDesk: () => false,
  findCaller: async () => null,
  findStaff: async () => null,
  watchStaff: async () => null,
  sessions: { onEnded: never, onMissed: never, living: async () => new Map() },
  live: {
    quotes: { isSimulated, version, changedSince },
    candles: {
      isSimulated,
      knows: (code) => markets.some((market) => market.code === code),
      newest: () => ({}),
    },
    accounts: {
      isSimulated,
      directory: () => null,
      read: async (look) => look({ account: () => null, orders: () => [] }),
      readHere: async (look) => look({ account: () => null, orders: () => [] }),
      financingOf: () => ZERO_MONEY,
      subscribe: never,
    },
    changes: { follow: never },
    inbox: { follow: never },
    copies: { follow: never },
    support: { follow: never },
  },
  vitalSigns: () => Promise.reject(new Error("nobody asks")),
  readings: {
    quotesAccepted: board.recorded,
    quotesRefused: () => [],
    priceSources: () => [],
    isTrading: () => true,
    queuedRows: () => 0,
    heldQuotes: () => 0,
    journalSeq: () => 0,
    databaseConnections: () => ({ total: 0, idle: 0, waiting: 0 }),
    messagesWaiting: async () => [],
    messagesEnded: () => [],
    inboxLag: () => 0,
    alertsWaiting: () => 0,
    copyLag: () => 0,
    proof: () => ({ lagRows: 0, ageSec: 0, crashes: 0 }),
    verdict: () => ({ isWhole: true, faults: 0, finishedAt: 0, tookSec: 0, rows: 0 }),
  },
  appName: async () => "bench",
  webFolder: "/nonexistent",
  deskFolder: "/nonexistent",
});
obey(gateway.port, ticker.setRate);
