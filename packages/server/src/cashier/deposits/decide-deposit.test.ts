// What the desk makes of deposits: one person below 1,000 USD, two from there on, of the very same
// thing; no payment and no picture twice; and the trader hears of all of it (T61, H08, T85, T87).

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { drawPixels } from "../../platform/uploads/testing/pictures.ts";
import { type Operator, openTradingFloor, type TradingFloor } from "../../testing/trading-floor.ts";
import {
  approveDeposit,
  cashOf,
  newReference,
  showDeposit,
  statusOf,
  submitCoin,
  submitCopy,
  submitWire,
} from "../testing/open-depositor.ts";

let floor: TradingFloor;
let finance: Operator;
let second: Operator;
beforeAll(async () => {
  floor = await openTradingFloor();
  finance = await floor.openStaff(["finance"]);
  second = await floor.openStaff(["finance"]);
});
afterEach(async () => {
  expect(await floor.broken()).toEqual({});
});
afterAll(() => floor.close());

describe("an approval", () => {
  it("by one person credits what is worth less than 1,000 USD, and tells the trader", async () => {
    const trader = await floor.openReal();
    const { data } = await submitCoin(trader, "999.999999");
    const reference = newReference();
    const reply = await approveDeposit(finance, data.id, reference);
    expect(reply.data).toMatchObject({
      state: "credited",
      credit_usd: "999.999999",
      approvals: 1,
      approvals_needed: 1,
      approved_by: [{ staff_id: String(finance.staffId) }],
    });
    expect(await cashOf(trader)).toBe("999.999999");
    const { data: own } = await trader.get("/v1/api/main/deposit/show", { id: data.id });
    expect(own).toMatchObject({ status: 1, credited_usd: "999.999999", reference });
    const letters = await floor.letters();
    expect(letters.at(-1)).toMatchObject({ kind: "depositCredited" });
    expect(letters.at(-1)?.text).toContain("999.999999 USDT");
    const { data: log } = await trader.get("/v1/api/main/accountLog/forexChange");
    expect(log.data).toMatchObject([{ Cause: "deposit", CauseId: data.id, Value: "999.999999" }]);
  });

  it("by two credits from 1,000 USD on; one alone, however often, does not (H08)", async () => {
    const trader = await floor.openReal();
    const { data } = await submitCoin(trader, "1000");
    const reference = newReference();
    const first = await approveDeposit(finance, data.id, reference);
    expect(first.data).toMatchObject({ state: "reviewing", approvals: 1, approvals_needed: 2 });
    expect(await approveDeposit(finance, data.id)).toMatchObject({
      reason: "ALREADY_APPROVED_BY_YOU",
    });
    expect(await approveDeposit(finance, data.id, ` ${reference.toUpperCase()} `)).toMatchObject({
      reason: "ALREADY_APPROVED_BY_YOU",
    });
    expect(await cashOf(trader)).toBe("0.000000");
    expect((await approveDeposit(second, data.id)).data).toMatchObject({
      state: "credited",
      approvals: 2,
    });
    expect(await cashOf(trader)).toBe("1000.000000");
    expect(await approveDeposit(second, data.id)).toMatchObject({ reason: "DEPOSIT_DECIDED" });
  });

  it("is of what was seen: another hash, or what became of it meanwhile, is refused", async () => {
    const trader = await floor.openReal();
    const { data } = await submitCoin(trader, "5000");
    const stale = (await showDeposit(second, data.id)).hash;
    await approveDeposit(finance, data.id, newReference());
    const path = "/v1/api/desk/deposit/approve";
    expect(await second.post(path, { id: data.id, hash: stale })).toMatchObject({
      reason: "OBJECT_CHANGED",
    });
    expect(await second.post(path, { id: data.id, hash: "0".repeat(64) })).toMatchObject({
      reason: "OBJECT_CHANGED",
    });
  });

  it("is void once somebody tampers with the row between the first and the second", async () => {
    const trader = await floor.openReal();
    const { data } = await submitCoin(trader, "5000");
    await approveDeposit(finance, data.id, newReference());
    await floor.test.database
      .updateTable("deposit")
      .set({ credit_usd: 50_000_000_000n, rate_numerator: "10000000000000" })
      .where("id", "=", BigInt(data.id))
      .execute();
    const tampered = await showDeposit(second, data.id);
    expect(tampered).toMatchObject({ approvals: 0, credit_usd: "50000.000000" });
    const reply = await approveDeposit(second, data.id);
    expect(reply.data).toMatchObject({ state: "reviewing", approvals: 1 });
    expect(await cashOf(trader)).toBe("0.000000");
  });

  it("under another reference begins anew", async () => {
    const trader = await floor.openReal();
    const { data } = await submitCoin(trader, "2000");
    await approveDeposit(finance, data.id, newReference());
    const corrected = newReference();
    const reply = await approveDeposit(second, data.id, corrected);
    expect(reply.data).toMatchObject({ state: "reviewing", approvals: 1, reference: corrected });
    expect((await approveDeposit(finance, data.id)).data).toMatchObject({ state: "credited" });
  });

  it("needs a reference", async () => {
    const trader = await floor.openReal();
    const { data } = await submitCoin(trader, "10");
    expect(await approveDeposit(finance, data.id)).toMatchObject({ reason: "REFERENCE_REQUIRED" });
    expect(await approveDeposit(finance, data.id, "  ")).toMatchObject({
      reason: "REFERENCE_REQUIRED",
    });
  });

  it("has the hash that the database computes by itself (H08)", async () => {
    const trader = await floor.openReal();
    const { data } = await submitCoin(trader, "4321.5", { memo: 'a "quoted" \\ näme' });
    const second_way = async () =>
      (await finance.get("/v1/api/desk/object_hash", { kind: "deposit", id: data.id })).data.hash;
    expect((await showDeposit(finance, data.id)).hash).toBe(await second_way());
    await approveDeposit(finance, data.id, 'ref "1" \\ x/y');
    expect((await showDeposit(finance, data.id)).hash).toBe(await second_way());
  });
});

describe("the rate", () => {
  it("is the middle of the newest quote when it is decided, with its row of the tape", async () => {
    const trader = await floor.openReal();
    floor.quote("EURUSD", "1.08000", "1.08020");
    const { data } = await submitWire(floor, trader, { number: "500", currency: "EUR" });
    expect(data.expected_usd).toBe("540.050000");
    floor.quote("EURUSD", "1.10000", "1.10010");
    const shown = await showDeposit(finance, data.id);
    expect(shown).toMatchObject({ worth_usd: "550.025000", rate_market: "EURUSD" });
    const reply = await approveDeposit(finance, data.id, newReference());
    expect(reply.data).toMatchObject({
      state: "credited",
      credit_usd: "550.025000",
      rate_seq: shown.rate_seq,
    });
    expect(await cashOf(trader)).toBe("550.025000");
  });

  it("must be fresh: a silent market decides nothing", async () => {
    const trader = await floor.openReal();
    floor.quote("EURUSD", "1.10000", "1.10010");
    const { data } = await submitWire(floor, trader, { number: "500", currency: "EUR" });
    floor.clock.advance(120_000);
    expect(await approveDeposit(finance, data.id, newReference())).toMatchObject({
      reason: "RATE_MISSING",
    });
    // On a weekend the last price stands.
    await floor.setSession("EURUSD", "closed");
    expect((await approveDeposit(finance, data.id, newReference())).data).toMatchObject({
      state: "credited",
    });
    await floor.setSession("EURUSD", "open");
  });
});

describe("T61: nothing is credited twice", () => {
  it("by its reference, however it is spelled", async () => {
    const [one, two] = [await floor.openReal(), await floor.openReal()];
    const { data: first } = await submitCoin(one, "100");
    const { data: other } = await submitCoin(two, "100");
    const reference = `0xABCDEF${newReference()}`;
    await approveDeposit(finance, first.id, reference);
    const again = reference.toLowerCase().slice(2);
    for (const spelled of [reference, again, ` ${again}`]) {
      expect(await approveDeposit(finance, other.id, spelled)).toMatchObject({
        reason: "REFERENCE_USED",
      });
    }
    expect(await cashOf(two)).toBe("0.000000");
  });

  it("by its reference, also at the same moment", async () => {
    const reference = newReference();
    const traders = await Promise.all(Array.from({ length: 8 }, () => floor.openReal()));
    const ids = await Promise.all(
      traders.map(async (trader) => (await submitCoin(trader, "100")).data.id as string),
    );
    const replies = await Promise.all(
      ids.map((id, at) => approveDeposit(at % 2 ? finance : second, id, reference)),
    );
    expect(replies.filter(({ code }) => code === 1)).toHaveLength(1);
    for (const { code, reason } of replies) if (code !== 1) expect(reason).toBe("REFERENCE_USED");
    const cash = await Promise.all(traders.map(cashOf));
    expect(cash.filter((amount) => amount === "100.000000")).toHaveLength(1);
  });

  it("by its picture, sent ten times by two people", async () => {
    const [one, two] = [await floor.openReal(), await floor.openReal()];
    const { data: first } = await submitWire(floor, two, { number: "60", seed: 77 });
    const { data: again } = await submitWire(floor, one, { number: "60", seed: 77 });
    const ids: string[] = [first.id, again.id];
    while (ids.length < 10) {
      const trader = ids.length % 2 ? one : two;
      const { data } = await submitCopy(floor, trader, { number: "60", of: first.id });
      ids.push(data.id);
    }
    const last = await showDeposit(finance, ids[9] ?? "");
    expect(last).toMatchObject({ has_twin: true });
    const same = last.twins.filter((twin: { is_same_picture: boolean }) => twin.is_same_picture);
    expect(same).toHaveLength(9);
    const replies = [];
    for (const id of ids) replies.push(await approveDeposit(finance, id, newReference()));
    expect(replies.map(({ reason }) => reason).slice(1)).toEqual(
      Array.from({ length: 9 }, () => "PROOF_CREDITED"),
    );
    expect([await cashOf(one), await cashOf(two)].sort()).toEqual(["0.000000", "60.000000"]);
  });

  it("and who changed the picture a little is shown beside the first", async () => {
    const trader = await floor.openReal();
    const { data: first } = await submitWire(floor, trader, { number: "70", seed: 5 });
    const bytes = await drawPixels({ seed: 5 }).modulate({ brightness: 1.05 }).png().toBuffer();
    const { data: other } = await submitWire(floor, trader, { number: "70", bytes });
    const shown = await showDeposit(finance, other.id);
    expect(shown.twins).toContainEqual(
      expect.objectContaining({ id: first.id, is_same_picture: false }),
    );
    expect((await showDeposit(finance, first.id)).has_twin).toBe(true);
  });

  it("by one attempt of approval sent ten times at once", async () => {
    const trader = await floor.openReal();
    const { data } = await submitCoin(trader, "100");
    const { hash } = await showDeposit(finance, data.id);
    const fields = { id: data.id, hash, reference: newReference() };
    await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        (at % 2 ? finance : second).post("/v1/api/desk/deposit/approve", fields),
      ),
    );
    expect(await cashOf(trader)).toBe("100.000000");
  });
});

describe("no", () => {
  it.each([
    ["reject", 2],
    ["invalidate", 3],
  ])("by %s is status %i with its remark, a letter, and no money", async (act, status) => {
    const trader = await floor.openReal();
    const { data } = await submitCoin(trader, "100");
    const path = `/v1/api/desk/deposit/${act}`;
    expect(await finance.post(path, { id: data.id, remark: " " })).toMatchObject({
      reason: "FIELD_INVALID",
    });
    const remark = "Nothing arrived at <b>this</b> address";
    expect((await finance.post(path, { id: data.id, remark })).code).toBe(1);
    const { data: own } = await trader.get("/v1/api/main/deposit/show", { id: data.id });
    expect(own).toMatchObject({ status, remark, credited_usd: "" });
    expect((await floor.letters()).at(-1)?.text).toContain(remark);
    expect(await finance.post(path, { id: data.id, remark })).toMatchObject({
      reason: "DEPOSIT_DECIDED",
    });
    expect(await approveDeposit(finance, data.id, newReference())).toMatchObject({
      reason: "DEPOSIT_DECIDED",
    });
    expect(await cashOf(trader)).toBe("0.000000");
  });

  it("frees the reference for who really sent it", async () => {
    const [wrong, right] = [await floor.openReal(), await floor.openReal()];
    const { data: first } = await submitCoin(wrong, "2000");
    const { data: other } = await submitCoin(right, "500");
    const reference = newReference();
    await approveDeposit(finance, first.id, reference);
    expect(await approveDeposit(finance, other.id, reference)).toMatchObject({
      reason: "REFERENCE_USED",
    });
    await second.post("/v1/api/desk/deposit/reject", { id: first.id, remark: "Not yours" });
    expect((await approveDeposit(finance, other.id, reference)).data.state).toBe("credited");
    expect(await statusOf(right, other.id)).toBe(1);
  });
});

describe("a question", () => {
  it("reaches the trader, whose answer reaches the desk; the deadline stays", async () => {
    const trader = await floor.openReal();
    const { data } = await submitCoin(trader, "100");
    const answer = (text: string) =>
      trader.post("/v1/api/main/deposit/answer", { id: data.id, text });
    expect(await answer("nobody asked")).toMatchObject({ reason: "DEPOSIT_UNKNOWN" });
    const question = "From which wallet did you send it?";
    await finance.post("/v1/api/desk/deposit/ask", { id: data.id, question });
    const { data: own } = await trader.get("/v1/api/main/deposit/show", { id: data.id });
    expect(own).toMatchObject({ status: 0, question, due_at: data.due_at });
    expect((await answer("From T9…")).code).toBe(1);
    expect(await showDeposit(finance, data.id)).toMatchObject({
      question,
      answer: "From T9…",
      has_question: false,
    });
  });
});

describe("the queue", () => {
  it("goes page by page, the longest wait first, and finds by uid, id, reference", async () => {
    const trader = await floor.openReal();
    const { data: me } = await trader.get("/api/user/info");
    const { data: kept } = await submitCoin(trader, "100");
    const list = async (query: Record<string, string>) =>
      (await finance.get("/v1/api/desk/deposit/list", query)).data;
    expect((await list({ q: me.uid })).data).toMatchObject([{ id: kept.id, uid: me.uid }]);
    expect((await list({ q: kept.id })).data).toMatchObject([{ id: kept.id }]);
    const reference = newReference();
    await approveDeposit(finance, kept.id, reference);
    const found = await list({ status: "credited", q: reference.toUpperCase() });
    expect(found.data).toMatchObject([{ id: kept.id }]);
    for (let count = 0; count < 20; count += 1) await submitCoin(trader, "10");
    const other = await floor.openReal();
    for (let count = 0; count < 20; count += 1) await submitCoin(other, "10");
    const seen: number[] = [];
    let cursor = "";
    do {
      const page = await list(cursor === "" ? {} : { cursor });
      seen.push(...page.data.map(({ id }: { id: string }) => Number(id)));
      cursor = page.next;
    } while (cursor !== "");
    expect(seen).toEqual([...new Set(seen)].sort((left, right) => left - right));
    expect(seen.length).toBeGreaterThanOrEqual(40);
    const { data: summary } = await finance.get("/v1/api/desk/summary");
    const waiting = summary.queues.find(({ queue }: { queue: string }) => queue === "deposits");
    expect(waiting.open).toBe(seen.length);
  });

  it("T85: is for who may read it, and decided by who may decide", async () => {
    const trader = await floor.openReal();
    const { data } = await submitCoin(trader, "100");
    const support = await floor.openStaff(["support", "dealer"]);
    const compliance = await floor.openStaff(["compliance"]);
    const decide = { id: data.id, hash: "0".repeat(64), reference: "x", remark: "x" };
    for (const path of ["approve", "reject", "invalidate"]) {
      for (const operator of [support, compliance]) {
        expect(await operator.post(`/v1/api/desk/deposit/${path}`, decide)).toMatchObject({
          status: 403,
          reason: "NOT_PERMITTED",
        });
      }
      const reply = await trader.post(`/v1/api/desk/deposit/${path}`, decide);
      expect(reply).toMatchObject({ status: 404, reason: "NOT_FOUND" });
    }
    expect(await support.get("/v1/api/desk/deposit/list")).toMatchObject({ status: 403 });
    expect((await compliance.get("/v1/api/desk/deposit/list")).code).toBe(1);
  });

  it("writes down who looked and who decided", async () => {
    const trader = await floor.openReal();
    const { data } = await submitCoin(trader, "100");
    await approveDeposit(finance, data.id, newReference());
    const lines = await floor.test.database
      .selectFrom("audit_log")
      .select(["action", "actor_id"])
      .where("subject_kind", "=", "deposit")
      .where("subject_id", "=", data.id)
      .orderBy("seq")
      .execute();
    expect(lines).toEqual([
      { action: "deposit.report", actor_id: BigInt(trader.userId) },
      { action: "deposit.show", actor_id: BigInt(finance.staffId) },
      { action: "deposit.approve", actor_id: BigInt(finance.staffId) },
    ]);
  });
});
