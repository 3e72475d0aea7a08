// What keeps an account safe is never changed untold: the change, what follows from it and the news
// of it are kept together, or not at all (T16, T17), whichever row of them cannot be written.

import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTradingFloor, type Trader, type TradingFloor } from "../../testing/trading-floor.ts";
import {
  type App,
  addPasskey,
  appOf,
  openMember,
  stepUpByPassword,
  turnOnApp,
} from "../testing/open-member.ts";

const STATUS = "/v1/api/main/two_factor/status";
const SETUP = "/v1/api/main/two_factor/setup";
const ENABLE = "/v1/api/main/two_factor/enable";
const DISABLE = "/v1/api/main/two_factor/disable";
const RENEW = "/v1/api/main/two_factor/recovery_codes";
const STEP_UP = "/v1/api/main/step_up";

/** Rows that a database could refuse: of the inbox, and of what is forgotten. */
const NOTICE = "insert on notice for each row when (new.source = 'security')";
const FORGETTING =
  "update on user_session for each row " +
  "when (old.stepped_up_at is not null and new.stepped_up_at is null)";

let floor: TradingFloor;
let owner: pg.Client;

beforeAll(async () => {
  floor = await openTradingFloor();
  owner = new pg.Client({ connectionString: floor.test.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await floor.close();
});

async function whileRefused<T>(row: string, act: () => Promise<T>): Promise<T> {
  await owner.query(`
    create function refuse_row() returns trigger language plpgsql as
      $$ begin raise exception 'not today'; end $$;
    create trigger refuse_row before ${row} execute function refuse_row();`);
  try {
    return await act();
  } finally {
    await owner.query("drop function refuse_row cascade");
  }
}

const statusOf = async (member: Trader) => (await member.get(STATUS)).data;

/** How many letters came, and how many notices. */
async function told(member: Trader) {
  const { email } = (await member.get("/api/user/info")).data;
  const letters = (await floor.letters()).filter(({ to }) => to === email);
  const { rows } = await owner.query(
    "select facts->>'what' as what from notice where user_id = $1 and source = 'security'",
    [member.userId],
  );
  return { letters: letters.map(({ kind }) => kind), notices: rows.map(({ what }) => what) };
}

async function setUp(member: Trader): Promise<App> {
  await stepUpByPassword(member);
  return appOf(floor, (await member.post(SETUP)).data.secret);
}

describe("T17: an app is turned on together with the news of it", () => {
  it.each([NOTICE, FORGETTING])("or not at all, without: %s", async (row) => {
    const member = await openMember(floor);
    const app = await setUp(member);
    const enable = () => member.post(ENABLE, { auth_code: app.nextCode() });
    expect((await whileRefused(row, enable)).status).toBe(500);
    expect((await statusOf(member)).is_on).toBe(0);
    expect(await told(member)).toEqual({ letters: [], notices: [] });
    expect((await enable()).data.recovery_codes).toHaveLength(10);
    expect(await told(member)).toEqual({
      letters: ["twoFactorChanged"],
      notices: ["twoFactorChanged"],
    });
    expect((await member.post(DISABLE)).reason).toBe("STEP_UP_NEEDED");
  });
});

describe("T16: an app is turned off together with the news of it", () => {
  it.each([NOTICE])("or not at all, without: %s", async (row) => {
    const member = await openMember(floor);
    const app = await turnOnApp(floor, member);
    const disable = () => member.post(DISABLE, { auth_code: app.nextCode() });
    expect((await whileRefused(row, disable)).status).toBe(500);
    expect(await statusOf(member)).toEqual({ is_on: 1, recovery_codes_left: 10 });
    expect((await disable()).code).toBe(1);
    const both = ["twoFactorChanged", "twoFactorChanged"];
    expect(await told(member)).toEqual({ letters: both, notices: both });
  });
});

describe("T17: recovery codes are made anew together with the news of it", () => {
  it.each([NOTICE])("or the old ones stay, without: %s", async (row) => {
    const member = await openMember(floor);
    const app = await turnOnApp(floor, member);
    const renew = () => member.post(RENEW, { auth_code: app.nextCode() });
    expect((await whileRefused(row, renew)).status).toBe(500);
    const [auth_code = ""] = app.recoveryCodes;
    expect((await member.post(STEP_UP, { auth_code })).code).toBe(1);
    expect((await renew()).data.recovery_codes).toHaveLength(10);
    expect((await told(member)).letters).toHaveLength(2);
  });
});

describe("T17: a passkey is added and removed together with the news of it", () => {
  it("or not at all", async () => {
    const member = await openMember(floor);
    await stepUpByPassword(member);
    const add = async () => (await addPasskey(member)).reply;
    const keys = async () => (await member.get("/v1/api/main/passkey/list")).data.data.length;
    expect((await whileRefused(NOTICE, add)).status).toBe(500);
    expect(await keys()).toBe(0);
    const { id } = (await add()).data;
    const remove = () => member.post("/v1/api/main/passkey/remove", { id });
    expect((await whileRefused(NOTICE, remove)).status).toBe(500);
    expect(await keys()).toBe(1);
    expect((await remove()).code).toBe(1);
    const both = ["passkeyChanged", "passkeyChanged"];
    expect(await told(member)).toEqual({ letters: both, notices: both });
  });
});
