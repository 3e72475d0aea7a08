// Turns a line of a story into commands. Words are read left to right; options follow as pairs of
// a word and a value.
import {
  type Lots,
  lots,
  type Money,
  money,
  type Price,
  parseLots,
  parseMoney,
  parsePrice,
} from "@truetick/money";
import {
  type AccountLimits,
  accountId,
  type Command,
  NO_LIMITS,
  type RequestedCloseReason,
} from "../src/index.ts";
import { accountOf, addMarket, type Cast, marketOf, orderOf } from "./cast.ts";
import { readMarket } from "./read-market.ts";

type Reader = (cast: Cast, words: string[]) => Command[];

const READERS: Readonly<Record<string, Reader>> = {
  market: readMarket,
  account: readAccount,
  quote: readQuote,
  buy: (cast, words) => [readOrder(cast, "buy", words)],
  sell: (cast, words) => [readOrder(cast, "sell", words)],
  close: readClose,
  "close-all": readCloseAll,
  cancel: (cast, [account = "", order = ""]) => [
    { type: "CancelOrder", ...who(cast, account), orderId: orderOf(cast, order) },
  ],
  stops: readStops,
  trail: readTrail,
  amend: readAmend,
  expire: ({ atMs }) => [{ type: "ExpireOrders", atMs }],
  wait: readWait,
  stale: (cast, [name = ""]) => [
    { type: "MarkStale", atMs: cast.atMs, marketId: marketOf(cast, name).marketId },
  ],
  session: readSession,
  delist: (cast, [name = ""]) => [
    { type: "DelistMarket", atMs: cast.atMs, marketId: marketOf(cast, name).marketId },
  ],
  financing: readFinancing,
  day: ({ atMs }, [date = "0"]) => [{ type: "StartDay", atMs, cutDate: Number(date) }],
  deposit: (cast, words) => [readCredit(cast, "deposit", words)],
  adjust: (cast, words) => [readCredit(cast, "adjustment", words)],
  hold: (cast, [account = "", id = "", amount = ""]) => [
    { type: "Hold", ...who(cast, account), withdrawalId: Number(id), amount: amountOf(amount) },
  ],
  release: ({ atMs }, [id = ""]) => [{ type: "Release", atMs, withdrawalId: Number(id) }],
  settle: ({ atMs }, [id = "", , fee = "0"]) => [
    { type: "Settle", atMs, withdrawalId: Number(id), fee: amountOf(fee) },
  ],
  transfer: readTransfer,
  limits: readLimits,
  reset: (cast, [account = ""]) => [{ type: "ResetDemo", ...who(cast, account) }],
};

export function readCommand(cast: Cast, [verb = "", ...words]: string[]): Command[] {
  const reader = READERS[verb];
  if (reader === undefined) throw new Error(`nobody knows how to "${verb}"`);
  return reader(cast, words);
}

export function optionsOf(words: readonly string[]): Map<string, string> {
  const options = new Map<string, string>();
  for (let at = 0; at < words.length; at += 2) options.set(words[at] ?? "", words[at + 1] ?? "");
  return options;
}

function who(cast: Cast, account: string) {
  return { atMs: cast.atMs, accountId: accountOf(cast, account) };
}

function amountOf(text: string): Money {
  const isNegative = text.startsWith("-");
  const amount = parseMoney(isNegative ? text.slice(1) : text);
  if (amount === null) throw new Error(`not an amount: ${text}`);
  return money(isNegative ? -amount : amount);
}

function sizeOf(text: string): Lots {
  return parseLots(text) ?? lots(0);
}

function priceOf(text: string | undefined, precision: number): Price | null {
  return text === undefined ? null : parsePrice(text, precision);
}

function readAccount(cast: Cast, [name = "", ...words]: string[]): Command[] {
  const options = optionsOf(words);
  const id = accountId(cast.accounts.size + 1);
  cast.accounts.set(name, id);
  const { atMs } = cast;
  const book = options.get("book") === "demo" ? "demo" : "real";
  const ownerId = Number(options.get("owner") ?? id);
  const opening: Command = { type: "OpenAccount", atMs, accountId: id, ownerId, book };
  const balance = options.get("balance");
  if (balance === undefined) return [opening];
  return [opening, readCredit(cast, "deposit", [name, balance])];
}

/** `old 3600`: the source quoted it an hour ago. */
function readQuote(cast: Cast, [name = "", bid = "", ask = "", ...rest]: string[]): Command[] {
  const { marketId, precision } = marketOf(cast, name);
  const seq = (cast.seqs.get(name) ?? 0) + 1;
  cast.seqs.set(name, seq);
  cast.atMs += 100;
  const quote = { bid: priceOf(bid, precision), ask: priceOf(ask, precision) };
  if (quote.bid === null || quote.ask === null) throw new Error(`not a quote: ${bid} ${ask}`);
  const old = optionsOf(rest).get("old");
  const age = old === undefined ? {} : { quotedAtMs: cast.atMs - Number(old) * 1000 };
  const row = { marketId, seq, bid: quote.bid, ask: quote.ask, ...age };
  return [{ type: "TakeQuote", atMs: cast.atMs, ...row }];
}

function readOrder(cast: Cast, side: "buy" | "sell", words: string[]): Command {
  const [account = "", order = "", name = "", size = "", ...rest] = words;
  const { marketId, precision } = marketOf(cast, name);
  const options = optionsOf(rest);
  cast.awaited = order;
  const deviation = options.get("deviation");
  const trailing = options.get("trailing");
  const expires = options.get("expires");
  return {
    type: "PlaceOrder",
    ...who(cast, account),
    marketId,
    side,
    lots: sizeOf(size),
    leverage: Number(options.get("leverage") ?? 100),
    target: priceOf(options.get("at"), precision),
    askedPrice: priceOf(options.get("asked"), precision),
    maxDeviation: deviation === undefined ? null : Number(deviation),
    stopLoss: priceOf(options.get("sl"), precision),
    takeProfit: priceOf(options.get("tp"), precision),
    trailingDistance: trailing === undefined ? null : Number(trailing),
    expiresAtMs: expires === undefined ? null : cast.atMs + Number(expires) * 1000,
  };
}

function readClose(cast: Cast, [account = "", order = "", ...rest]: string[]): Command[] {
  const options = optionsOf(rest);
  const size = options.get("lots");
  return [
    {
      type: "CloseOrder",
      ...who(cast, account),
      orderId: orderOf(cast, order),
      lots: size === undefined ? null : sizeOf(size),
      reason: (options.get("reason") ?? "user") as RequestedCloseReason,
    },
  ];
}

function readCloseAll(cast: Cast, [account = "", ...rest]: string[]): Command[] {
  const options = optionsOf(rest);
  const name = options.get("market");
  return [
    {
      type: "CloseAll",
      ...who(cast, account),
      marketId: name === undefined ? null : marketOf(cast, name).marketId,
      reason: (options.get("reason") ?? "user") as RequestedCloseReason,
      isCancellingPending: options.get("pending") === "too",
    },
  ];
}

/** The precision of the order's market is told by the option `market`. */
function readStops(cast: Cast, [account = "", order = "", ...rest]: string[]): Command[] {
  const options = optionsOf(rest);
  const { precision } = marketOf(cast, options.get("in") ?? "EURUSD");
  return [
    {
      type: "SetStops",
      ...who(cast, account),
      orderId: orderOf(cast, order),
      stopLoss: priceOf(options.get("sl"), precision),
      takeProfit: priceOf(options.get("tp"), precision),
    },
  ];
}

function readTrail(cast: Cast, [account = "", order = "", distance = ""]: string[]): Command[] {
  return [
    {
      type: "SetTrailing",
      ...who(cast, account),
      orderId: orderOf(cast, order),
      distance: distance === "off" ? null : Number(distance),
    },
  ];
}

function readAmend(cast: Cast, [account = "", order = "", ...rest]: string[]): Command[] {
  const options = optionsOf(rest);
  const { precision } = marketOf(cast, options.get("in") ?? "EURUSD");
  const target = priceOf(options.get("at"), precision);
  const expires = options.get("expires");
  if (target === null) throw new Error("amend needs a target: at PRICE");
  return [
    {
      type: "AmendOrder",
      ...who(cast, account),
      orderId: orderOf(cast, order),
      target,
      stopLoss: priceOf(options.get("sl"), precision),
      takeProfit: priceOf(options.get("tp"), precision),
      expiresAtMs: expires === undefined ? null : cast.atMs + Number(expires) * 1000,
    },
  ];
}

function readWait(cast: Cast, [seconds = "0"]: string[]): Command[] {
  cast.atMs += Number(seconds) * 1000;
  return [];
}

const SESSIONS = ["open", "closed", "halted", "closing-only", "closed-closing-only"] as const;

function readSession(cast: Cast, [name = "", session = ""]: string[]): Command[] {
  const { marketId } = addMarket(cast, name, 5);
  const known = SESSIONS.find((each) => each === session) ?? "closed";
  return [{ type: "SetMarketSession", atMs: cast.atMs, marketId, session: known }];
}

const DAY_MS = 86_400_000;
const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

/** A second passes before each cut; `ago 60` makes up for one that was a minute earlier. */
function readFinancing(cast: Cast, [name = "", date = "", day = "", ...rest]: string[]): Command[] {
  const { marketId } = marketOf(cast, name);
  cast.atMs += 1000;
  const { atMs } = cast;
  const cutAtMs = atMs - Number(optionsOf(rest).get("ago") ?? 0) * 1000;
  const cut = { cutDate: Number(date), cutAtMs, weekday: WEEKDAYS.indexOf(day) };
  return [{ type: "ChargeFinancing", atMs, marketId, ...cut }];
}

function readCredit(cast: Cast, cause: "deposit" | "adjustment", words: string[]): Command {
  const [account = "", amount = "", ...rest] = words;
  const given = optionsOf(rest).get("id");
  const causeId = given === undefined ? cast.nextId : Number(given);
  cast.nextId += 1;
  return { type: "Credit", ...who(cast, account), cause, causeId, amount: amountOf(amount) };
}

function readTransfer(cast: Cast, [from = "", to = "", amount = "", ...rest]: string[]): Command[] {
  const given = optionsOf(rest).get("id");
  const transferId = given === undefined ? cast.nextId : Number(given);
  cast.nextId += 1;
  return [
    {
      type: "Transfer",
      atMs: cast.atMs,
      transferId,
      fromAccountId: accountOf(cast, from),
      toAccountId: accountOf(cast, to),
      amount: amountOf(amount),
      cause: "transfer",
    },
  ];
}

function readLimits(cast: Cast, [account = "", ...rest]: string[]): Command[] {
  const options = optionsOf(rest);
  const loss = options.get("daily-loss");
  const until = (name: string) => {
    const seconds = options.get(name);
    return seconds === undefined ? null : cast.atMs + Number(seconds) * 1000;
  };
  const limits: AccountLimits = {
    ...NO_LIMITS,
    dailyLossMax: loss === undefined ? null : amountOf(loss),
    coolOffUntilMs: until("cool-off"),
    selfExcludedUntilMs: until("exclude"),
    leverageMax: options.has("leverage") ? Number(options.get("leverage")) : null,
    stopOutOrder: options.get("first") === "most-losing" ? "most-losing" : "most-margin",
  };
  const dayEndsAtMs = cast.atMs + DAY_MS;
  return [{ type: "SetLimits", ...who(cast, account), limits, dayEndsAtMs }];
}
