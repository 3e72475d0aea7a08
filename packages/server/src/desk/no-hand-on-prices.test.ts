// H01: no call of the desk and no proposal can set a price, close a trader's position or name a
// person where prices are made; neither can a column of a table. Asked of the declared calls, of
// what the desk registers, of the imports behind prices, and of the schema as it is.

import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { CALLS, type Call } from "@truetick/contract/calls";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ProposalKind } from "../members/proposals/proposal-kinds.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { registerMarketKinds } from "./markets/market-kinds.ts";

const staffCalls = Object.entries<Call>(CALLS).filter(([, call]) => call.audience === "staff");
const writing = staffCalls.filter(([, { effect }]) => effect === "write");

/** Words for a price, an order's outcome, or a handle on it. */
const PRICE_WORDS =
  /(?:^|_)(?:bid|ask|price|quote|tick|spread|slippage|profit|loss|win|order|position|leverage)(?:_|$)/;

describe("calls of the desk", () => {
  it("are there", () => {
    expect(staffCalls.length).toBeGreaterThan(10);
    expect(writing.length).toBeGreaterThan(3);
  });

  it.each(writing.map(([name, call]) => [name, call] as const))(
    "%s takes no price and no order",
    (_name, call) => {
      const fields = Object.keys(call.input.shape);
      expect(fields.filter((field) => PRICE_WORDS.test(field))).toEqual([]);
    },
  );

  it("only read orders, markets and exposure", () => {
    const touching = writing.filter(([, { path }]) =>
      /\/desk\/(?:order|market|exposure)/.test(path),
    );
    expect(touching).toEqual([]);
  });
});

describe("what can be proposed of markets", () => {
  const kinds: ProposalKind[] = [];
  const market = { find: () => null, categories: () => [] };
  registerMarketKinds(
    (kind) => void kinds.push(kind as unknown as ProposalKind),
    // Nothing is found and nothing done here: only what is registered is looked at.
    { markets: market, halts: {} } as unknown as Parameters<typeof registerMarketKinds>[1],
  );

  it("is this and nothing else, by two people, in the open", () => {
    expect(kinds.map(({ kind, notice, isPublic }) => [kind, notice, isPublic])).toEqual([
      ["market", "announced", true],
      ["market_halt", "none", true],
      ["closing_only", "none", true],
      ["category", "none", false],
    ]);
    expect(new Set(kinds.map(({ permission }) => permission))).toEqual(new Set(["markets.change"]));
  });
});

describe("the path of a price", () => {
  const SERVER = resolve(import.meta.dirname, "..");
  const ROOTS = ["trading/price-room.ts", "trading/price-feeds.ts", "trading/tape/tape-keeper.ts"];
  const PEOPLE = /^(?:members|cashier|community|content|desk|gateway)\//;
  const MONEY = /^trading\/(?:account|orders|ledger|blotter)\//;

  /** Types alone bring none. */
  const BRINGS_CODE = /^(?:import|export)\s+(?!type\b)(?:[^;]*?\bfrom\s+)?"(\.[^"]+\.ts)"/gm;

  function reachedFrom(roots: readonly string[]): Set<string> {
    const reached = new Set<string>();
    const waiting = [...roots];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (reached.has(path)) continue;
      reached.add(path);
      const text = readFileSync(join(SERVER, path), "utf8");
      for (const [, specifier = ""] of text.matchAll(BRINGS_CODE)) {
        waiting.push(join(dirname(path), specifier));
      }
    }
    return reached;
  }

  it("leads through no file that knows people, their orders or their money", () => {
    const reached = reachedFrom(ROOTS);
    expect(reached.size).toBeGreaterThan(30);
    expect([...reached].filter((path) => PEOPLE.test(path) || MONEY.test(path))).toEqual([]);
  });
});

describe("the schema", () => {
  let storage: TestDatabase;
  beforeAll(async () => {
    storage = await createTestDatabase();
  });
  afterAll(() => storage.close());

  it("has no column for a person in a table of prices, and no handle to steer one", async () => {
    const { rows } = await sql<{ place: string }>`
      select table_name || '.' || column_name as place from information_schema.columns
      where table_schema = 'public' and (
        (table_name ~ '^(market|quote|tape|raw_tape|tick|candle|feed(?!back)|categor|sim_seed|session_ex)'
          and column_name ~ '(user|member|trader|account|balance|group|vip|person)')
        or column_name ~* '((risk|user|client|account|member)_?group|win_?rate|force_?(win|loss))')`.execute(
      storage.database,
    );
    expect(rows).toEqual([]);
  });

  it("ties no table of prices to a table of people", async () => {
    const { rows } = await sql<{ tie: string }>`
      select conrelid::regclass || ' → ' || confrelid::regclass as tie from pg_constraint
      where contype = 'f'
        and conrelid::regclass::text ~ '^(market|tape|raw_tape|candle|category|session_exception)'
        and confrelid::regclass::text ~ '^(app_user|user_|trading_account|staff)'`.execute(
      storage.database,
    );
    expect(rows).toEqual([]);
  });

  it("lets nobody take away a row that a price or a fill rests on", async () => {
    const { rows } = await sql<{ name: string }>`
      select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and c.relname ~ '^(tape|raw_tape|fill|trade_order|market_terms)'
        and has_table_privilege('truetick_app', c.oid, 'delete')
        and coalesce(obj_description(c.oid, 'pg_class'), '') ~ '^append-only'`.execute(
      storage.database,
    );
    expect(rows).toEqual([]);
  });
});
