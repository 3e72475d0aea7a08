// The platform as it is built and started for users, with every market ticking twenty times a
// second: a first life on simulated prices says which markets there are and where they stand, and
// the second one plays recordings of the bench's own from there. No lever in the product.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Market, type ReadRequest, requestMarkets } from "@truetick/contract";
import { buildApps } from "../../../scripts/build.mjs";
import { recordTapes } from "./tapes.ts";

const PROGRAM = join(import.meta.dirname, "../../../packages/server/dist/main.js");
/** As `npm start` has it. */
const YOUNG_SPACE = "--max-semi-space-size=64";
const PASSABLE = 0o711;
const PORT_MIN = 20_000;
const PORT_SPAN = 12_000;
const READY_WITHIN_MS = 90_000;

export type Platform = {
  /** Scheme, host and port; no slash at the end. */
  readonly origin: string;
  readonly markets: readonly Market[];
  readonly stop: () => Promise<void>;
};

export type Fields = Readonly<Record<string, string>>;

/** A call as an app makes it; throws what a refusal says. */
export async function ask<T>(
  origin: string,
  request: { readonly path: string; readonly fields: Fields; readonly read: (wire: unknown) => T },
  token = "",
): Promise<T> {
  const response = await fetch(origin + request.path, {
    method: "POST",
    headers: { lang: "en", authorization: token },
    body: new URLSearchParams(request.fields),
  });
  return readAnswer(request.path, response, request.read);
}

async function readAnswer<T>(
  path: string,
  response: Response,
  read: (wire: unknown) => T,
): Promise<T> {
  const { code, msg, data } = await response.json();
  if (code !== 1) throw new Error(`${path}: ${code} ${msg}`);
  return read(data);
}

async function look<T>(origin: string, { path, query, read }: ReadRequest<T>): Promise<T> {
  const response = await fetch(`${origin}${path}?${new URLSearchParams(query)}`, {
    headers: { lang: "en" },
  });
  return readAnswer(path, response, read);
}

async function freePort(): Promise<number> {
  for (;;) {
    const port = PORT_MIN + Math.floor(Math.random() * PORT_SPAN);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once("error", () => resolve(false));
      probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}

async function startLife(env: Fields): Promise<ChildProcess> {
  const child = spawn(process.execPath, [YOUNG_SPACE, PROGRAM], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { PATH: process.env.PATH, NODE_ENV: "production", LOG_LEVEL: "error", ...env },
  });
  // It would outlive a bench that breaks.
  process.once("exit", () => child.kill("SIGTERM"));
  for (let waitedMs = 0; waitedMs < READY_WITHIN_MS; waitedMs += 100) {
    if (child.exitCode !== null) throw new Error("the server did not start");
    const ready = await fetch(`http://127.0.0.1:${env.PORT}/readyz`).catch(() => null);
    if (ready?.ok) return child;
    await sleep(100);
  }
  throw new Error("the server is not ready");
}

async function end(child: ChildProcess): Promise<void> {
  child.kill("SIGTERM");
  if (child.exitCode === null) await once(child, "exit");
}

/** All that have a price, once every one of them has: simulated quotes arrive within seconds. */
async function readMarkets(origin: string): Promise<readonly Market[]> {
  for (let tries = 0; tries < 40; tries += 1) {
    const markets = await look(origin, requestMarkets());
    if (markets.length > 0 && markets.every(({ quote }) => quote !== null)) return markets;
    await sleep(500);
  }
  throw new Error("not every market has a price");
}

export async function startPlatform(): Promise<Platform> {
  await buildApps();
  const dataDir = await mkdtemp(join(tmpdir(), "truetick-bench-web-"));
  await chmod(dataDir, PASSABLE);
  const port = await freePort();
  // The address that the browser uses is the server's own origin.
  const origin = `http://localhost:${port}`;
  const env = { PORT: String(port), DATA_DIR: dataDir };
  const first = await startLife(env);
  const markets = await readMarkets(origin);
  await end(first);
  const feed = await recordTapes(join(dataDir, "tapes"), markets);
  const child = await startLife({ ...env, FEED: feed });
  return {
    origin,
    markets,
    stop: async () => {
      await end(child);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
