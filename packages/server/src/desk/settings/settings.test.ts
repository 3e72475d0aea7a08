// Settings of the platform by two people: what holds and where it comes from, what can be proposed,
// and that no host comes in this way which the configuration does not name (T26, T27, H20).

import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createPlatformSettings } from "../../content/settings/platform-settings.ts";
import { createLog } from "../../platform/log.ts";
import { type Operator, openTradingFloor, type TradingFloor } from "../../testing/trading-floor.ts";
import { settingKind } from "./setting-kind.ts";

const LIST = "/v1/api/desk/setting/list";
const SUBMIT = "/v1/api/desk/proposal/submit";
const APPROVE = "/v1/api/desk/proposal/approve";

let floor: TradingFloor;
let maker: Operator;
let checker: Operator;

beforeAll(async () => {
  floor = await openTradingFloor();
  [maker, checker] = [await floor.openStaff(["admin"]), await floor.openStaff(["admin"])];
});
afterAll(() => floor.close());
afterEach(async () => {
  expect(await floor.broken()).toEqual({});
});

const propose = (name: string, value: string | null, by = maker) =>
  by.post(SUBMIT, { kind: "setting", payload: JSON.stringify({ name, value }), reason: "why" });

async function change(name: string, value: string | null): Promise<void> {
  const { data } = await propose(name, value);
  const reply = await checker.post(APPROVE, { id: data.id, hash: data.hash });
  expect(reply.data).toMatchObject({ status: "applied" });
}

async function settingOf(name: string) {
  const { data } = await maker.get(LIST);
  return data.data.find((setting: { name: string }) => setting.name === name);
}

describe("settings", () => {
  it("begin as their defaults, each with what it may be", async () => {
    const { data } = await maker.get(LIST);
    expect(data.data).toHaveLength(9);
    expect(data.allowed_hosts).toEqual(["help.example.test"]);
    expect(await settingOf("restrictedAreas")).toMatchObject({
      value: "CN,CU,IL,KP,VU",
      default_value: "CN,CU,IL,KP,VU",
      source: "default",
      kind: "areas",
      changed_at: 0,
    });
    expect(await settingOf("verifyMode")).toMatchObject({
      kind: "choice",
      choices: ["code", "captcha", "codeAndPhone"],
    });
  });

  it("H08: change when a second person agrees, and go back by null", async () => {
    await change("supportLink", "https://help.example.test/us");
    expect(await settingOf("supportLink")).toMatchObject({
      value: "https://help.example.test/us",
      default_value: "",
      source: "changed",
      changed_at: Math.floor(floor.clock.now() / 1_000),
    });
    await change("restrictedAreas", "");
    expect(await settingOf("restrictedAreas")).toMatchObject({ value: "", source: "changed" });
    await change("supportLink", null);
    await change("restrictedAreas", null);
    expect(await settingOf("supportLink")).toMatchObject({ value: "", source: "default" });
    expect(await settingOf("restrictedAreas")).toMatchObject({ source: "default" });
  });

  it.each([
    ["supportLink", "https://evil.example/"],
    ["supportLink", "http://help.example.test/"],
    ["supportLink", "javascript:alert(1)"],
    ["supportLink", "https://help.example.test@evil.example/"],
    ["supportLink", "https://help.example.test:8443/"],
    ["leaveTo", "https://evil.example/"],
    ["leaveTo", "//evil.example/"],
    ["leaveTo", "data:text/html,x"],
    ["status", "-1"],
    ["supportMode", "anything"],
    ["restrictedAreas", "china"],
    ["isPortal", "yes"],
    ["verifyMode", "x".repeat(301)],
  ])("T26, T27: %s cannot even be proposed as %j", async (name, value) => {
    const reply = await propose(name, value);
    expect(reply).toMatchObject({ reason: "PROPOSAL_INVALID", data: { problem: "value" } });
  });

  it("T26: what was put into the table past us is not followed", async () => {
    const put = "insert into platform_setting (name, value) values";
    await sql`${sql.raw(put)} ('leaveTo', 'https://evil.example/'), ('status', '1')`.execute(
      floor.test.database,
    );
    expect(await settingOf("leaveTo")).toMatchObject({ value: "", source: "default" });
    await sql`delete from platform_setting`.execute(floor.test.database);
  });

  it.each(["nonsense", "__proto__", "toString", "feeBase"])("knows no %s", async (name) => {
    const reply = await propose(name, "1");
    expect(reply).toMatchObject({ reason: "PROPOSAL_INVALID", data: { problem: "name" } });
  });

  it("pinned by the configuration, hold, and are not proposed about", async () => {
    const { database } = floor.test;
    const settings = createPlatformSettings({
      database,
      log: createLog("fatal"),
      pinned: { isPortal: true },
      allowedHosts: [],
      feeBase: "notional",
      canSendSms: true,
    });
    const list = await settings.list();
    expect(list.find(({ name }) => name === "isPortal")).toMatchObject({
      value: "1",
      default_value: "0",
      source: "pinned",
    });
    const { parse } = settingKind({ settings, clock: floor.clock });
    const refused = await parse({ name: "isPortal", value: "0" });
    expect(refused).toMatchObject({ reason: "PROPOSAL_INVALID", numbers: { problem: "pinned" } });
  });

  it("T85: take the permission", async () => {
    const finance = await floor.openStaff(["finance", "compliance", "support", "dealer"]);
    expect((await finance.get(LIST)).reason).toBe("NOT_PERMITTED");
    expect((await propose("status", "1", finance)).reason).toBe("NOT_PERMITTED");
  });

  it("H20: their changes are public", async () => {
    const { rows } = await sql<{ is_public: boolean }>`
      select distinct is_public from proposal where kind = 'setting'`.execute(floor.test.database);
    expect(rows).toEqual([{ is_public: true }]);
  });
});
