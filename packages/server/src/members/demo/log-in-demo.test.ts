// The demo login over HTTP on a real database: one tap to an account of play money, and nobody
// else's (T20, T21, T22, T18, T19).

import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { newSecret, openTradingFloor, type TradingFloor } from "../../testing/trading-floor.ts";

const LOGIN = "/api/user/createAccountDemoForU";
const INFO = "/api/user/info";

let floor: TradingFloor;

beforeAll(async () => {
  floor = await openTradingFloor();
});
afterAll(() => floor.close());
afterEach(async () => {
  expect(await floor.broken()).toEqual({});
});

const logIn = (secret: string) =>
  floor.ask(`${LOGIN}?demo_id=${secret}&t=1`, { headers: { lang: "en" } });
const as = (token: string) => ({ headers: { authorization: token, lang: "en" } });

describe("the demo login", () => {
  it("gives a new device an account of 10,000.00 and a token for it", async () => {
    const reply = await logIn(newSecret());
    expect(reply).toMatchObject({ status: 200, code: 1 });
    expect(reply.data).toEqual({
      token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      user: {
        id: expect.stringMatching(/^\d+$/),
        uid: expect.stringMatching(/^\d{9}$/),
        email: "",
        mobile: "",
        area_id: "",
        is_demo: 1,
        invite_code: "",
        has_two_factor: 0,
        has_passkey: 0,
        created_at: expect.any(String),
      },
      identifier_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const { token, user } = reply.data;
    expect((await floor.ask(INFO, as(token))).data).toEqual(user);
    expect((await floor.ask(INFO, as(`Bearer ${token}`))).data).toEqual(user);
    const balance = await floor.ask("/v1/api/main/wallet/getBalance", as(token));
    expect(balance.data).toEqual({ balance: "10000.00" });
  });

  it("gives the same device the same user and another token, also after a restart", async () => {
    const secret = newSecret();
    const first = await logIn(secret);
    const second = await logIn(secret);
    await floor.restart();
    const third = await logIn(secret);
    expect(second.data.user).toEqual(first.data.user);
    expect(third.data.user).toEqual(first.data.user);
    expect(third.data.identifier_hash).toBe(first.data.identifier_hash);
    const tokens = new Set([first, second, third].map(({ data }) => data.token));
    expect(tokens.size).toBe(3);
    for (const token of tokens) expect((await floor.ask(INFO, as(token))).code).toBe(1);
  });

  it("T15: 100 first logins of one device at once are one user with one grant", async () => {
    const secret = newSecret();
    const replies = await Promise.all(Array.from({ length: 100 }, () => logIn(secret)));
    expect(new Set(replies.map(({ code }) => code))).toEqual(new Set([1]));
    expect(new Set(replies.map(({ data }) => data.user.id)).size).toBe(1);
    const token = replies.at(-1)?.data.token;
    const log = await floor.ask("/v1/api/main/accountLog/forexChange", as(token));
    expect(log.data.total).toBe(1);
  });

  it("takes a POST as well", async () => {
    const reply = await floor.ask(LOGIN, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ demo_id: newSecret() }),
    });
    expect(reply.code).toBe(1);
  });

  it.each(["1", "device-1", "x".repeat(22), "0".repeat(32), "a".repeat(200), "12 34", ""])(
    "T20: refuses the secret %s",
    async (secret) => {
      const reply = await logIn(encodeURIComponent(secret));
      expect(reply.status).toBe(200);
      expect(["DEMO_SECRET_WEAK", "FIELD_INVALID"]).toContain(reply.reason);
    },
  );

  it("T20: ids that count up log into nobody's account", async () => {
    for (let n = 0; n < 200; n += 1) {
      const reply = await logIn(n.toString(16).padStart(32, "0"));
      expect(reply.reason).toBe("DEMO_SECRET_WEAK");
    }
  });

  it("T05, T18, T20: neither secret nor token is in an answer, the log or a table", async () => {
    const secret = newSecret();
    const { data, body } = await logIn(secret);
    const answers = [body.replace(data.token, "")];
    for (const path of [INFO, "/v1/api/main/account/forexDetail", "/v1/api/forex/my_deal"]) {
      answers.push((await floor.ask(`${path}?status=1`, as(data.token))).body);
    }
    const everything = [...answers, floor.gateway().logged.join(""), await dumpOf(floor)].join("");
    expect(everything).not.toContain(secret);
    expect(everything).not.toContain(data.token);
    expect(everything).not.toContain(Buffer.from(secret).toString("hex"));
  });

  it("T21: one address makes so many demo accounts an hour, and still logs into them", async () => {
    floor.clock.advance(3_600_000);
    const mine = newSecret();
    await logIn(mine);
    const replies = [];
    for (let count = 0; count < 130; count += 1) replies.push(await logIn(newSecret()));
    const made = replies.filter(({ code }) => code === 1).length;
    expect(made).toBeGreaterThanOrEqual(60);
    expect(made).toBeLessThan(130);
    expect(replies.at(-1)).toMatchObject({ status: 429, reason: "TOO_MANY" });
    expect((await logIn(mine)).code).toBe(1);
    floor.clock.advance(3_600_000);
    expect((await logIn(newSecret())).code).toBe(1);
  });

  it("opens the account of a user whose first login was cut short", async () => {
    const secret = newSecret();
    const { data } = await logIn(secret);
    const { accountId } = (await floor.members().findCaller(data.token)) ?? { accountId: 0 };
    expect(accountId).toBeGreaterThan(0);
    const { hashSecret } = await import("./demo-secret.ts");
    const { createDemoUser } = await import("../users/create-user.ts");
    const cut = newSecret();
    await createDemoUser(floor.test.database, hashSecret(cut));
    const resumed = await logIn(cut);
    const balance = await floor.ask("/v1/api/main/wallet/getBalance", as(resumed.data.token));
    expect(balance.data).toEqual({ balance: "10000.00" });
  });

  it("T18: a session that logged out answers 999, the device's other one goes on", async () => {
    const secret = newSecret();
    const [first, second] = [await logIn(secret), await logIn(secret)];
    const out = "/v1/api/main/user/logout";
    const { headers } = as(first.data.token);
    expect(await floor.ask(out, { method: "POST", headers })).toMatchObject({ code: 1 });
    expect(await floor.ask(INFO, as(first.data.token))).toMatchObject({ status: 200, code: 999 });
    expect(await floor.ask(out, { method: "POST", headers })).toMatchObject({ code: 999 });
    expect(await floor.ask(INFO, as(second.data.token))).toMatchObject({ code: 1 });
    expect(await floor.ask(out, as(second.data.token))).toMatchObject({ status: 405 });
  });
});

/** Every row of every table, as text. */
async function dumpOf({ test }: TradingFloor): Promise<string> {
  const client = new pg.Client({ connectionString: test.ownerUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    );
    const parts: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(
        `select t::text as row from "${name}" t`,
      );
      parts.push(...rows.map(({ row }) => row));
    }
    return parts.join("\n");
  } finally {
    await client.end();
  }
}
