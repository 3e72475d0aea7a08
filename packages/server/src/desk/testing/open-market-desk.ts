// The trading area with its desk on a database of its own: simulated prices by a clock that only
// the test moves, two dealers, and proposals that wait a minute.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { languageOf } from "@truetick/contract";
import { permissionsOf } from "@truetick/contract/desk";
import { sql } from "kysely";
import { createProposals, type Proposals } from "../../members/proposals/proposals.ts";
import { type CallContext, isRefused, type StaffCaller } from "../../platform/handler.ts";
import { createLog } from "../../platform/log.ts";
import type { News } from "../../platform/news/news.ts";
import { createFakeClock, type FakeClock } from "../../testing/fake-clock.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { SIMULATED_PLAN } from "../../trading/feed/feed-plan.ts";
import { startTrading, type Trading } from "../../trading/trading.ts";
import { createTradingDesk, type TradingDeskHandlers } from "../trading-desk.ts";

export const NOTICE_SEC = 60;
const START = Date.UTC(2026, 6, 15, 12, 0, 30);
const log = createLog("silent");

export type MarketDesk = {
  readonly clock: FakeClock;
  readonly storage: TestDatabase;
  readonly trading: () => Trading;
  readonly desk: () => TradingDeskHandlers;
  readonly proposals: () => Proposals;
  /** Two people who may change markets. */
  readonly dealers: readonly [StaffCaller, StaffCaller];
  /** Proposed by one and approved by the other; answers its number. */
  readonly agree: (kind: string, payload: unknown) => Promise<number>;
  readonly restart: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** `news`: what other processes hear; without, there are none. */
export async function openMarketDesk(news?: News): Promise<MarketDesk> {
  const storage = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), "truetick-market-desk-"));
  const clock = createFakeClock(START);
  const { database } = storage;
  const openAll = async () => {
    const config = {
      mode: "sandbox",
      feed: SIMULATED_PLAN,
      oanda: null,
      simSeed: 7,
      hasRealSessions: false,
      tapeDays: 30,
      dataDir,
    } as const;
    const address = { url: storage.appUrl, role: null };
    const trading = await startTrading({ database, address, config, clock, log, news });
    const proposals = createProposals({
      database,
      clock,
      log,
      runsJobs: true,
      noticeSec: NOTICE_SEC,
    });
    const desk = createTradingDesk({ database, clock, trading, register: proposals.register });
    return { trading, proposals, desk };
  };
  let all = await openAll();
  const stop = async () => {
    await all.proposals.stop();
    await all.trading.stop();
  };
  const dealers = [await addDealer(storage, "Ann"), await addDealer(storage, "Bob")] as const;
  return {
    clock,
    storage,
    trading: () => all.trading,
    desk: () => all.desk,
    proposals: () => all.proposals,
    dealers,
    agree: (kind, payload) => agreeOn(all.proposals, storage, dealers, { kind, payload }),
    restart: async () => {
      await stop();
      all = await openAll();
    },
    close: async () => {
      await stop();
      await storage.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function addDealer({ database }: TestDatabase, name: string): Promise<StaffCaller> {
  const { id } = await database
    .insertInto("staff")
    .values({ email: `${name}@desk.test`, name, person_ref: name, roles: ["dealer"] })
    .returning("id")
    .executeTakeFirstOrThrow();
  const granted = permissionsOf(["dealer"]);
  return { sessionId: 1, staffId: Number(id), name, can: (permission) => granted.has(permission) };
}

async function agreeOn(
  proposals: Proposals,
  { database }: TestDatabase,
  [ann, bob]: MarketDesk["dealers"],
  { kind, payload }: { readonly kind: string; readonly payload: unknown },
): Promise<number> {
  const proposed = { kind, payload: JSON.stringify(payload), reason: "for the test" };
  const id = await proposals.submit(ann, proposed);
  if (isRefused(id)) throw new Error(`refused: ${id.reason} ${JSON.stringify(id.numbers)}`);
  const { rows } = await sql<{ hash: string }>`
    select proposal_hash(proposal) as hash from proposal where id = ${id}`.execute(database);
  const refused = await proposals.approve(bob, { id, hash: rows[0]?.hash ?? "" });
  if (isRefused(refused)) throw new Error(`refused: ${refused.reason}`);
  return id;
}

/** Anybody, in a language. */
export function visitor(language = "en"): CallContext {
  return {
    language: languageOf(language),
    requestId: "test",
    address: "127.0.0.1",
    device: "",
    cookies: "",
    caller: null,
    attempt: null,
  };
}
