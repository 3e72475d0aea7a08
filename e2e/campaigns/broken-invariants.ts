// Asks every invariant of a platform's database: the views inv01, inv02, … that must be empty. Used
// by the campaigns when they end.

import pg from "pg";
import { expect } from "vitest";
import { ownerAddress } from "../tamper.ts";

const VIEWS_MIN = 40;

/** The views that have rows, with how many; empty when the books add up. */
export async function brokenInvariants(dataDir: string): Promise<string[]> {
  const client = new pg.Client(ownerAddress(dataDir));
  await client.connect();
  try {
    const views = await client.query<{ name: string }>(
      String.raw`select viewname as name from pg_views where viewname ~ '^inv\d\d$' order by 1`,
    );
    expect(views.rows.length).toBeGreaterThan(VIEWS_MIN);
    const broken: string[] = [];
    for (const { name } of views.rows) {
      const { rows } = await client.query<{ count: string }>(`select count(*) from ${name}`);
      if (rows[0]?.count !== "0") broken.push(`${name}: ${rows[0]?.count}`);
    }
    return broken;
  } finally {
    await client.end();
  }
}
