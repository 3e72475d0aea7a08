// Markets changed at the desk: by two people, announced, in effect for everyone without a restart,
// and never backwards (H08, H09, T55). What the public list says of it (H20, T63).

import { CALLS } from "@truetick/contract/calls";
import { type AccountId, accountId, marketId } from "@truetick/engine";
import { lots, money } from "@truetick/money";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isRefused } from "../../platform/handler.ts";
import type { MadeQuote } from "../../trading/quotes/quote-intake.ts";
import type { UnstampedCommand } from "../../trading/sequencer/sequencer.ts";
import {
  type MarketDesk,
  NOTICE_SEC,
  openMarketDesk,
  visitor,
} from "../testing/open-market-desk.ts";

const EURUSD = "1";
const TRADER = accountId(1);

let house: MarketDesk;
beforeAll(async () => {
  house = await openMarketDesk();
  await submit({ type: "OpenAccount", accountId: TRADER, ownerId: 1, book: "real" });
  const amount = money(10_000_000_000n);
  await submit({ type: "Credit", accountId: TRADER, cause: "deposit", causeId: 1, amount });
});
afterAll(() => house.close());

async function submit(command: UnstampedCommand) {
  const outcome = await house.trading().sequencer.submit(command);
  if (!outcome.isAccepted) throw new Error(outcome.refusal.reason);
  return outcome.events;
}

const buy = (id: AccountId, leverage: number): UnstampedCommand => ({
  type: "PlaceOrder",
  accountId: id,
  marketId: marketId(Number(EURUSD)),
  side: "buy",
  lots: lots(1_000),
  leverage,
  target: null,
  askedPrice: null,
  maxDeviation: null,
  stopLoss: null,
  takeProfit: null,
  trailingDistance: null,
  expiresAtMs: null,
});

async function openOrders() {
  return house.trading().sequencer.read((books) => books.orders(TRADER));
}

async function listed(language = "en") {
  const answer = await house.trading().handlers.listMarkets({}, visitor(language));
  return CALLS.listMarkets.output.parse(answer).find(({ Id }) => Id === EURUSD);
}

async function changes(fields: { market_id?: string } = {}) {
  const answer = await house.desk().listMarketChanges(fields, visitor());
  return CALLS.listMarketChanges.output.parse(answer).data;
}

async function shown(id = EURUSD) {
  const staff = house.dealers[0];
  const answer = await house.desk().getDeskMarket({ id }, { ...visitor(), staff });
  return CALLS.getDeskMarket.output.parse(answer);
}

async function refusalOf(kind: string, payload: unknown) {
  const proposed = { kind, payload: JSON.stringify(payload), reason: "for the test" };
  const answer = await house.proposals().submit(house.dealers[0], proposed);
  return isRefused(answer) ? { reason: answer.reason, ...answer.numbers } : answer;
}

/** The simulator speaks as time goes by. */
async function nextQuote(): Promise<MadeQuote> {
  const made: MadeQuote[] = [];
  const stop = house.trading().quotes.subscribe((quote) => {
    if (quote.market.id === EURUSD) made.push(quote);
  });
  await expect
    .poll(
      () => {
        house.clock.advance(500);
        return made.length;
      },
      { interval: 50, timeout: 10_000 },
    )
    .toBeGreaterThan(0);
  stop();
  const [first] = made;
  if (!first) throw new Error("Invariant: a quote was made");
  return first;
}

async function waitNotice(): Promise<void> {
  house.clock.advance(NOTICE_SEC * 1_000);
  await house.proposals().applyDue();
}

describe("new values of a market", () => {
  const NEXT = { leverages: "10, 2,5", fee_rate: "0.0005", jump_limit_bps: "80" };

  it("are announced with what stands now, and change nothing before their moment", async () => {
    await submit(buy(TRADER, 30));
    await house.agree("market", { market_id: EURUSD, changes: NEXT });
    const [change] = await changes();
    expect(change).toMatchObject({
      kind: "market",
      market_id: EURUSD,
      subject: "EUR/USD",
      status: "announced",
      fields: [
        { field: "fee_rate", from: "0.00003", to: "0.0005" },
        { field: "jump_limit_bps", from: "50", to: "80" },
        { field: "leverages", from: "1,2,5,10,20,30", to: "2,5,10" },
      ],
    });
    expect((change?.effective_at ?? 0) - (change?.announced_at ?? 0)).toBe(NOTICE_SEC);
    await house.proposals().applyDue();
    expect((await listed())?.ForexFeeRate).toBe("0.00003000");
  });

  it("hold for every reader from their moment on, without a restart", async () => {
    await listed("de");
    await waitNotice();
    for (const language of ["en", "de"]) {
      const market = await listed(language);
      expect(market?.HasForexMultiple.map(({ Value }) => Value)).toEqual([2, 5, 10]);
      expect(market?.ForexFeeRate).toBe("0.00050000");
    }
    const [change] = await changes({ market_id: EURUSD });
    expect(change).toMatchObject({ status: "applied" });
    expect(change?.fields).toContainEqual({ field: "fee_rate", from: "0.00003", to: "0.0005" });
    const sheet = await shown();
    expect(sheet).toMatchObject({ version: 2, leverage_cap: 30 });
    expect(sheet.terms).toMatchObject({ leverages: "2,5,10", jump_limit_bps: "80" });
    expect(sheet.versions[0]).toMatchObject({ version: 2 });
    expect(sheet.versions[0]?.fields).toContainEqual({
      field: "fee_rate",
      from: "0.00003",
      to: "0.0005",
    });
    expect(sheet.open_interest).toMatchObject({ long_lots: "0.10", positions: 1, accounts: 1 });
  });

  it("leave open positions what they were, and are named by what opens later (T55)", async () => {
    const [before] = await openOrders();
    const outcome = await house.trading().sequencer.submit(buy(TRADER, 30));
    expect(outcome).toMatchObject({ refusal: { reason: "LEVERAGE_NOT_OFFERED" } });
    await submit(buy(TRADER, 10));
    const [old, young] = await openOrders();
    expect(old).toMatchObject({ leverage: 30, margin: before?.margin, fee: before?.fee });
    expect(old?.termsVersion).toBe(1);
    expect(young?.termsVersion).toBe(2);
    expect(Number(young?.fee)).toBeGreaterThan(15 * Number(old?.fee));
  });

  it("stay after a restart, without another version", async () => {
    await house.restart();
    expect((await listed())?.ForexFeeRate).toBe("0.00050000");
    expect((await shown()).version).toBe(2);
  });

  it("put the markup on the quotes that follow, and on the tape beside them", async () => {
    await house.agree("market", { market_id: EURUSD, changes: { markup_points: "7" } });
    await waitNotice();
    const quote = await nextQuote();
    expect([quote.raw.bid - quote.bid, quote.ask - quote.raw.ask]).toEqual([7, 7]);
  });
});

describe("what cannot be proposed of a market", () => {
  const change = (changes: unknown, id = EURUSD) => refusalOf("market", { market_id: id, changes });

  it.each(["units_per_lot", "price_precision", "base_currency", "quote_currency", "day_cut"])(
    "its contract: %s",
    async (field) => {
      expect(await change({ [field]: "1" })).toEqual({ reason: "MARKET_CONTRACT_FIXED", field });
    },
  );

  it.each([
    [
      "more leverage than the retail profile allows",
      { leverages: "10,31" },
      "LEVERAGE_ABOVE_LIMIT",
    ],
    ["lots off their step", { lots_min: "0.015" }, "MARKET_TERMS_INVALID"],
    ["a smallest size above the largest", { lots_min: "60" }, "MARKET_TERMS_INVALID"],
    ["a negative fee", { fee_rate: "-0.1" }, "MARKET_TERMS_INVALID"],
    ["a rate that is no number", { long_rate: "1e-3" }, "MARKET_TERMS_INVALID"],
    ["a triple day at the weekend", { triple_day: "6" }, "MARKET_TERMS_INVALID"],
    ["hours that nobody keeps", { session_calendar: "whenever" }, "MARKET_TERMS_INVALID"],
    ["a price", { bid: "1.1" }, "PROPOSAL_INVALID"],
    ["a user", { user_id: "7" }, "PROPOSAL_INVALID"],
    ["nothing", {}, "PROPOSAL_INVALID"],
    ["what it is already", { jump_limit_bps: "80" }, "PROPOSAL_INVALID"],
    ["no text", { markup_points: 3 }, "MARKET_TERMS_INVALID"],
  ])("%s", async (_what, changes, reason) => {
    expect(await change(changes)).toMatchObject({ reason });
  });

  it("a market that is not there", async () => {
    expect(await change({ fee_rate: "0" }, "999")).toEqual({ reason: "MARKET_UNKNOWN" });
  });

  it("anything, by one person alone or without the permission (H08)", async () => {
    const support = { ...house.dealers[0], can: () => false };
    const payload = JSON.stringify({ market_id: EURUSD, changes: { fee_rate: "0" } });
    const answer = await house
      .proposals()
      .submit(support, { kind: "market", payload, reason: "for the test" });
    expect(answer).toMatchObject({ reason: "NOT_PERMITTED" });
  });
});

describe("a halt by hand", () => {
  it("stops a market at once with its reason, publicly, until two people let it go", async () => {
    const halt = { market_id: EURUSD, is_halted: true, reason: "The exchange reports a fault" };
    await house.agree("market_halt", halt);
    expect(await listed()).toMatchObject({ HaltReason: halt.reason });
    const outcome = await house.trading().sequencer.submit(buy(TRADER, 10));
    expect(outcome).toMatchObject({ refusal: { reason: "MARKET_HALTED" } });
    expect(await refusalOf("market_halt", halt)).toMatchObject({ reason: "PROPOSAL_INVALID" });
    const sheet = await shown();
    expect(sheet).toMatchObject({ session: "halted", halt_reason: halt.reason });
    expect(sheet.halts[0]?.ordered_by).toContain("proposal");
    const [change] = await changes();
    expect(change).toMatchObject({ kind: "market_halt", status: "applied", subject: "EUR/USD" });
    expect(change?.fields).toContainEqual({ field: "is_halted", from: "false", to: "true" });
    await house.agree("market_halt", { ...halt, is_halted: false, reason: "The fault is mended" });
    expect((await shown()).session).toBe("open");
  });
});

describe("no new risk", () => {
  const order = (isClosingOnly: boolean, id = "") => ({
    market_id: id,
    is_closing_only: isClosingOnly,
    reason: isClosingOnly ? "We look into a fault" : "The fault is mended",
  });
  const sessions = () =>
    house
      .trading()
      .sequencer.read((books) =>
        house.trading().markets.all.map(({ id }) => books.market(marketId(Number(id)))?.session),
      );

  it("F30: is one decision about every market, until two people lift it", async () => {
    await submit(buy(TRADER, 10));
    await house.agree("closing_only", order(true));
    expect(new Set(await sessions())).toEqual(new Set(["closing-only"]));
    const outcome = await house.trading().sequencer.submit(buy(TRADER, 10));
    expect(outcome).toMatchObject({ refusal: { reason: "MARKET_CLOSING_ONLY" } });
    const held = await openOrders();
    await submit({
      type: "CloseAll",
      accountId: TRADER,
      marketId: null,
      reason: "user",
      isCancellingPending: true,
    });
    expect([held.length > 0, await openOrders()]).toEqual([true, []]);
    expect(await listed()).toMatchObject({
      MarketStatus: 1,
      HaltReason: null,
      ClosingOnlyReason: "We look into a fault",
    });
    const sheet = await shown();
    expect(sheet).toMatchObject({
      session: "closing-only",
      halt_reason: "",
      closing_only_reason: "We look into a fault",
    });
    expect(sheet.halts[0]).toMatchObject({ kind: "closing-only", is_halted: 1 });
    expect(sheet.halts[0]?.ordered_by).toContain("proposal");
    const [change] = await changes({ market_id: EURUSD });
    expect(change).toMatchObject({ kind: "closing_only", market_id: "", status: "applied" });
    expect(change?.fields).toContainEqual({ field: "is_closing_only", from: "false", to: "true" });
    expect(await refusalOf("closing_only", order(true))).toMatchObject({
      reason: "PROPOSAL_INVALID",
    });
    await house.agree("closing_only", order(false));
    expect(new Set(await sessions())).toEqual(new Set(["open"]));
    await submit(buy(TRADER, 10));
  });

  it("is one market's too; all of them leave one that is so already its own reason", async () => {
    const own = { ...order(true, EURUSD), reason: "Its source is odd" };
    await house.agree("closing_only", own);
    expect((await sessions()).filter((session) => session === "closing-only")).toHaveLength(1);
    await house.agree("closing_only", order(true));
    expect((await shown()).closing_only_reason).toBe("Its source is odd");
    expect((await shown("2")).closing_only_reason).toBe("We look into a fault");
    await house.agree("closing_only", order(false));
    expect(new Set(await sessions())).toEqual(new Set(["open"]));
  });

  it("leaves a halt alone, and is left alone by it", async () => {
    const halt = { market_id: EURUSD, is_halted: true, reason: "The exchange reports a fault" };
    await house.agree("market_halt", halt);
    await house.agree("closing_only", order(true));
    expect((await shown()).session).toBe("halted");
    await house.agree("market_halt", { ...halt, is_halted: false });
    expect((await shown()).session).toBe("closing-only");
    await house.agree("closing_only", order(false));
    expect((await shown()).session).toBe("open");
  });

  it.each([
    ["a market that is not there", order(true, "999"), "MARKET_UNKNOWN"],
    ["no market at all", { is_closing_only: true, reason: "why" }, "MARKET_UNKNOWN"],
    ["no reason", { ...order(true), reason: " " }, "PROPOSAL_INVALID"],
    ["no word of what", { market_id: "", reason: "why" }, "PROPOSAL_INVALID"],
    ["what is so already", order(false), "PROPOSAL_INVALID"],
  ])("cannot be proposed of %s", async (_what, payload, reason) => {
    expect(await refusalOf("closing_only", payload)).toMatchObject({ reason });
  });
});

describe("the order of the categories", () => {
  it("is what two people agreed on, also after a restart; all of them, each once", async () => {
    const before = house.trading().markets.categories();
    const order = [...before].reverse();
    expect(await refusalOf("category", { order: order.slice(1) })).toMatchObject({
      reason: "PROPOSAL_INVALID",
    });
    await house.agree("category", { order });
    const listedIds = async () => {
      const answer = await house.trading().handlers.listCategories({}, visitor());
      return CALLS.listCategories.output.parse(answer).map(({ Id }) => Id);
    };
    expect(await listedIds()).toEqual(order);
    await house.restart();
    expect(await listedIds()).toEqual(order);
  });
});

describe("the public list of changes", () => {
  const OLD = { id: "4", currency_code: "USDT", protocol_code: "TRC20", address: "TOld", memo: "" };
  let applied = { ...OLD };
  beforeAll(() => {
    house.proposals().register<typeof OLD>({
      kind: "deposit_network",
      permission: "markets.change",
      notice: "announced",
      isPublic: true,
      parse: (given) => given as typeof OLD,
      current: () => applied,
      apply: async ({ payload }) => {
        applied = payload;
        return null;
      },
    });
  });
  const NEW = { ...OLD, address: "TNew" };
  const ofRails = async () => (await changes()).filter(({ kind }) => kind === "deposit_network");
  const FIELDS = [{ field: "address", from: "TOld", to: "TNew" }];

  it("tells of a rail's address, old and new, before and after its moment (T63)", async () => {
    const payload = JSON.stringify(NEW);
    const open = { kind: "deposit_network", payload, reason: "a secret of ours" };
    await house.proposals().submit(house.dealers[0], open);
    expect(await ofRails()).toEqual([]);
    await house.agree("deposit_network", NEW);
    expect(await ofRails()).toMatchObject([
      { subject: "USDT TRC20", status: "announced", market_id: "", fields: FIELDS },
    ]);
    await waitNotice();
    expect(await ofRails()).toMatchObject([{ status: "applied", fields: FIELDS }]);
    expect(JSON.stringify(await changes())).not.toContain("secret");
  });

  it("goes on from a change, oldest last, and has none of what was stopped in time", async () => {
    const id = await house.agree("deposit_network", { ...NEW, address: "TLater" });
    await house.proposals().withdraw(house.dealers[0], id);
    const made = await changes();
    expect(made.map((change) => change.id)).not.toContain(String(id));
    const [first, ...older] = made.map((change) => change.id);
    const answer = await house.desk().listMarketChanges({ cursor: first ?? "" }, visitor());
    const page = CALLS.listMarketChanges.output.parse(answer);
    expect(page.data.map((change) => change.id)).toEqual(older);
    expect(page.next).toBe("");
  });
});
