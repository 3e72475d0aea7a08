// Both sides over HTTP, each in a process of its own: the product as it is built and started for
// users, on the bench's database, and the conventional peer behind a bare node:http.

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { accountId } from "@truetick/engine";
import { money } from "@truetick/money";
import pg from "pg";
import { buildNative } from "../../../scripts/native.mjs";
import { startExchange, submit } from "./exchange.ts";
import type { Lab } from "./lab.ts";

const ROOT = join(import.meta.dirname, "../../..");
const PORT_MIN = 20_000;
const PORT_SPAN = 12_000;
const READY_WITHIN_MS = 60_000;
/** As `npm start` has it: requests under way are not copied from one space to the next. */
const YOUNG_SPACE = "--max-semi-space-size=64";
const CASH = money(100_000_000_000_000n);

/** What every trader of a bench logs in with, and its hash at the product's cost. */
export const PASSWORD = "correct horse of the bench";
const PASSWORD_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$pwk+GoiJGJoV4GTVvF7QIg$" +
  "gHZU3E62hZWTtOvFPky6szI6lYPY8UB1V8nUMOAUtDQ";

export type BenchServer = { readonly port: number; readonly stop: () => Promise<void> };

export type Trader = { readonly token: string };

/**
 * Real users with money, made behind the doors: logging 5,000 in is not what is measured, nor are
 * 5,000 mails with yesterday's statement, which would fall into one round and not into another.
 */
export async function makeTraders(lab: Lab, count: number): Promise<Trader[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString("base64url"));
  const hashes = tokens.map((token) => createHash("sha256").update(token).digest());
  const owner = new pg.Client({ connectionString: lab.ownerUrl });
  await owner.connect();
  const { rows } = await owner.query<{ user_id: string; account_id: string }>(
    `with people as (
       insert into app_user (book, uid, email, password_hash, invite_code)
       select 'real', (100000000 + g)::text,
         'trader' || g || '@bench.test', $3, lpad(g::text, 10, '0')
       from generate_series(1, $1::int) as g returning id, uid
     ), accounts as (
       insert into user_account (user_id, book, is_main) select id, 'real', true from people
       returning id, user_id
     ), numbered as (
       select id, uid::bigint - 100000000 as number from people
     ), sessions as (
       insert into user_session (user_id, token_hash, expires_at, method)
       select n.id, t.hash, now() + interval '1 day', 'password'
       from unnest($2::bytea[]) with ordinality as t(hash, number) join numbered n using (number)
     ), wishes as (
       insert into member_setting (user_id, has_statement_mail) select id, false from people
     )
     select a.user_id, a.id as account_id from accounts a`,
    [count, hashes, PASSWORD_HASH],
  );
  await owner.end();
  const sequencer = await startExchange(lab);
  await Promise.all(
    rows.map(async (row) => {
      const own = { accountId: accountId(Number(row.account_id)) };
      const ownerId = Number(row.user_id);
      await submit(sequencer, { type: "OpenAccount", ...own, ownerId, book: "real" });
      const credit = { cause: "deposit", causeId: own.accountId, amount: CASH } as const;
      await submit(sequencer, { type: "Credit", ...own, ...credit });
    }),
  );
  await sequencer.stop();
  return tokens.map((token) => ({ token }));
}

export async function startProduct(
  lab: Lab,
  settings: Readonly<Record<string, string>> = {},
): Promise<BenchServer> {
  const server = join(ROOT, "packages/server");
  const vite = join(ROOT, "node_modules/vite/bin/vite.js");
  // As `npm run build` has it.
  await buildNative();
  const built = spawnSync(process.execPath, [vite, "build"], { cwd: server, stdio: "pipe" });
  if (built.status !== 0) throw new Error(`the server does not build: ${built.stderr}`);
  const port = await freePort();
  const child = spawn(process.execPath, [YOUNG_SPACE, join(server, "dist/main.js")], {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATABASE_URL: lab.ownerUrl,
      DATA_DIR: await mkdtemp(join(tmpdir(), "truetick-bench-data-")),
      LOG_LEVEL: "error",
      NODE_ENV: "production",
      // The whole record is read some time after a start, and then at night: not in a round.
      PROOF_VERIFY_EVERY_SECONDS: "86400",
      ...settings,
    },
  });
  await untilReady(port, child);
  return { port, stop: () => end(child) };
}

export async function startPeer(lab: Lab, traders: readonly Trader[]): Promise<BenchServer> {
  const port = await freePort();
  const script = join(import.meta.dirname, "peer-server.ts");
  const child = spawn(process.execPath, ["--import", "tsx", script, lab.peerUrl, String(port)], {
    cwd: ROOT,
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end(JSON.stringify(traders.map(({ token }) => token)));
  await once(createInterface({ input: child.stdout }), "line");
  return { port, stop: () => end(child) };
}

async function untilReady(port: number, child: ChildProcess): Promise<void> {
  for (let waitedMs = 0; waitedMs < READY_WITHIN_MS; waitedMs += 100) {
    if (child.exitCode !== null) throw new Error("the server did not start");
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (ready?.ok) return;
    await sleep(100);
  }
  throw new Error("the server is not ready");
}

async function end(child: ChildProcess): Promise<void> {
  child.kill("SIGTERM");
  if (child.exitCode === null) await once(child, "exit");
}

async function freePort(): Promise<number> {
  for (;;) {
    const port = PORT_MIN + Math.floor(Math.random() * PORT_SPAN);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once("error", () => resolve(false));
      probe.listen(port, "127.0.0.1", () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => probe.close(resolve));
    return port;
  }
}
