// Requests and frames that nobody's app would make, at a running platform, over all calls and the
// live socket: whatever comes, the answer is an envelope and never a 5xx, nothing of our insides is
// shown, the books still add up, and it serves on. A million of them with FULL=1.

import { randomBytes } from "node:crypto";
import { Agent, request } from "node:http";
import { SOCKET_PATH } from "@truetick/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import { WebSocket } from "ws";
import { OPERATOR_SETTINGS, OPERATORS } from "../operators.ts";
import { keptSession, makeMember, post } from "../people.ts";
import { type Platform, startPlatform } from "../platform.ts";
import { brokenInvariants } from "./broken-invariants.ts";
import { createDice, type Dice } from "./dice.ts";
import { wildRequest } from "./wild-request.ts";

const FULL = process.env.FULL !== undefined;
const SEED = Number(process.env.FUZZ_SEED ?? (FULL ? Date.now() % 1_000_000 : 20_261_116));
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? (FULL ? 1_000_000 : 4_000));
const FRAMES = FULL ? 60_000 : 400;
const AT_ONCE = 40;
const DEMOS = 6;
const TIMEOUT_MS = FULL ? 3_600_000 : 240_000;
/** What a stack or a query would look like. */
const INSIDES = /\n\s+at \S|node:internal|packages\/server|select .+ from |\bpg_|kysely/i;

let platform: Platform;
let tokens: string[] = [];
/** Connections are used again, as browsers do it: a campaign would run out of ports otherwise. */
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

beforeAll(async () => {
  platform = await startPlatform({ ...OPERATOR_SETTINGS, TRUST_PROXY: "1" });
  tokens = [await memberToken(), await staffToken(), "rubbish", "Bearer x", "\u00ff".repeat(20)];
  for (let count = 0; count < DEMOS; count += 1) tokens.push(await demoToken());
}, TIMEOUT_MS);
afterAll(async () => {
  agent.destroy();
  await platform.stop();
});

async function demoToken(): Promise<string> {
  const fields = { demo_id: randomBytes(16).toString("hex") };
  const answer = await post(platform, { path: "/api/user/createAccountDemoForU", fields });
  return String(answer.token);
}

async function memberToken(): Promise<string> {
  const kept = await keptSession(platform, await makeMember(platform, "wild"));
  return String((JSON.parse(kept) as { token: string }).token);
}

async function staffToken(): Promise<string> {
  const [{ email, password }] = OPERATORS;
  const base = "/v1/api/desk/login";
  await post(platform, { path: `${base}/mail_code`, fields: { email, password } });
  const auth_code = await platform.outbox.codeFor(email);
  const { token } = await post(platform, { path: base, fields: { email, password, auth_code } });
  return String(token);
}

type Told = { readonly status: number; readonly text: string };

function send(wild: ReturnType<typeof wildRequest>): Promise<Told> {
  return new Promise((resolve, reject) => {
    const { method, body } = wild;
    // Without a length, Node sends the body of a DELETE as if it were the next request.
    const length = body === null ? {} : { "content-length": Buffer.byteLength(body) };
    const sent = request(
      `${platform.origin}${wild.path}`,
      { method, headers: { ...latin(wild.headers), ...length }, agent },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("end", () => {
          resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() });
        });
        answer.on("error", reject);
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Headers are bytes; what has none is left out. */
function latin(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([, value]) => !/[^\t\x20-\x7e\x80-\xff]/.test(value)),
  );
}

function faultOf({ status, text }: Told): string | null {
  if (status >= 500) return `${status}: ${text.slice(0, 300)}`;
  // What is answered on purpose may hold queries: the public figures do.
  const isRefused = !text.startsWith('{"code":1,');
  return isRefused && INSIDES.test(text) ? `shows its insides: ${text.slice(0, 300)}` : null;
}

it(
  `${REQUESTS} requests over all calls are answered without a 5xx (seed ${SEED})`,
  async ({ task }) => {
    const dice = createDice(SEED);
    const counts = new Map<number, number>();
    const seen = new Set<string>();
    const faults: string[] = [];
    let left = REQUESTS;
    let broken = 0;
    const worker = async () => {
      while (left > 0 && faults.length < 5) {
        left -= 1;
        const wild = wildRequest(dice, tokens);
        seen.add(wild.name);
        const told = await send(wild).catch(() => null);
        if (told === null) {
          // Cut off in the middle, as a request that is too large is.
          broken += 1;
          continue;
        }
        counts.set(told.status, (counts.get(told.status) ?? 0) + 1);
        const fault = faultOf(told);
        if (fault) faults.push(`${wild.method} ${wild.name} ${wild.path.slice(0, 200)}: ${fault}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    console.log(`${REQUESTS} requests: ${JSON.stringify([...counts])}, ${broken} cut off`);
    expect(faults).toEqual([]);
    expect(broken).toBeLessThan(REQUESTS / 100);
    expect(counts.get(200) ?? 0).toBeGreaterThan(REQUESTS / 4);
    if (FULL) expect(seen.size).toBeGreaterThan(200);
    const broke = [...counts].filter(([status]) => status >= 500).length;
    const figures = { campaign: "fuzz", requests: REQUESTS, calls: seen.size, broke };
    Object.assign(task.meta, { figures });
  },
  TIMEOUT_MS,
);

const FRAME_TYPES = ["login", "sub", "unsub", "ping", "", "__proto__", "constructor", "KLINE"];

function wildFrame(dice: Dice): string | Buffer {
  const params = dice.pick<unknown>(["", 1, null, {}, [], ["x"], "KLINE_1_1min", "FOREX_TRADE"]);
  const frame = { type: dice.pick(FRAME_TYPES), params: dice.isLucky(0.1) ? tokens[5] : params };
  const text = JSON.stringify(frame);
  switch (dice.below(8)) {
    case 0:
      return Buffer.from(text);
    case 1:
      return text.slice(0, dice.below(text.length));
    case 2:
      return "ping";
    case 3:
      return "x".repeat(dice.below(6_000));
    case 4:
      return Buffer.from([dice.below(256), 0xff, 0xfe, dice.below(256)]);
    default:
      return text;
  }
}

/** Says some frames and hears how it ends; a socket that cannot be opened says so. */
function talk(dice: Dice, count: number): Promise<number> {
  return new Promise((resolve) => {
    const address = [10, dice.below(256), dice.below(256), dice.below(256)].join(".");
    const socket = new WebSocket(platform.origin.replace("http", "ws") + SOCKET_PATH, {
      headers: { "x-forwarded-for": address },
    });
    socket.on("error", () => resolve(0));
    socket.on("close", (code) => resolve(code));
    socket.on("open", () => {
      for (let frame = 0; frame < count; frame += 1) socket.send(wildFrame(dice));
      setTimeout(() => socket.close(), 200);
    });
  });
}

it(
  `${FRAMES} frames on the live socket end nothing but their own socket (seed ${SEED})`,
  async ({ task }) => {
    const dice = createDice(SEED + 1);
    const codes = new Map<number, number>();
    for (let sent = 0; sent < FRAMES; sent += AT_ONCE * 10) {
      const ends = await Promise.all(Array.from({ length: AT_ONCE }, () => talk(dice, 10)));
      for (const code of ends) codes.set(code, (codes.get(code) ?? 0) + 1);
    }
    console.log(`${FRAMES} frames: sockets ended with ${JSON.stringify([...codes])}`);
    // 1011 is a server that broke; 1006 one that went away.
    expect([...codes.keys()]).not.toContain(1011);
    expect([...codes.keys()]).not.toContain(1006);
    expect((await fetch(`${platform.origin}/readyz`)).status).toBe(200);
    Object.assign(task.meta, { figures: { campaign: "frames", frames: FRAMES } });
  },
  TIMEOUT_MS,
);

it(
  "leaves books that add up",
  async () => {
    expect(await brokenInvariants(platform.dataDir)).toEqual([]);
  },
  TIMEOUT_MS,
);
