// T05, T18, T20: a whole run of the built program in which every secret is a planted canary:
// register by e-mail and by phone, log in rightly and wrongly, by second factor, picture and
// socket, reset, change, demo, orders, and while the server breaks. Afterwards nothing of them is
// in the database (rows, files and write-ahead log), in the logs, or in any answer, its headers
// included, but the one that had to bring it. The sandbox's outbox may hold codes.

import { createECDH, createHmac, randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { killAll, type Program, startProgram } from "./program.ts";

type Canary = { readonly what: string; readonly text: string };
type Heard = { readonly call: string; readonly body: string };

const dataDir = realpathSync(mkdtempSync(join(tmpdir(), "truetick-canaries-")));
chmodSync(dataDir, 0o711);

let program: Program;
const canaries: Canary[] = [];
/** What an answer had to bring, by the call that brought it. */
const brought = new Map<string, string>();
const heard: Heard[] = [];

function plant(what: string, text: string): string {
  canaries.push({ what, text });
  return text;
}

const newPassword = (what: string) =>
  plant(what, `Canary ${randomBytes(9).toString("base64url")} ${what}`);

type Fields = Readonly<Record<string, string>>;

async function post(path: string, fields: Fields, token?: string) {
  const response = await fetch(program.origin + path, {
    method: "POST",
    headers: { lang: "en", ...(token && { authorization: token }) },
    body: new URLSearchParams(fields),
  });
  return take(path, await response.text(), response);
}

async function get(path: string, token?: string) {
  const response = await fetch(program.origin + path, {
    headers: { lang: "en", ...(token && { authorization: token }) },
  });
  return take(path.split("?")[0] ?? "", await response.text(), response);
}

/** Headers before the answer: what it had to bring is looked for in the last one heard. */
function take(call: string, body: string, response?: Response) {
  const headers = JSON.stringify([...(response?.headers ?? [])]);
  heard.push({ call: `headers of ${call} #${heard.length}`, body: headers });
  heard.push({ call: `${call} #${heard.length}`, body });
  return JSON.parse(body);
}

/** The answer must carry it once; anywhere else it is a leak. */
function bring(what: string, text: string): string {
  brought.set(text, heard.at(-1)?.call ?? "");
  return plant(what, text);
}

async function accepted(answer: Promise<{ code: number; msg: string; data: never }>) {
  const { code, msg, data } = await answer;
  expect([code, msg]).toEqual([1, ""]);
  return data as Record<string, never>;
}

async function codeSentTo(to: string): Promise<string> {
  const folder = join(dataDir, "outbox");
  for (let tries = 0; tries < 600; tries += 1) {
    const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
    const newest = names
      .sort()
      .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")))
      .filter((message) => message.to === to && message.code !== undefined)
      .at(-1);
    if (newest && !canaries.some(({ text }) => text === newest.code)) {
      plant("message with a code", newest.subject);
      plant("message with a code", newest.text);
      return plant("code", newest.code);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`no code was sent to ${to}`);
}

/** RFC 6238, as an authenticator app does it. */
function totpOf(secret: string, aheadMs = 0): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...secret.replace(/=+$/, "")]
    .map((char) => alphabet.indexOf(char).toString(2).padStart(5, "0"))
    .join("");
  const bytes = bits.match(/.{8}/g)?.map((octet) => Number.parseInt(octet, 2)) ?? [];
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor((Date.now() + aheadMs) / 30_000)));
  const mac = createHmac("sha1", Buffer.from(bytes)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

async function registerByEmail(account: string, password: string): Promise<string> {
  await accepted(post("/api/notify/send_email", { to: account, type: "1" }));
  const fields = { type: "email", account, password, re_password: password };
  const sms_code = await codeSentTo(account);
  const { token } = await accepted(post("/api/user/register", { ...fields, sms_code }));
  return bring("token", token ?? "");
}

async function registerByPhone(account: string, password: string): Promise<string> {
  const area_id = "344";
  await accepted(post("/api/notify/send_sms", { to: account, area_id, type: "1" }));
  const sms_code = await codeSentTo(`+852${account}`);
  const fields = { type: "mobile", area_id, account, password, re_password: password, sms_code };
  const { token } = await accepted(post("/api/user/register", fields));
  return bring("token", token ?? "");
}

async function logIn(account: string, password: string, auth_code = ""): Promise<string> {
  const fields = { account, password, login_type: "email", auth_code };
  const { token } = await accepted(post("/api/user/loginForU", fields));
  return bring("token", token ?? "");
}

async function turnSecondFactorOn(token: string, password: string) {
  await accepted(post("/v1/api/main/step_up", { password }, token));
  const { secret = "" } = await accepted(post("/v1/api/main/two_factor/setup", {}, token));
  bring("authenticator's secret", secret);
  const fields = { auth_code: totpOf(secret) };
  const { recovery_codes: codes = [] as string[] } = await accepted(
    post("/v1/api/main/two_factor/enable", fields, token),
  );
  for (const code of codes) bring("recovery code", code);
  return { secret, recoveryCode: codes[0] ?? "" };
}

/** An app's code is good once: the next one is of the next 30 seconds, which are taken early. */
async function logInByApp(account: string, password: string, secret: string): Promise<string> {
  return await logIn(account, password, totpOf(secret, 30_000));
}

/** What somebody types below the picture; that it is wrong is no reason to keep it. */
async function answerPicture(account: string): Promise<void> {
  const { id: key = "" } = await accepted(get("/api/captcha?purpose=login"));
  const sms_code = plant("captcha's answer", randomBytes(8).toString("hex"));
  const fields = { account, password: newPassword("pictured"), login_type: "email" };
  await post("/api/user/loginForU", { ...fields, key, sms_code });
}

async function logInBySocket(token: string): Promise<void> {
  const socket = new WebSocket(`${program.origin.replace(/^http/, "ws")}/v1/ws`);
  const wrong = plant("token", randomBytes(32).toString("base64url"));
  await new Promise<void>((resolve, reject) => {
    socket.on("error", reject);
    socket.on("open", () => {
      for (const params of [wrong, token]) socket.send(JSON.stringify({ type: "login", params }));
    });
    socket.on("message", (frame) => {
      heard.push({ call: `socket #${heard.length}`, body: String(frame) });
      if (/"type":"login".*"ok":1/.test(String(frame))) resolve();
    });
  });
  socket.close();
}

/** While the table of users is away, the server breaks with a password in its hands. */
async function breakWhileLoggingIn(account: string): Promise<void> {
  const client = await openDatabase();
  await client.query("alter table app_user rename to app_user_away");
  const fields = { account, password: newPassword("broken"), login_type: "email" };
  const body = new URLSearchParams(fields);
  const response = await fetch(`${program.origin}/api/user/loginForU`, { method: "POST", body });
  await client.query("alter table app_user_away rename to app_user");
  await client.end();
  take("/api/user/loginForU", await response.text(), response);
  expect(response.status).toBe(500);
}

async function subscribe(token: string): Promise<void> {
  const p256dh = createECDH("prime256v1").generateKeys("base64url");
  const auth = plant("push secret", randomBytes(16).toString("base64url"));
  const fields = { endpoint: `https://fcm.googleapis.com/fcm/send/${auth}`, auth, p256dh };
  await accepted(post("/v1/api/main/push/subscribe", fields, token));
}

async function trade(token: string): Promise<void> {
  const markets = take("markets", JSON.stringify((await get("/v1/api/forex/trade_list")).data));
  const market = markets.find(({ Code }: { Code: string }) => Code === "EURUSD");
  const order = { type: "1", cont: "0.01", forex_id: market.Id, status: "1" };
  const multiple = String(market.HasForexMultiple[0].Value);
  await accepted(post("/v1/api/forex/submit", { ...order, multiple }, token));
}

async function liveThroughAll(): Promise<void> {
  const email = "canary.owner@example.test";
  const mobile = "51234567";
  const first = newPassword("first");
  const second = newPassword("second");
  const third = newPassword("third");

  const registered = await registerByEmail(email, first);
  await get("/api/user/info", registered);
  await post("/api/user/loginForU", {
    account: email,
    password: newPassword("wrong"),
    login_type: "email",
  });
  const token = await logIn(email, first);
  const { secret, recoveryCode } = await turnSecondFactorOn(token, first);
  await logInBySocket(await logInByApp(email, first, secret));
  await answerPicture(email);
  await breakWhileLoggingIn(email);
  const withFactor = await logIn(email, first, recoveryCode);
  await get("/v1/api/main/session/list", withFactor);
  await get("/v1/api/main/login/list", withFactor);
  await subscribe(withFactor);
  await post("/v1/api/main/user/logout", {}, withFactor);

  await forgetAttempts();
  await accepted(post("/api/notify/send_email", { to: email, type: "2" }));
  await accepted(
    post("/api/user/forget_password", {
      type: "email",
      account: email,
      new_password: second,
      secondary_password: second,
      auth_code: await codeSentTo(email),
    }),
  );
  expect((await get("/api/user/info", token)).code).toBe(999);

  const phoneToken = await registerByPhone(mobile, newPassword("phone"));
  await forgetAttempts();
  await accepted(post("/api/notify/send_sms", { to: mobile, type: "2" }, phoneToken));
  const auth_code = await codeSentTo(`+852${mobile}`);
  const change = { new_password: third, auth_code, type: "mobile" };
  await accepted(post("/api/user/amend_password", change, phoneToken));

  const device = plant("demo id", randomBytes(16).toString("hex"));
  const demo = await get(`/api/user/createAccountDemoForU?demo_id=${device}&t=1`);
  const demoToken = bring("token", demo.data.token);
  await trade(demoToken);
  await get("/api/user/info", demoToken);
  // Mistakes carry secrets, too: of the wrong shape, at the wrong place.
  await get(`/api/user/createAccountDemoForU?demo_id=${plant("demo id", "short-canary-7731")}`);
  await post("/api/user/loginForU", { password: newPassword("lonely") });
  await get(`/nowhere?token=${phoneToken}`);
}

/** As the owner of the tables, through the socket beside them. */
async function openDatabase(): Promise<pg.Client> {
  const socket = encodeURIComponent(join(dataDir, "postgres-socket"));
  const client = new pg.Client(`postgresql:///truetick?host=${socket}&user=truetick`);
  await client.connect();
  return client;
}

/** Codes go to one address once a minute, and nobody wants to wait for it. */
async function forgetAttempts(): Promise<void> {
  const client = await openDatabase();
  await client.query("delete from attempt_window");
  await client.end();
}

/** Everything that PostgreSQL has, as text; bytes in hexadecimal. */
async function dumpTables(): Promise<Map<string, string>> {
  const client = await openDatabase();
  const { rows: tables } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace " +
      "and relkind in ('r', 'p') order by relname",
  );
  const dump = new Map<string, string>();
  for (const { name } of tables) {
    const { rows } = await client.query(`select ("${name}".*)::text as row from "${name}"`);
    dump.set(name, rows.map(({ row }) => row).join("\n"));
  }
  await client.end();
  return dump;
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesUnder(path);
    return entry.isFile() ? [path] : [];
  });
}

/** How a secret could stand somewhere. */
function spellingsOf(text: string): string[] {
  const bytes = Buffer.from(text);
  const spellings = [text, bytes.toString("hex"), bytes.toString("base64")];
  return [...spellings, bytes.toString("base64url"), encodeURIComponent(text)];
}

/** Seven digits stand in many numbers: only as a number of their own are they a code. */
const isCode = ({ what }: Canary) => what === "code";
const asCode = (code: string) => new RegExp(`(?<![\\d.])${code}(?!\\d)`);

/** Among millions of bytes any seven digits stand somewhere: only as a field are they a code. */
const codeAsField = (code: string) => [`"${code}"`, `code=${code}`, `code ${code}`];

/** Full of prices, which have seven digits as well, and of nobody's codes. */
const PRICE_TABLE =
  /^(?:account|candle|fill|journal|ledger|market|order|quote|seed|session_ex|tape|trade|snapshot)/;

function leaksIn(text: string, place: string): string[] {
  return canaries
    .filter((canary) =>
      isCode(canary)
        ? asCode(canary.text).test(text)
        : spellingsOf(canary.text).some((spelling) => text.includes(spelling)),
    )
    .map(({ what }) => `${what} in ${place}`);
}

describe("the canaries of a whole run", () => {
  let dump: Map<string, string>;
  let output: string;

  beforeAll(async () => {
    program = await startProgram({ dataDir, settings: { LOG_LEVEL: "trace" } });
    await liveThroughAll();
    dump = await dumpTables();
    const { stdout, stderr, code } = await program.end("SIGTERM");
    expect(code).toBe(0);
    output = stdout + stderr;
  });
  afterAll(async () => {
    await killAll();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });

  it("are many, and of every kind", () => {
    const kinds = new Set(canaries.map(({ what }) => what));
    for (const kind of [
      "token",
      "code",
      "message with a code",
      "captcha's answer",
      "demo id",
      "recovery code",
      "authenticator's secret",
    ]) {
      expect(kinds).toContain(kind);
    }
    expect(canaries.length).toBeGreaterThan(25);
  });

  it("T05, T18: are in no table", () => {
    expect(dump.size).toBeGreaterThan(20);
    expect(dump.get("app_user")).toContain("canary.owner@example.test");
    const leaks = [...dump].flatMap(([name, text]) =>
      leaksIn(text, name).filter((leak) => !(leak.startsWith("code") && PRICE_TABLE.test(name))),
    );
    expect(leaks).toEqual([]);
  });

  it("T05, T18: are in no file, the write-ahead log included, but the outbox's", () => {
    const leaks: string[] = [];
    const files = filesUnder(dataDir).filter((path) => !path.startsWith(join(dataDir, "outbox")));
    expect(files.some((path) => path.includes("pg_wal"))).toBe(true);
    for (const path of files) {
      const bytes = readFileSync(path);
      for (const canary of canaries) {
        const { what, text } = canary;
        const spellings = isCode(canary) ? codeAsField(text) : spellingsOf(text);
        if (spellings.some((spelling) => bytes.includes(spelling)))
          leaks.push(`${what} in ${path}`);
      }
    }
    expect(leaks).toEqual([]);
  });

  it("T05: are in no line of the log, which was at its most talkative", () => {
    expect(output).toContain('"call":"register"');
    expect(output).toContain('"call":"logIn"');
    expect(leaksIn(output, "the log")).toEqual([]);
    expect(output).not.toContain("canary.owner@example.test");
    expect(output).not.toContain("51234567");
  });

  it("T18, T20: are in no answer but the one that had to bring them", () => {
    const leaks = heard.flatMap(({ call, body }) => {
      const expected = canaries.filter(({ text }) => brought.get(text) === call);
      const rest = expected.reduce((text, canary) => text.replaceAll(canary.text, ""), body);
      return leaksIn(rest, call).filter((leak) => !(leak.startsWith("code") && isPrices(call)));
    });
    expect(leaks).toEqual([]);
  });
});

function isPrices(call: string): boolean {
  return /forex|markets/.test(call);
}
