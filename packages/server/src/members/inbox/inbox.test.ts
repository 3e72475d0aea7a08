// The inbox as its owner meets it: what is told of trading and of letters, in every language, once,
// to nobody else (T74, T76), with its mail, its count and its frame on the live socket.

import { randomUUID } from "node:crypto";
import { LANGUAGES, languageOf } from "@truetick/contract";
import { NOTICE_KINDS, type NoticeFrame } from "@truetick/contract/notices";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { callSocket } from "../../gateway/testing/socket-caller.ts";
import { FLOOR_LIST } from "../../testing/floor-markets.ts";
import { openTradingFloor, type Trader, type TradingFloor } from "../../testing/trading-floor.ts";
import { createMarketDirectory } from "../../trading/markets/market-directory.ts";
import { describeNotice } from "./describe-notice.ts";
import { keepInbox } from "./keep-inbox.ts";
import type { NoticeFacts } from "./notice-facts.ts";

const SUBMIT = "/v1/api/forex/submit";
const LIST = "/v1/api/main/notice/list";
const READ = "/v1/api/main/notice/read";
const HALF_LOT = { type: 1, cont: "0.5", forex_id: 1, status: 1, multiple: 100 };
const DAY_MS = 86_400_000;

let floor: TradingFloor;
beforeAll(async () => {
  floor = await openTradingFloor();
});
afterAll(() => floor.close());
beforeEach(() => floor.quote("EURUSD", "1.09990", "1.10000"));
afterEach(async () => {
  expect(await floor.broken()).toEqual({});
});

/** What the trader is shown, once everything so far was committed and told. */
async function noticesOf(trader: Trader, fields = {}, headers = {}) {
  // Figures are answered when all that they rest on is in the journal.
  await trader.get("/v1/api/main/account/forexDetail");
  await floor.members().notices.journal.catchUp();
  return (await trader.get(LIST, fields, headers)).data;
}

async function mailsTo(trader: Trader) {
  const { email } = await floor.test.database
    .selectFrom("app_user")
    .select("email")
    .where("id", "=", BigInt(trader.userId))
    .executeTakeFirstOrThrow();
  return (await floor.letters()).filter(({ to }) => to === email);
}

describe("what happens in trading", () => {
  it("a margin call is told once per crossing, in the inbox and by mail", async () => {
    const [ann, bob] = [await floor.openReal("1000"), await floor.openReal("1000")];
    await ann.post(SUBMIT, HALF_LOT);
    floor.quote("EURUSD", "1.09000", "1.09010");
    floor.quote("EURUSD", "1.08990", "1.09000");
    const { data, unread } = await noticesOf(ann);
    expect(unread).toBe(1);
    expect(data).toMatchObject([
      { kind: "marginCall", title: "Margin call", link: "/order?type=1", is_read: 0 },
    ]);
    expect(data[0].text).toContain("fallen to 90.9%. Net value 500.00 USD, used margin 550.00 USD");
    expect(await mailsTo(ann)).toMatchObject([
      { channel: "email", kind: "marginCall", subject: "追加保證金通知" },
    ]);
    floor.quote("EURUSD", "1.10500", "1.10510");
    floor.quote("EURUSD", "1.09000", "1.09010");
    expect((await noticesOf(ann)).data).toHaveLength(2);
    expect(await noticesOf(bob)).toEqual({ data: [], unread: 0 });
    expect(await mailsTo(bob)).toEqual([]);
  });

  it("a stop-out is one notice with all it closed, and leads to the history", async () => {
    const ann = await floor.openReal("1000");
    for (let count = 0; count < 5; count += 1) {
      await ann.post(SUBMIT, { ...HALF_LOT, cont: "0.1" });
    }
    floor.quote("EURUSD", "1.08500", "1.08510");
    const { data } = await noticesOf(ann);
    const stopOut = data.find(({ kind }: { kind: string }) => kind === "stopOut");
    expect(stopOut).toMatchObject({ title: "Stop-out" });
    // To why it happened.
    expect(stopOut.link).toMatch(/^\/order\/why\?id=\d+$/);
    expect(stopOut.text).toMatch(
      /fell to 45.5%: .*Positions closed: 1\. Result: −?-?\d+\.\d\d USD/,
    );
    expect(data.map(({ kind }: { kind: string }) => kind)).not.toContain("orderClosed");
    expect((await mailsTo(ann)).map(({ kind }) => kind)).toContain("stopOut");
  });

  it("no mail goes to whoever wants none", async () => {
    const ann = await floor.openReal("1000");
    await ann.post("/v1/api/main/setting", { notify_email: "0" });
    await ann.post(SUBMIT, HALF_LOT);
    floor.quote("EURUSD", "1.09000", "1.09010");
    expect((await noticesOf(ann)).unread).toBe(1);
    expect(await mailsTo(ann)).toEqual([]);
  });

  it("fills, closings and endings that the owner did not ask for, with their numbers", async () => {
    const ann = await floor.openDemo();
    const pending = { ...HALF_LOT, status: 0, cont: "0.1", target_price: "1.09500" };
    const filled = await ann.post(SUBMIT, { ...pending, target_profit_price: "1.10200" });
    const soon = Math.floor(floor.clock.now() / 1_000) + 60;
    const lapsed = await ann.post(SUBMIT, { ...pending, target_price: "1.05", expire_time: soon });
    const own = await ann.post(SUBMIT, { ...HALF_LOT, cont: "0.1" });
    await ann.post("/v1/api/forex/close", { id: own.data.Id });
    floor.quote("EURUSD", "1.09480", "1.09490");
    floor.quote("EURUSD", "1.10200", "1.10210");
    floor.clock.advance(61_000);
    floor.quote("EURUSD", "1.10200", "1.10210");
    await floor.sequencer().submit({ type: "ExpireOrders" });
    const { data } = await noticesOf(ann);
    expect(data.map(({ kind, text, link }: never) => ({ kind, text, link }))).toEqual([
      {
        kind: "orderEnded",
        text: "EUR/USD: Buy, 0.10 lots at 1.05000. Reason: Expired",
        link: `/order?type=3&id=${lapsed.data.Id}`,
      },
      {
        kind: "orderClosed",
        text: "EUR/USD: Buy, 0.10 lots closed at 1.10200. Result: +71.00 USD. Reason: Take profit",
        link: `/order?type=3&id=${filled.data.Id}`,
      },
      {
        kind: "orderFilled",
        text: "EUR/USD: Buy, 0.10 lots at 1.09490",
        link: `/order?type=1&id=${filled.data.Id}`,
      },
    ]);
  });
});

describe("reading", () => {
  it("T74, T76: somebody else's notice is neither shown nor marked", async () => {
    const [ann, bob] = [await floor.openReal("10"), await floor.openReal("10")];
    await leave(ann);
    const [notice] = (await noticesOf(ann)).data;
    expect((await bob.post(READ, { id: notice.id })).data).toEqual({ unread: 0 });
    expect((await bob.post(READ)).data).toEqual({ unread: 0 });
    expect((await bob.get(LIST, { before: String(Number(notice.id) + 1) })).data.data).toEqual([]);
    expect((await noticesOf(ann)).unread).toBe(1);
    expect((await ann.post(READ, { id: notice.id })).data).toEqual({ unread: 0 });
    expect((await noticesOf(ann)).data).toMatchObject([{ id: notice.id, is_read: 1 }]);
  });

  it("goes on from a row; all are read at once", async () => {
    const ann = await floor.openReal("10");
    for (let count = 0; count < 25; count += 1) await leave(ann);
    const first = await noticesOf(ann);
    expect([first.data.length, first.unread]).toEqual([20, 25]);
    const rest = await noticesOf(ann, { before: first.data[19].id });
    expect(rest.data).toHaveLength(5);
    const ids = [...first.data, ...rest.data].map(({ id }: { id: string }) => Number(id));
    expect(ids).toEqual([...ids].sort((left, right) => right - left));
    expect((await ann.post(READ)).data).toEqual({ unread: 0 });
  });

  it("one thing is told once, however often it is asked for", async () => {
    const ann = await floor.openReal("10");
    for (let count = 0; count < 3; count += 1) await leave(ann, "same");
    expect((await noticesOf(ann)).unread).toBe(1);
  });

  it("T76: the live socket tells each of the own, in its language, and of reading", async () => {
    const [ann, bob] = [await floor.openReal("10"), await floor.openReal("10")];
    const sockets = await Promise.all([ann, bob].map(followNotices));
    await leave(ann);
    const [annSocket, bobSocket] = sockets;
    const frame = (await annSocket?.until("NOTICE")) as unknown as NoticeFrame;
    expect(frame).toMatchObject({ unread: 1, data: [{ kind: "methodBound" }] });
    expect(frame.data[0]?.title).toBe("Auszahlungsziel hinzugefügt");
    await ann.post(READ);
    await annSocket?.until("NOTICE", (heard) => (heard as unknown as NoticeFrame).unread === 0);
    expect(bobSocket?.frames("NOTICE")).toEqual([]);
    for (const socket of sockets) socket.socket.terminate();
  });
});

async function followNotices({ token }: Trader) {
  const caller = await callSocket(floor.gateway(), { path: "/v1/ws?lang=de" });
  caller.say({ type: "login", params: token });
  caller.say({ type: "sub", params: "NOTICE" });
  await caller.until("login");
  return caller;
}

function leave(trader: Trader, sourceId: string = randomUUID()) {
  return floor.members().notices.inbox.leave({
    userId: Number(trader.userId),
    source: "method",
    sourceId,
    facts: { kind: "methodBound", currency: "USDT", usableAtMs: floor.clock.now() },
  });
}

const OF_ORDER = { orderId: 7, marketId: 1, side: "sell", lots: "1.5", price: 110_000 } as const;
const OF_LEVEL = { level: "0.9834", equity: "-1234.5", used: "1255.25" } as const;
const REASON = { key: "payouts.rejections.other", words: "see {this} <b>" } as const;

const EVERY_KIND: readonly NoticeFacts[] = [
  { kind: "marginCall", ...OF_LEVEL },
  { kind: "stopOut", ...OF_LEVEL, closed: 12, profit: "-800.129999" },
  { kind: "orderFilled", ...OF_ORDER },
  { kind: "orderClosed", ...OF_ORDER, profit: "0.004", reason: "trailing-stop" },
  { kind: "orderEnded", ...OF_ORDER, reason: "margin" },
  { kind: "depositCredited", id: "3", amount: "0.123456789012345678", currency: "ETH", usd: "9" },
  { kind: "depositRejected", id: "3", amount: "50", currency: "EUR", reason: REASON },
  { kind: "withdrawalPaid", id: "4", received: "99.5", currency: "USDT" },
  { kind: "withdrawalRejected", id: "4", amount: "100", reason: REASON },
  { kind: "withdrawalReturned", id: "4", amount: "100", reason: { key: null, words: "closed" } },
  { kind: "identityDecided", outcome: "approved", words: "" },
  { kind: "identityDecided", outcome: "rejected", words: "unreadable" },
  { kind: "identityDecided", outcome: "asked", words: "which year?" },
  { kind: "methodBound", currency: "USDT", usableAtMs: Date.UTC(2026, 0, 5) },
  { kind: "adjustmentBooked", id: "8", amount: "12.5", words: "goodwill" },
  { kind: "accountFrozen", untilMs: Date.UTC(2026, 0, 5), words: "a call from you" },
  { kind: "accountFrozen", untilMs: null, words: "it was you" },
  { kind: "priceAlert", marketId: 1, price: 110_000, bid: 110_010, seq: 42, atMs: 1 },
  { kind: "depositAsked", id: "7", words: "From which wallet?" },
  { kind: "withdrawalAsked", id: "7", words: "Is it yours?" },
  { kind: "disputeAnswered", id: "7", words: "See row 9" },
  { kind: "feedbackAnswered", id: "7", words: "Thank you" },
  { kind: "supportAnswered" },
  { kind: "copyStopped", leader: "north", reason: "stop-loss", returned: "90", profit: "-10" },
  { kind: "copyStopped", leader: "north", reason: "leader-blown", returned: "0", profit: "-9" },
  { kind: "copySkipped", leader: "north", marketId: 1 },
  { kind: "leaderLeft", leader: "north" },
  { kind: "securityChanged", what: "newDevice" },
  { kind: "securityChanged", what: "passwordChanged" },
];

describe("the words", () => {
  const directory = createMarketDirectory(FLOOR_LIST);

  it("there are some for every kind", () => {
    expect(new Set(EVERY_KIND.map(({ kind }) => kind))).toEqual(new Set(NOTICE_KINDS));
  });

  it.each(LANGUAGES)("are whole in $id, and lead into our own app", (language) => {
    for (const facts of EVERY_KIND) {
      const { title, text, link } = describeNotice(facts, { language, directory });
      const isQuoted = text.includes("{this} <b>");
      expect(`${title} ${isQuoted ? "" : text}`).not.toMatch(/[{}<>]|undefined|NaN|notices\./);
      expect(title.length).toBeGreaterThan(1);
      expect(link).toMatch(/^\/(?!\/)[a-z]/);
    }
  });

  it("write figures as the reader does", () => {
    const closed = {
      kind: "orderClosed",
      ...OF_ORDER,
      profit: "-1234.5",
      reason: "delisted",
    } as const;
    const german = describeNotice(closed, { language: languageOf("de"), directory });
    expect(german.text).toContain("1,50 Lot geschlossen zu 1,10000. Ergebnis: -1.234,50 USD");
    const alert = EVERY_KIND.find(({ kind }) => kind === "priceAlert");
    if (!alert) throw new Error("Invariant: alerts have words");
    const english = describeNotice(alert, { language: languageOf("en"), directory });
    expect(english).toMatchObject({
      title: "EUR/USD has reached 1.10000",
      link: "/trade?market=EURUSD",
    });
    expect(english.text).toContain("Bid 1.10010 at");
  });
});

describe("what is kept", () => {
  it("ninety days, and of one person the newest five hundred", async () => {
    const [ann, bob] = [await floor.openReal("10"), await floor.openReal("10")];
    await leave(bob);
    const drafts = Array.from({ length: 510 }, (_, at) => ({
      userId: Number(ann.userId),
      source: "method",
      sourceId: String(at),
      atMs: floor.clock.now(),
      facts: { kind: "methodBound", currency: String(at), usableAtMs: 0 } as const,
    }));
    const { inbox } = floor.members().notices;
    await floor.test.database.transaction().execute((trx) => inbox.leaveIn(trx, drafts));
    await keepInbox(floor.test.database, floor.clock.now());
    expect((await noticesOf(ann)).unread).toBe(500);
    expect((await noticesOf(bob)).unread).toBe(1);
    floor.clock.advance(91 * DAY_MS);
    await keepInbox(floor.test.database, floor.clock.now());
    expect((await noticesOf(ann)).unread).toBe(0);
    // The journal goes on: what it told of then is older than what is kept.
    const cat = await floor.openReal("1000");
    await cat.post(SUBMIT, { ...HALF_LOT, cont: "0.01" });
    floor.quote("EURUSD", "1.09990", "1.10000");
    await noticesOf(cat);
  });

  it("H07: words do not change, and reading is not taken back, whoever asks", async () => {
    const ann = await floor.openReal("10");
    await leave(ann);
    const { database } = floor.test;
    const own = database.updateTable("notice").where("user_id", "=", BigInt(ann.userId));
    await expect(own.set({ facts: "{}" }).execute()).rejects.toThrow("does not change");
    await ann.post(READ);
    await expect(own.set({ read_at: null }).execute()).rejects.toThrow("does not change");
  });
});
