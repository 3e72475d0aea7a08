// How staff come in: never by a password alone (T84), by the first login's set-up, by an app, in
// the sandbox by mail; and how long they stay.

import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openTradingFloor, type Reply, type TradingFloor } from "../../testing/trading-floor.ts";
import { createPasswords } from "../passwords/passwords.ts";
import { appOf } from "../testing/open-member.ts";
import { seedOperators } from "./seed-operators.ts";

const PASSWORD = "a desk far from the sea 42";
const LOGIN = "/v1/api/desk/login";
const ENROL = "/v1/api/desk/login/enrol";

let floor: TradingFloor;
let live: TradingFloor;

beforeAll(async () => {
  floor = await openTradingFloor();
  live = await openTradingFloor("live");
  for (const each of [floor, live]) {
    await each.members().staff.seed([
      { email: "ann@desk.test", password: PASSWORD },
      { email: "bob@desk.test", password: PASSWORD },
    ]);
  }
});
afterEach(async () => {
  expect(await floor.broken()).toEqual({});
});
afterAll(async () => {
  await floor.close();
  await live.close();
});

type Sent = Readonly<Record<string, string>>;

function post(at: TradingFloor, path: string, fields: Sent, token = ""): Promise<Reply> {
  return at.ask(path, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: token, lang: "en" },
    body: JSON.stringify(fields),
  });
}

const me = (at: TradingFloor, token: string) =>
  at.ask("/v1/api/desk/me", { headers: { authorization: token, lang: "en" } });

const ann = { email: "ann@desk.test", password: PASSWORD };
const bob = { email: "bob@desk.test", password: PASSWORD };

/** Somebody who has set up an app, and the app. */
async function enrolled(at: TradingFloor, who: Sent) {
  const { data } = await post(at, LOGIN, who);
  const app = appOf(at, data.setup.secret);
  const { ticket } = data.setup;
  const reply = await post(at, ENROL, { ticket, auth_code: app.nextCode() });
  return { app, reply, ticket };
}

describe("the first login", () => {
  it("T84: a password opens no session, but the set-up of a factor, which does", async () => {
    const first = await post(live, LOGIN, ann);
    expect(Object.keys(first.data)).toEqual(["setup"]);
    expect(first.data.setup.uri).toContain("otpauth://totp/");
    const { app, reply, ticket } = await enrolled(live, ann);
    expect(reply.data.staff).toMatchObject({ email: ann.email, roles: ["admin"] });
    expect((await me(live, reply.data.token)).data.email).toBe(ann.email);
    // The factor is there now: no ticket sets up another, and the old one is used.
    const again = await post(live, ENROL, { ticket, auth_code: app.nextCode() });
    expect(again.reason).toBe("ENROLMENT_EXPIRED");
    const older = { ticket: first.data.setup.ticket, auth_code: "000000" };
    const other = appOf(live, first.data.setup.secret);
    const second = await post(live, ENROL, { ...older, auth_code: other.nextCode() });
    expect(second.reason).toBe("ENROLMENT_EXPIRED");

    expect((await post(live, LOGIN, ann)).reason).toBe("SECOND_FACTOR_NEEDED");
    const wrong = await post(live, LOGIN, { ...ann, auth_code: "000000" });
    expect(wrong.reason).toBe("SECOND_FACTOR_WRONG");
    const code = app.nextCode();
    expect((await post(live, LOGIN, { ...ann, auth_code: code })).data.token).toHaveLength(43);
    const reused = await post(live, LOGIN, { ...ann, auth_code: code });
    expect(reused.reason).toBe("SECOND_FACTOR_WRONG");
  });

  it("a wrong first code can be tried again, five times in all", async () => {
    const { data } = await post(live, LOGIN, bob);
    const { ticket } = data.setup;
    for (let tries = 0; tries < 5; tries += 1) {
      const reply = await post(live, ENROL, { ticket, auth_code: "000000" });
      expect(reply.reason).toBe("SECOND_FACTOR_WRONG");
    }
    const app = appOf(live, data.setup.secret);
    const late = await post(live, ENROL, { ticket, auth_code: app.nextCode() });
    expect(late.reason).toBe("ENROLMENT_EXPIRED");
  });
});

describe("a code by mail", () => {
  it("is the second factor in the sandbox, once", async () => {
    expect((await post(floor, "/v1/api/desk/login/mail_code", ann)).code).toBe(1);
    const letter = (await floor.letters()).at(-1);
    expect(letter).toMatchObject({ to: ann.email, kind: "verifyCode" });
    const auth_code = letter?.code ?? "";
    expect((await post(floor, LOGIN, { ...ann, auth_code })).data.token).toHaveLength(43);
    const again = await post(floor, LOGIN, { ...ann, auth_code });
    expect(again.reason).toBe("SECOND_FACTOR_WRONG");
    const wrong = { ...ann, password: "wrong password 1" };
    const refused = await post(floor, "/v1/api/desk/login/mail_code", wrong);
    expect(refused.reason).toBe("LOGIN_FAILED");
  });

  it("does not exist where the money is real", async () => {
    const reply = await post(live, "/v1/api/desk/login/mail_code", ann);
    expect(reply.reason).toBe("STAFF_CODE_UNAVAILABLE");
    expect(await live.letters()).toEqual([]);
  });
});

describe("who is refused", () => {
  it("T14: hears the same whether the address, the password or the account is wrong", async () => {
    const eve = await floor.openStaff(["support"]);
    await floor.test.database
      .updateTable("staff")
      .set({
        email: "eve@desk.test",
        password_hash: String(await createPasswords().hash(PASSWORD)),
        disabled_at: new Date(),
      })
      .where("id", "=", BigInt(eve.staffId))
      .execute();
    const replies = [
      await post(floor, LOGIN, { ...ann, password: "not the password" }),
      await post(floor, LOGIN, { email: "nobody@desk.test", password: PASSWORD }),
      await post(floor, LOGIN, { email: "not an address", password: PASSWORD }),
      await post(floor, LOGIN, { email: "eve@desk.test", password: PASSWORD }),
    ];
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
    expect(replies[0]?.reason).toBe("LOGIN_FAILED");
    expect((await eve.get("/v1/api/desk/me")).code).toBe(999);
  });

  it("T09: ten wrong passwords rest a quarter of an hour, from that address", async () => {
    const wrong = { email: "bob@desk.test", password: "not the password" };
    const heard: (string | undefined)[] = [];
    for (let tries = 0; tries < 12; tries += 1) {
      heard.push((await post(floor, LOGIN, wrong)).reason);
    }
    expect(heard).toEqual([
      ...Array.from({ length: 10 }, () => "LOGIN_FAILED"),
      "TOO_MANY_ATTEMPTS",
      "TOO_MANY_ATTEMPTS",
    ]);
    expect((await post(floor, LOGIN, bob)).reason).toBe("TOO_MANY_ATTEMPTS");
    floor.clock.advance(900_001);
    expect((await post(floor, LOGIN, bob)).code).toBe(1);
  });

  it("T13: guessing the app's code ends after ten tries, whatever the password", async () => {
    const { app } = await enrolled(floor, bob);
    const heard = new Map<string, number>();
    for (let tries = 0; tries < 12; tries += 1) {
      const { reason = "in" } = await post(floor, LOGIN, { ...bob, auth_code: "000000" });
      heard.set(reason, (heard.get(reason) ?? 0) + 1);
    }
    expect(Object.fromEntries(heard)).toEqual({ SECOND_FACTOR_WRONG: 10, TOO_MANY_ATTEMPTS: 2 });
    const right = await post(floor, LOGIN, { ...bob, auth_code: app.nextCode() });
    expect(right.reason).toBe("TOO_MANY_ATTEMPTS");
  });
});

it("H08: a code is not good any more when its factor was taken away meanwhile", async () => {
  const { app } = await enrolled(floor, ann);
  const { database } = floor.test;
  const auth_code = app.nextCode();
  const reply = await database.transaction().execute(async (trx) => {
    const lost = trx.updateTable("staff").set({ totp_sealed: null });
    await lost.where("email", "=", ann.email).execute();
    const asked = post(floor, LOGIN, { ...ann, auth_code });
    await expect.poll(() => countWaiting(database)).toBeGreaterThan(0);
    return { asked };
  });
  expect((await reply.asked).reason).toBe("LOGIN_FAILED");
});

/** Those who wait for what somebody else has locked. */
async function countWaiting(database: TradingFloor["test"]["database"]): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_locks where not granted
  `.execute(database);
  return rows[0]?.waiting ?? 0;
}

describe("a session", () => {
  const age = (staffId: number, set: "last_used_at" | "created_at", hours: number) =>
    floor.test.database
      .updateTable("staff_session")
      .set({ [set]: new Date(Date.now() - hours * 3_600_000) })
      .where("staff_id", "=", BigInt(staffId))
      .execute();

  it("ends after half an hour of rest, after eight hours, and by logging out", async () => {
    const rested = await floor.openStaff(["support"]);
    await age(rested.staffId, "last_used_at", 0.49);
    expect((await rested.get("/v1/api/desk/me")).code).toBe(1);
    await age(rested.staffId, "last_used_at", 0.51);
    expect((await rested.get("/v1/api/desk/me")).code).toBe(999);
    const tired = await floor.openStaff(["support"]);
    await age(tired.staffId, "created_at", 8.01);
    expect((await tired.get("/v1/api/desk/me")).code).toBe(999);
    const leaving = await floor.openStaff(["support"]);
    expect((await leaving.post("/v1/api/desk/logout")).code).toBe(1);
    expect((await leaving.get("/v1/api/desk/me")).code).toBe(999);
  });

  it("is nothing on the trader's side", async () => {
    const operator = await floor.openStaff(["admin"]);
    expect((await operator.get("/api/user/info")).code).toBe(999);
    expect((await operator.get("/v1/api/main/wallet/getBalance")).code).toBe(999);
  });
});

describe("seeding", () => {
  it("happens once, and answers a password only when it was drawn", async () => {
    const again = await floor.members().staff.seed([{ email: "x@desk.test", password: null }]);
    expect(again).toEqual([]);
    const bare = await openTradingFloor();
    const seed = () =>
      seedOperators({ database: bare.test.database, passwords: createPasswords() }, [
        { email: "one@desk.test", password: null },
        { email: "two@desk.test", password: PASSWORD },
      ]);
    // Processes of one platform start together; one of them seeds.
    const [one, two, ...more] = (await Promise.all([seed(), seed()])).flat();
    expect(more).toEqual([]);
    expect(two).toEqual({ email: "two@desk.test", drawnPassword: null });
    expect(one?.drawnPassword).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/);
    const drawn = { email: "one@desk.test", password: one?.drawnPassword ?? "" };
    expect(Object.keys((await post(bare, LOGIN, drawn)).data)).toEqual(["setup"]);
    await bare.close();
  });
});
