// Asks every invariant of the database at once: the views inv01, inv02, … that must be empty.
// Called after every area test of trading, as the owner of the tables.

import pg, { type ClientBase } from "pg";

/** The names of the views that have rows, with how many; empty when all is well. */
export async function brokenInvariants(ownerUrl: string): Promise<Record<string, number>> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    return await askInvariants(client);
  } finally {
    await client.end();
  }
}

/** The same on a connection that is there, inside its transaction. */
export async function askInvariants(client: ClientBase): Promise<Record<string, number>> {
  const views = await client.query<{ name: string }>(
    String.raw`select viewname as name from pg_views where viewname ~ '^inv\d\d$' order by 1`,
  );
  if (views.rows.length === 0) throw new Error("Invariant: there are invariants to ask");
  const counts = views.rows.map(({ name }) => `select '${name}' as name, count(*) from ${name}`);
  const answer = await client.query<{ name: string; count: string }>(counts.join(" union all "));
  const broken = answer.rows.filter(({ count }) => count !== "0");
  return Object.fromEntries(broken.map(({ name, count }) => [name, Number(count)]));
}
