// The history of orders over HTTP: its filters with their totals, one order with its evidence, the
// file of all of them, and what a big history costs (T56, T60, H02).

import { createRequire } from "node:module";
import { HISTORY_REASONS, LANGUAGE_IDS, languageOf } from "@truetick/contract";
import { accountId, CANCEL_REASONS, CLOSE_REASONS, marketId } from "@truetick/engine";
import { rate } from "@truetick/money";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { isRefused, type TraderContext } from "../../platform/handler.ts";
import { FLOOR_LIST } from "../../testing/floor-markets.ts";
import {
  FLOOR_MARKETS,
  openTradingFloor,
  type Trader,
  type TradingFloor,
} from "../../testing/trading-floor.ts";
import { createMarketDirectory } from "../markets/market-directory.ts";
import { createDownloadOrders } from "./download-orders.ts";

const SUBMIT = "/v1/api/forex/submit";
const LIST = "/v1/api/forex/my_deal";
const CSV = "/v1/api/forex/my_deal/csv";
const ORDER = "/v1/api/forex/order";
const BUY = { type: 1, cont: "0.10", forex_id: 1, status: 1, multiple: 100 };

let floor: TradingFloor;
let trader: Trader;
let stranger: Trader;
const ids: Record<string, string> = {};

type Fields = Record<string, string | number>;

async function place(fields: Fields): Promise<string> {
  const reply = await trader.get(SUBMIT, { ...BUY, ...fields });
  expect(reply.reason ?? "ok").toBe("ok");
  return reply.data.Id;
}

async function close(id: string, fields: Fields = {}) {
  const reply = await trader.get("/v1/api/forex/close", { id, ...fields });
  expect(reply.reason ?? "ok").toBe("ok");
  return reply.data;
}

/** One winner, one loser at a stop, a sell in yen, a cancelled one, and one closed in two parts. */
async function trade(): Promise<void> {
  floor.quote("EURUSD", "1.10000", "1.10010");
  floor.quote("USDJPY", "150.000", "150.010");
  ids.winner = await place({});
  floor.quote("EURUSD", "1.10500", "1.10510");
  await close(ids.winner);
  floor.clock.advance(60_000);
  floor.quote("EURUSD", "1.10000", "1.10010");
  ids.stopped = await place({ stop_loss_price: "1.09000" });
  floor.quote("EURUSD", "1.08900", "1.08910");
  floor.clock.advance(60_000);
  floor.quote("USDJPY", "150.000", "150.010");
  ids.yen = await place({ forex_id: 2, type: 2 });
  await close(ids.yen);
  floor.clock.advance(60_000);
  floor.quote("EURUSD", "1.10000", "1.10010");
  ids.cancelled = await place({ status: 0, target_price: "1.05" });
  await trader.get("/v1/api/forex/cancel_trade", { id: ids.cancelled });
  ids.parent = await place({ cont: "0.30" });
  ids.part = (await close(ids.parent, { cont: "0.10" })).Id;
}

beforeAll(async () => {
  floor = await openTradingFloor();
  trader = await floor.openDemo();
  stranger = await floor.openDemo();
  await trade();
});
afterAll(() => floor.close());
afterEach(async () => {
  expect(await floor.broken()).toEqual({});
});

async function found(filter: Fields): Promise<{ ids: string[]; total: number; profit: string }> {
  const { data } = await trader.get(LIST, { status: 3, ...filter });
  return {
    ids: data.data.map(({ Id }: { Id: string }) => Id),
    total: data.total,
    profit: data.all_fact_profits,
  };
}

describe("filters of the history", () => {
  it("without any, it is everything that ended, newest first", async () => {
    const all = await found({});
    expect(all.ids).toEqual([ids.part, ids.cancelled, ids.yen, ids.stopped, ids.winner]);
    expect(all.total).toBe(5);
  });

  it.each([
    ["market", { market: 2 }, ["yen"]],
    ["side", { side: 2 }, ["yen"]],
    ["profit", { result: "profit" }, ["winner"]],
    ["loss", { result: "loss" }, ["part", "yen", "stopped"]],
    ["the rule that fired", { reason: "stop-loss" }, ["stopped"]],
    ["closed by hand, which no cancelling is", { reason: "user" }, ["part", "yen", "winner"]],
    ["whatever never became a position", { reason: "cancelled" }, ["cancelled"]],
    ["several at once", { market: 1, side: 1, result: "loss", reason: "user" }, ["part"]],
    [
      "empty texts, which are none",
      { market: "", side: "", result: "", reason: "", from: "" },
      ["part", "cancelled", "yen", "stopped", "winner"],
    ],
    ["a market that nobody traded", { market: 3 }, []],
  ] as const)("by %s, with the totals of what is found", async (_, filter, wanted) => {
    const some = await found(filter);
    expect(some.ids).toEqual(wanted.map((name) => ids[name]));
    expect(some.total).toBe(wanted.length);
    const { data } = await trader.get(LIST, { status: 3, ...filter });
    const sum = data.data.reduce(
      (total: bigint, row: { FactProfits: string }) => total + micros(row.FactProfits),
      0n,
    );
    expect(micros(some.profit)).toBe(sum);
  });

  it("by when they ended: the first second counts, the last does not", async () => {
    const { data } = await trader.get(LIST, { status: 3 });
    const [, , yen, stopped] = data.data as { Id: string; CloseTime: number }[];
    const from = Math.floor(stopped?.CloseTime ?? 0);
    const to = Math.floor(yen?.CloseTime ?? 0);
    expect((await found({ from, to })).ids).toEqual([ids.stopped]);
    expect((await found({ from: from + 1, to: to + 1 })).ids).toEqual([ids.yen]);
    expect((await trader.get(LIST, { status: 3, from: to, to: from })).reason).toBe(
      "PERIOD_INVALID",
    );
  });

  it("T60: goes on from an order within what is asked for", async () => {
    expect((await found({ result: "loss", before: ids.yen ?? "" })).ids).toEqual([ids.stopped]);
  });

  it.each([
    ["market", "x"],
    ["market", "1 or 1=1"],
    ["side", "3"],
    ["result", "won"],
    ["reason", "expired"],
    ["reason", "user' or ''='"],
    ["from", "-1"],
    ["to", "1e9"],
  ])("refuses %s = %s", async (field, value) => {
    const reply = await trader.get(LIST, { status: 3, [field]: value });
    expect(reply).toMatchObject({ reason: "FIELD_INVALID", data: { field } });
  });

  it("refuses a filter where there is none, instead of answering something else", async () => {
    const reply = await trader.get(LIST, { status: 1, side: 2 });
    expect(reply).toMatchObject({ reason: "FIELD_INVALID", data: { field: "side" } });
  });

  it("T56: finds nothing of somebody else", async () => {
    expect((await stranger.get(LIST, { status: 3, side: 1 })).data).toMatchObject({
      data: [],
      total: 0,
      all_fact_profits: "0.000000",
    });
  });
});

describe("one order", () => {
  it("H02: names the tape rows and the rule of its opening and its closing", async () => {
    const { data } = await trader.get(ORDER, { id: ids.stopped ?? "" });
    expect(data).toMatchObject({ Id: ids.stopped, Status: 3, CloseReason: "stop-loss" });
    expect(data.Fills).toEqual([
      {
        Kind: "open",
        Time: expect.any(Number),
        Seq: data.OpenSeq,
        Bid: "1.10000",
        Ask: "1.10010",
        Price: "1.10010",
        Rule: "market",
        Level: null,
      },
      {
        Kind: "close",
        Time: expect.any(Number),
        Seq: data.CloseSeq,
        Bid: "1.08900",
        Ask: "1.08910",
        Price: "1.08900",
        Rule: "stop-loss",
        Level: "1.09000",
      },
    ]);
  });

  it("shows the parts of a position, and of a part the position", async () => {
    const parent = (await trader.get(ORDER, { id: ids.parent ?? "" })).data;
    expect(parent).toMatchObject({ Status: 1, Quantity: "0.20", PartOf: null });
    expect(parent.Parts.map(({ Id }: { Id: string }) => Id)).toEqual([ids.part]);
    const part = (await trader.get(ORDER, { id: ids.part ?? "" })).data;
    expect(part).toMatchObject({ Status: 3, PartOf: ids.parent, Parts: [] });
    expect(part.Fills.map(({ Kind }: { Kind: string }) => Kind)).toEqual(["open", "close"]);
  });

  it("of a cancelled one there are no fills", async () => {
    const { data } = await trader.get(ORDER, { id: ids.cancelled ?? "" });
    expect(data).toMatchObject({ Status: 4, Fills: [], Parts: [], FinancingNights: 0 });
  });

  it("T56: somebody else's is as unknown as one that never was", async () => {
    for (const id of [ids.parent ?? "", ids.winner ?? "", "987654321"]) {
      const reply = await stranger.get(ORDER, { id });
      expect(reply).toMatchObject({ reason: "ORDER_UNKNOWN" });
    }
  });
});

describe("financing so far", () => {
  it("is told of a position in lists and alone, across a restart, and stays", async () => {
    const rates = { longRate: rate(-3_000_000n), shortRate: rate(1_000_000n), version: 2 };
    const terms = { ...definedTerms(FLOOR_MARKETS.EURUSD), ...rates };
    await floor.sequencer().submit({ type: "DefineMarket", terms });
    const id = await place({ cont: "1.00" });
    const cut = { cutDate: 20260105, cutAtMs: floor.clock.now() + 1, weekday: 1 };
    await floor.sequencer().submit({ type: "ChargeFinancing", marketId: marketId(1), ...cut });
    const { rows } = await sql<{ amount: string }>`
      select (amount / 1000000.0)::numeric(20, 6)::text as amount from financing
      where order_id = ${id}`.execute(floor.test.database);
    const charged = rows[0]?.amount ?? "";
    expect(charged).toMatch(/^-?\d+\.\d{6}$/);
    expect(Number(charged)).not.toBe(0);
    const shown = async () => {
      const { data } = await trader.get(LIST, { status: 1 });
      return data.data.find(({ Id }: { Id: string }) => Id === id)?.Financing;
    };
    expect(await shown()).toBe(charged);
    await floor.restart();
    expect(await shown()).toBe(charged);
    expect((await trader.get(ORDER, { id })).data).toMatchObject({
      Financing: charged,
      FinancingNights: 1,
    });
    floor.quote("EURUSD", "1.10000", "1.10010");
    await close(id);
    expect((await trader.get(ORDER, { id })).data.Financing).toBe(charged);
  });
});

describe("the file of the history", () => {
  const lines = (body: string) => body.trimEnd().split("\r\n");

  it("has every order asked for, newest first, and sums to what the list says", async () => {
    for (const filter of [{}, { result: "loss" }, { reason: "cancelled" }] as Fields[]) {
      const reply = await trader.get(CSV, filter);
      const [head = "", ...rows] = lines(reply.body);
      const columns = head.split(",");
      const cell = (row: string, name: string) => row.split(",")[columns.indexOf(name)] ?? "";
      const list = await found(filter);
      expect(rows.map((row) => cell(row, "order"))).toEqual(list.ids);
      const sum = rows.reduce((total, row) => total + micros(cell(row, "profit") || "0"), 0n);
      expect(sum).toBe(micros(list.profit));
    }
  });

  it("is whole however many readings it takes", async () => {
    const directory = createMarketDirectory(FLOOR_LIST);
    const download = createDownloadOrders({ database: floor.test.database, directory }, 2);
    const sent = await download({}, await contextOf(trader));
    if (isRefused(sent) || !("rows" in sent)) throw new Error("Invariant: a file is a stream");
    const rows: string[] = [];
    for await (const row of sent.rows) rows.push(row);
    expect(rows.join("")).toBe((await trader.get(CSV)).body);
  });

  it("is refused for a period that ends before it begins", async () => {
    expect((await trader.get(CSV, { from: 20, to: 10 })).reason).toBe("PERIOD_INVALID");
  });

  it("begins so that a spreadsheet reads its Arabic and Chinese", async () => {
    expect((await stranger.get(CSV)).body).toMatch(/^\ufeffended_utc,/);
  });

  it("T56: of somebody else there is only the heading", async () => {
    expect(lines((await stranger.get(CSV)).body)).toHaveLength(1);
  });
});

describe("the reasons of an end", () => {
  it("those the engine can give are those that can be asked for", () => {
    expect(new Set(HISTORY_REASONS)).toEqual(new Set([...CLOSE_REASONS, "cancelled"]));
  });

  it.each(LANGUAGE_IDS)("each has a name and a sentence of its own in %s", (id) => {
    const { closeReasons, cancelReasons, orders } = catalogueOf(id);
    const english = catalogueOf("en").orders;
    for (const reason of CLOSE_REASONS) {
      expect(closeReasons[reason]?.trim() ?? "", reason).not.toBe("");
      const sentence = orders.whyClosed[reason] ?? "";
      expect(sentence.length, reason).toBeGreaterThan(closeReasons[reason]?.length ?? 0);
      if (id !== "en") expect(sentence, reason).not.toBe(english.whyClosed[reason]);
    }
    for (const reason of CANCEL_REASONS) {
      expect(cancelReasons[reason]?.trim() ?? "", reason).not.toBe("");
      const sentence = orders.whyCancelled[reason] ?? "";
      expect(sentence.length, reason).toBeGreaterThan(5);
      if (id !== "en") expect(sentence, reason).not.toBe(english.whyCancelled[reason]);
    }
  });
});

type Texts = Readonly<Record<string, string>>;
type Catalogue = {
  readonly closeReasons: Texts;
  readonly cancelReasons: Texts;
  readonly orders: { readonly whyClosed: Texts; readonly whyCancelled: Texts };
};

function catalogueOf(id: string): Catalogue {
  return createRequire(import.meta.url)(`@truetick/contract/messages/${id}.json`);
}

/** As the gateway would hand it to a handler. */
async function contextOf({ userId }: Trader): Promise<TraderContext> {
  const { rows } = await sql<{ account_id: bigint }>`
    select account_id from trading_account where owner_id = ${userId}`.execute(floor.test.database);
  const caller = {
    sessionId: 1,
    userId: Number(userId),
    accountId: accountId(Number(rows[0]?.account_id)),
    isDemo: true,
  };
  const nothing = { requestId: "test", address: "", device: "", cookies: "", attempt: null };
  return { ...nothing, language: languageOf("en"), caller };
}

function definedTerms<Terms>(terms: Terms | undefined): Terms {
  if (terms === undefined) throw new Error("Invariant: it is traded here");
  return terms;
}

function micros(decimal: string): bigint {
  return BigInt(decimal.replace(".", ""));
}
