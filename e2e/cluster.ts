// A running cluster as its operator sees it: which process plays what and where, what each says of
// itself, and what the database holds. Used by the drills of cluster.test.ts.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { type Program, startProgram } from "./program.ts";

export type Member = { readonly name: string; readonly port: number };

export type Cluster = {
  /** In front of the gateways. */
  readonly origin: string;
  readonly members: readonly Member[];
  readonly originOf: (name: string) => string;
  /** Of the process that plays it now. */
  readonly pidOf: (name: string) => number;
  readonly natsPid: () => number;
  /** What it says of itself at /readyz; null when nothing answers. */
  readonly signsOf: (name: string) => Promise<Record<string, unknown> | null>;
  /** Who owns a shard right now. */
  readonly ownerOf: (shard: number) => Promise<string>;
  readonly query: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
  /** The names of invariants that are broken. */
  readonly broken: () => Promise<string[]>;
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly end: Program["end"];
};

const LATER_MAX_MS = 60_000;
const LOOK_EVERY_MS = 25;
const LISTED = /^(\S+ \d)\s+http:\/\/localhost:(\d+) {2}process (\d+)$/gm;

/** Looks until there is something. */
export async function later<T>(look: () => Promise<T | null>, atMostMs = LATER_MAX_MS): Promise<T> {
  const endMs = performance.now() + atMostMs;
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (performance.now() > endMs) throw new Error(`nothing within ${atMostMs} ms`);
    await new Promise((resume) => setTimeout(resume, LOOK_EVERY_MS));
  }
}

export async function startCluster(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Cluster> {
  const program = await startProgram({ dataDir, shape: "cluster", settings });
  const listed = [...program.stdout().matchAll(LISTED)].map(([, name = "", port, pid]) => ({
    name,
    port: Number(port),
    pid: Number(pid),
  }));
  const find = (name: string) => {
    const member = listed.find((one) => one.name === name);
    if (!member) throw new Error(`There is no ${name}`);
    return member;
  };
  const originOf = (name: string) => `http://127.0.0.1:${find(name).port}`;
  const signsOf = async (name: string) => {
    const answer = await fetch(`${originOf(name)}/readyz`).catch(() => null);
    return answer && ((await answer.json().catch(() => null)) as Record<string, unknown> | null);
  };
  const query = (text: string, values: unknown[] = []) => askIn(dataDir, text, values);
  return {
    origin: program.origin,
    members: listed,
    originOf,
    pidOf: (name) => {
      const again = [
        ...program.stdout().matchAll(new RegExp(`^${name} runs again as process (\\d+)$`, "gm")),
      ];
      return Number(again.at(-1)?.[1] ?? find(name).pid);
    },
    natsPid: () => Number(readFileSync(join(dataDir, "nats.pid"), "utf8")),
    signsOf,
    ownerOf: (shard) =>
      later(async () => {
        for (const { name } of listed.filter((one) => one.name.startsWith("engine"))) {
          const shards = (await signsOf(name))?.shards;
          if (Array.isArray(shards) && shards.includes(shard)) return name;
        }
        return null;
      }),
    query,
    broken: async () => brokenOf(query),
    stdout: program.stdout,
    stderr: program.stderr,
    end: program.end,
  };
}

/** As the owner of its tables. */
export function databaseUrlOf(dataDir: string): string {
  const socket = encodeURIComponent(join(dataDir, "postgres-socket"));
  return `postgresql:///truetick?host=${socket}&user=truetick`;
}

/** As the owner of the tables, of a database that a program has in its folder. */
export async function askIn(
  dataDir: string,
  text: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(databaseUrlOf(dataDir));
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** The views inv01, inv02, … must be empty. */
export async function brokenOf(query: Cluster["query"]): Promise<string[]> {
  const views = await query(
    String.raw`select viewname as name from pg_views where viewname ~ '^inv\d\d$' order by 1`,
  );
  const counts = views.map(({ name }) => `select '${name}' as name, count(*) from ${name}`);
  const rows = await query(counts.join(" union all "));
  return rows.filter(({ count }) => count !== "0").map(({ name, count }) => `${name}: ${count}`);
}
