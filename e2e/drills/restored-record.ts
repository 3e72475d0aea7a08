// What every drill asks of a record once the dust has settled: invariants hold, whatever was
// acknowledged is stored, and the platform's own verifier calls the record whole.

import pg from "pg";
import { expect } from "vitest";
import type { Load } from "../cluster-load.ts";
import type { Acknowledged } from "./order-stream.ts";

const VERDICT_MAX_MS = 90_000;
const LOOK_EVERY_MS = 250;

export async function ask<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** The names of invariants that are broken: the views inv01, inv02, … must be empty. */
export async function brokenInvariants(url: string): Promise<string[]> {
  const views = await ask<{ name: string }>(
    url,
    String.raw`select viewname as name from pg_views where viewname ~ '^inv\d\d$' order by 1`,
  );
  if (views.length === 0) throw new Error("there are no invariants to ask");
  const counts = views.map(({ name }) => `select '${name}' as name, count(*) from ${name}`);
  const rows = await ask<{ name: string; count: string }>(url, counts.join(" union all "));
  return rows.filter(({ count }) => count !== "0").map(({ name, count }) => `${name}: ${count}`);
}

/** Nobody else traded here: stored is what somebody was told of, once, and closed as told. */
export async function expectKept(url: string, { traders }: Pick<Load, "traders">): Promise<number> {
  const acknowledged = traders.flatMap((trader) => [...trader.acknowledged]).sort();
  const stored = await storedOrders(url);
  expect([...stored.keys()].sort()).toEqual(acknowledged);
  expect([...stored].filter(([, isClosed]) => !isClosed)).toEqual([]);
  expect(await brokenInvariants(url)).toEqual([]);
  return acknowledged.length;
}

/** Orders that are stored, by number, and whether each is closed. */
export async function storedOrders(url: string): Promise<ReadonlyMap<string, boolean>> {
  const rows = await ask<{ id: string; is_closed: boolean }>(
    url,
    "select order_id::text as id, status = 'closed' as is_closed from trade_order",
  );
  return new Map(rows.map(({ id, is_closed }) => [id, is_closed]));
}

/** What was acknowledged by then and is not stored; empty when nothing was lost. */
export function lostBy(
  acknowledged: readonly Acknowledged[],
  stored: ReadonlyMap<string, boolean>,
  byMs: number,
): string[] {
  return acknowledged.flatMap(({ orderId, ackedAtMs, closeAckedAtMs }) => {
    if (ackedAtMs > byMs) return [];
    if (!stored.has(orderId)) return [`order ${orderId}`];
    const wasClosed = closeAckedAtMs !== null && closeAckedAtMs <= byMs;
    return wasClosed && stored.get(orderId) !== true ? [`close of ${orderId}`] : [];
  });
}

export type Verdict = {
  readonly finished_at: number;
  readonly started_at: number;
  readonly is_whole: 0 | 1;
  readonly all_bad: readonly unknown[];
  readonly checked: Readonly<Record<string, number>>;
};

/** The first verdict on everything that began after a moment. */
export async function newVerdict(origin: string, sinceMs: number): Promise<Verdict> {
  const endMs = Date.now() + VERDICT_MAX_MS;
  for (;;) {
    const answer = await fetch(`${origin}/v1/api/proof/verdict`).then((got) => got.json());
    const verdict = (answer as { data: Verdict }).data;
    if (verdict.finished_at > 0 && verdict.started_at * 1_000 > sinceMs) return verdict;
    if (Date.now() > endMs) throw new Error("there was no verdict");
    await new Promise((resume) => setTimeout(resume, LOOK_EVERY_MS));
  }
}
