// Rails: seeded where nobody can lose money, changed only by two people after their notice, and
// never the sandbox's where the money is real (T63, H08, H13).

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { StartRefusal } from "../../platform/start-refusal.ts";
import {
  FLOOR_NOTICE_SEC,
  type Operator,
  openTradingFloor,
  type TradingFloor,
} from "../../testing/trading-floor.ts";
import { readCoinAddress } from "../payout-methods/coin-address.ts";
import { networkOf } from "../testing/open-depositor.ts";
import { refuseForeignRails, sandboxAddress } from "./seed-rails.ts";

let floor: TradingFloor;
let ann: Operator;
let bob: Operator;
beforeAll(async () => {
  floor = await openTradingFloor();
  ann = await floor.openStaff(["finance"]);
  bob = await floor.openStaff(["finance"]);
});
afterEach(async () => {
  expect(await floor.broken()).toEqual({});
});
afterAll(() => floor.close());

const rails = async () => (await ann.get("/v1/api/desk/rail/list")).data;
const propose = (kind: string, payload: object) =>
  ann.post("/v1/api/desk/proposal/submit", {
    kind,
    payload: JSON.stringify(payload),
    reason: "a new wallet",
  });
const agree = ({ id, hash }: { id: string; hash: string }) =>
  bob.post("/v1/api/desk/proposal/approve", { id, hash });
const passNotice = async () => {
  floor.clock.advance(FLOOR_NOTICE_SEC * 1_000 + 1);
  await floor.members().staff.proposals.applyDue();
};

describe("the sandbox's own rails", () => {
  it("have addresses with valid checksums to which nobody has the key", async () => {
    const { currencies, networks, wires } = await rails();
    expect(currencies).toHaveLength(5);
    expect(networks).toHaveLength(4);
    expect(wires).toHaveLength(2);
    for (const { protocol_code, address, is_sandbox } of networks) {
      expect(readCoinAddress(protocol_code, address)).toBe(address);
      expect(is_sandbox).toBe(true);
    }
    for (const { bank_name } of wires) expect(bank_name).toContain("SANDBOX");
    expect(new Set(networks.map(({ address }: { address: string }) => address)).size).toBe(4);
  });

  it("are written once: a restart leaves what the operators changed", async () => {
    const before = await rails();
    await floor.restart();
    expect(await rails()).toEqual(before);
  });

  it("H13: live refuses to start with them, and a sandbox with real ones", async () => {
    const { database } = floor.test;
    const refused = (mode: "sandbox" | "live") => refuseForeignRails(database, mode);
    await expect(refused("live")).rejects.toThrow(StartRefusal);
    await expect(refused("live")).rejects.toThrow(/^MODE=live refuses to start: .* a sandbox/);
    await expect(refused("sandbox")).resolves.toBeUndefined();
    const set = (is_sandbox: boolean) =>
      database.updateTable("wire_option").set({ is_sandbox }).where("id", "=", 1).execute();
    await set(false);
    await expect(refused("sandbox")).rejects.toThrow(/^MODE=sandbox refuses .* real money/);
    await set(true);
  });

  it("are not offered in live, which starts with none", async () => {
    const live = await openTradingFloor("live");
    const operator = await live.openStaff(["finance"]);
    expect((await operator.get("/v1/api/desk/rail/list")).data).toEqual({
      currencies: [],
      networks: [],
      wires: [],
    });
    await live.close();
  });
});

describe("T63: an address", () => {
  it("is live only after a second person and the notice, with a new fingerprint", async () => {
    const trader = await floor.openReal();
    const shown = await networkOf(trader);
    const { networks } = await rails();
    const {
      is_sandbox: _,
      fingerprint: __,
      ...rail
    } = networks.find(({ id }: { id: string }) => id === shown.id);
    const address = sandboxAddress("TRC20", "another");
    const { data } = await propose("deposit_network", { ...rail, address });
    const own = { id: data.id, hash: data.hash };
    expect(await ann.post("/v1/api/desk/proposal/approve", own)).toMatchObject({
      reason: "OWN_PROPOSAL",
    });
    await passNotice();
    expect((await networkOf(trader)).address).toBe(shown.address);
    expect((await agree(own)).code).toBe(1);
    await floor.members().staff.proposals.applyDue();
    expect((await networkOf(trader)).address).toBe(shown.address);
    await passNotice();
    const changed = await networkOf(trader);
    expect(changed.address).toBe(address);
    expect(changed.fingerprint).not.toBe(shown.fingerprint);
  });

  it("is not brought back by a change that was agreed on before it was replaced", async () => {
    const trader = await floor.openReal();
    const shown = await networkOf(trader);
    const { networks } = await rails();
    const {
      is_sandbox: _,
      fingerprint: __,
      ...rail
    } = networks.find(({ id }: { id: string }) => id === shown.id);
    const address = sandboxAddress("TRC20", "after the theft");
    const replaced = await propose("deposit_network", { ...rail, address });
    const careful = await propose("deposit_network", { ...rail, confirmations: 40 });
    for (const { data } of [replaced, careful]) await agree({ id: data.id, hash: data.hash });
    await passNotice();
    expect((await networkOf(trader)).address).toBe(address);
    const ended = await ann.get("/v1/api/desk/proposal/show", { id: careful.data.id });
    expect(ended.data).toMatchObject({ status: "failed", decision: "OBJECT_CHANGED" });
  });

  it("with a broken checksum, or of another network, is never proposed", async () => {
    const { networks } = await rails();
    const { is_sandbox: _, fingerprint: __, ...rail } = networks[0];
    const good = sandboxAddress("TRC20", "good");
    const bad = [
      good.slice(0, -1) + (good.endsWith("1") ? "2" : "1"),
      sandboxAddress("ERC20", "good"),
      sandboxAddress("BTC", "good"),
      "<script>",
      "",
    ];
    for (const address of bad) {
      expect(await propose("deposit_network", { ...rail, address })).toMatchObject({
        reason: "PROPOSAL_INVALID",
      });
    }
  });
});

describe("a proposal about a rail", () => {
  it.each([
    ["deposit_network", { id: "999" }],
    ["deposit_network", { currency_code: "USD" }],
    ["deposit_network", { currency_code: "DOGE" }],
    ["deposit_network", { confirmations: 0 }],
    ["deposit_network", { confirmations: "12" }],
    ["deposit_network", { is_active: 1 }],
    ["deposit_network", { id: "" }],
  ])("of %s with %j is refused", async (kind, wrong) => {
    const { networks } = await rails();
    const { is_sandbox: _, fingerprint: __, ...rail } = networks[0];
    expect(await propose(kind, { ...rail, ...wrong })).toMatchObject({
      reason: "PROPOSAL_INVALID",
    });
  });

  it.each([
    [{ market: "", fixed_price: "" }],
    [{ market: "EURUSD", fixed_price: "1" }],
    [{ market: "NOSUCH", fixed_price: "" }],
    [{ fixed_price: "0" }],
    [{ fixed_price: "-1" }],
    [{ min: "100", max: "10" }],
    [{ min: "0" }],
    [{ min: "0.0000001" }],
    [{ max: "9999999999999" }],
    [{ fixed_price: "9999999999999999" }],
    [{ code: "USDC" }],
    [{ decimals: 2 }],
    [{ channel: "bank" }],
    [{ name: "<b>" }],
    [{ id: "", code: "USDT" }],
  ])("of a currency with %j is refused", async (wrong) => {
    const { currencies } = await rails();
    const { is_sandbox: _, ...rail } = currencies[0];
    expect(await propose("currency", { ...rail, ...wrong })).toMatchObject({
      reason: "PROPOSAL_INVALID",
    });
  });

  it.each([
    [{ remark: "no number" }],
    [{ bank_swift: "XX" }],
    [{ payee_account: "" }],
    [{ currency_code: "USDT" }],
    [{ bank_name: "\u202Eevil" }],
  ])("of a bank account with %j is refused", async (wrong) => {
    const { wires } = await rails();
    const { is_sandbox: _, ...rail } = wires[0];
    expect(await propose("wire_option", { ...rail, ...wrong })).toMatchObject({
      reason: "PROPOSAL_INVALID",
    });
  });

  it("makes a new currency with an account, and switches the account off again", async () => {
    const trader = await floor.openReal();
    const currency = {
      id: "",
      code: "GBP",
      name: "Pound sterling",
      channel: "bank",
      decimals: 2,
      fixed_price: "",
      market: "GBPUSD",
      min: "20",
      max: "20000",
      is_active: true,
    };
    await agree((await propose("currency", currency)).data);
    await passNotice();
    const wire = {
      id: "",
      currency_code: "GBP",
      bank_name: "SANDBOX Bank London",
      bank_address: "",
      bank_swift: "SNDBGB2L",
      payee_name: "Truetick Sandbox",
      payee_account: "GB0000000000",
      remark: "Ref {uid}",
      is_active: true,
    };
    await agree((await propose("wire_option", wire)).data);
    await passNotice();
    floor.quote("GBPUSD", "1.25000", "1.25000");
    const offer = async () =>
      (await trader.get("/api/quickCharge/wire_info", { bank_coin: "GBP" })).data.data;
    expect(await offer()).toMatchObject([{ bank_swift: "SNDBGB2L", usd_price: "0.8" }]);
    const { wires } = await rails();
    const { is_sandbox, ...made } = wires.at(-1);
    expect(is_sandbox).toBe(true);
    await agree((await propose("wire_option", { ...made, is_active: false })).data);
    await passNotice();
    expect(await offer()).toEqual([]);
  });

  it("for the same new currency twice: the second ends, and is not tried for ever", async () => {
    const currency = {
      id: "",
      code: "CHF",
      name: "Swiss franc",
      channel: "bank",
      decimals: 2,
      fixed_price: "0.8",
      market: "",
      min: "20",
      max: "20000",
      is_active: false,
    };
    const [one, two] = [await propose("currency", currency), await propose("currency", currency)];
    for (const { data } of [one, two]) await agree(data);
    await passNotice();
    const ended = await ann.get("/v1/api/desk/proposal/show", { id: two.data.id });
    expect(ended.data).toMatchObject({ status: "failed" });
  });

  it("T85: is for who keeps the rails", async () => {
    const support = await floor.openStaff(["support", "compliance", "dealer"]);
    expect(await support.get("/v1/api/desk/rail/list")).toMatchObject({ status: 403 });
    const proposed = { kind: "currency", payload: "{}", reason: "mine" };
    const reply = await support.post("/v1/api/desk/proposal/submit", proposed);
    expect(reply).toMatchObject({ reason: "NOT_PERMITTED" });
  });
});
