// A database made fit to serve, on both twins: the PostgreSQL that comes along and one of the
// system's own, through DATABASE_URL. And the one line for each address that cannot be used.

import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { ask } from "../testing/postgres-life.ts";
import {
  findSystemPostgres,
  type SystemPostgres,
  startSystemPostgres,
} from "../testing/system-postgres.ts";
import { withDatabase } from "../testing/test-database.ts";
import { type DatabaseAddress, openDatabase } from "./database.ts";
import { createLog } from "./log.ts";
import { prepareDatabase } from "./prepare-database.ts";

const log = createLog("silent");
const migrationsDir = join(import.meta.dirname, "../../migrations");

async function prepare(ownerUrl: string): Promise<DatabaseAddress> {
  return (await prepareDatabase({ ownerUrl, appUrl: null, migrationsDir, log })).address;
}

async function asApplication<T>(
  address: DatabaseAddress,
  work: (run: (text: string) => Promise<unknown[]>) => Promise<T>,
): Promise<T> {
  const { database, close } = openDatabase(address, log);
  try {
    return await work(async (text) => (await sql.raw(text).execute(database)).rows);
  } finally {
    await close();
  }
}

const systemPrograms = await findSystemPostgres();
if (!systemPrograms) console.log("No PostgreSQL of the system's own: its half is skipped.");

/** The name of the twin, and how to reach a database of it as a superuser. */
const TWINS: [string, (database: string) => string][] = [
  ["embedded", (database) => withDatabase(inject("templateOwnerUrl"), database)],
];
let system: SystemPostgres | null = null;
if (systemPrograms) {
  TWINS.push(["system", (database) => system?.urlFor("postgres", database) ?? ""]);
}

beforeAll(async () => {
  if (systemPrograms) system = await startSystemPostgres(systemPrograms);
});
afterAll(() => system?.stop());

describe.each(TWINS)("prepareDatabase on the %s PostgreSQL", (_, urlOfDatabase) => {
  const name = "prepared";
  beforeAll(async () => {
    await ask(urlOfDatabase("postgres"), `create database ${name}`);
  });
  afterAll(async () => {
    await ask(urlOfDatabase("postgres"), `drop database ${name} with (force)`);
  });

  it("migrates, and serves as a role that owns nothing", async () => {
    const address = await prepare(urlOfDatabase(name));
    expect(address).toEqual({ url: urlOfDatabase(name), role: "truetick_app" });
    await asApplication(address, async (run) => {
      expect(await run("select current_user as who")).toEqual([{ who: "truetick_app" }]);
      expect(await run("select name from schema_migration where number = 1")).toEqual([
        { name: "platform" },
      ]);
      await expect(run("delete from schema_migration")).rejects.toMatchObject({ code: "42501" });
    });
  });

  it("is done once when the processes of one platform start together", async () => {
    await ask(urlOfDatabase("postgres"), "create database together");
    try {
      const all = Array.from({ length: 6 }, () => prepare(urlOfDatabase("together")));
      const expected = { url: urlOfDatabase("together"), role: "truetick_app" };
      expect(await Promise.all(all)).toEqual(Array(6).fill(expected));
    } finally {
      await ask(urlOfDatabase("postgres"), "drop database together with (force)");
    }
  });

  it("does nothing the second time", async () => {
    const before = await ask(urlOfDatabase(name), "select * from schema_migration");
    await prepare(urlOfDatabase(name));
    expect(await ask(urlOfDatabase(name), "select * from schema_migration")).toEqual(before);
  });

  it("gives each table the rights that its comment says", async () => {
    const url = urlOfDatabase(name);
    await ask(
      url,
      `create table plain (id int generated always as identity, note text);
       create table record (id int generated always as identity, note text);
       comment on table record is 'append-only: for the test';`,
    );
    const address = await prepare(url);
    await asApplication(address, async (run) => {
      await run("insert into plain (note) values ('a')");
      await run("update plain set note = 'b'");
      await run("delete from plain");
      await run("insert into record (note) values ('a')");
      expect(await run("select note from record")).toEqual([{ note: "a" }]);
      for (const text of [
        "update record set note = 'b'",
        "delete from record",
        "truncate record",
        "truncate plain",
        "drop table plain",
        "alter table record add column more text",
      ]) {
        await expect(run(text), text).rejects.toMatchObject({ code: "42501" });
      }
    });
  });
});

describe.skipIf(!systemPrograms)("DATABASE_URL with an ordinary user", () => {
  function url(user: string, database: string): string {
    if (!system) throw new Error("Invariant: the system's PostgreSQL runs");
    return system.urlFor(user, database);
  }

  it("serves as the owner where no roles may be made", async () => {
    await ask(url("postgres", "postgres"), "create role plain_owner login");
    await ask(url("postgres", "postgres"), "create database plain_books owner plain_owner");
    const address = await prepare(url("plain_owner", "plain_books"));
    expect(address).toEqual({ url: url("plain_owner", "plain_books"), role: null });
    await asApplication(address, async (run) => {
      expect(await run("select current_user as who")).toEqual([{ who: "plain_owner" }]);
    });
  });

  it("makes its own role where roles may be made", async () => {
    await ask(url("postgres", "postgres"), "drop owned by truetick_app; drop role truetick_app");
    await ask(url("postgres", "postgres"), "create role maker login createrole");
    await ask(url("postgres", "postgres"), "create database maker_books owner maker");
    const address = await prepare(url("maker", "maker_books"));
    expect(address.role).toBe("truetick_app");
    await asApplication(address, async (run) => {
      expect(await run("select current_user as who")).toEqual([{ who: "truetick_app" }]);
    });
  });

  it("says so in one line where no tables may be made", async () => {
    await ask(url("postgres", "postgres"), "create role guest login");
    await ask(url("postgres", "postgres"), "create database foreign_books");
    await ask(url("postgres", "foreign_books"), "revoke create on schema public from public");
    await expect(prepare(url("guest", "foreign_books"))).rejects.toThrow(
      /^Migration 1 \(platform\) failed: permission denied for schema public\.$/,
    );
  });
});

describe("an address that cannot be used", () => {
  const servers: Server[] = [];
  afterAll(() => {
    for (const server of servers) server.close();
  });

  async function portOf(answer: string | null): Promise<number> {
    const server = createServer((socket) => {
      socket.on("error", () => undefined);
      if (answer !== null) socket.end(answer);
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const place = server.address();
    return typeof place === "object" && place ? place.port : 0;
  }

  it.each<[string, () => Promise<string>, RegExp]>([
    [
      "nobody listens",
      async () => "postgresql://me:secret@127.0.0.1:1/books",
      /^The database books at 127\.0\.0\.1:1 cannot be used: .*ECONNREFUSED/,
    ],
    [
      "no such database",
      async () => withDatabase(inject("templateOwnerUrl"), "nowhere"),
      /cannot be used: database "nowhere" does not exist\.$/,
    ],
    [
      "no such user",
      async () => inject("templateOwnerUrl").replace("user=truetick", "user=stranger"),
      /cannot be used: no pg_hba\.conf entry for host .*"stranger"/,
    ],
    [
      "something else answers",
      async () => `postgresql://me:secret@127.0.0.1:${await portOf("HTTP/1.1 400 Bad\r\n\r\n")}/x`,
      /^The database x at 127\.0\.0\.1:\d+ cannot be used: /,
    ],
    [
      "nothing answers",
      async () => `postgresql://me:secret@127.0.0.1:${await portOf(null)}/x`,
      /cannot be used: .*time-?out/,
    ],
    [
      "its certificate is missing",
      async () => "postgresql://me:secret@127.0.0.1/x?sslmode=require&sslrootcert=/nowhere",
      /^DATABASE_URL cannot be used: /,
    ],
  ])("%s: one line, without the password", async (_, address, line) => {
    const refusal = await prepare(await address()).then(
      () => "accepted",
      (error: Error) => `${error.name}: ${error.message}`,
    );
    expect(refusal.replace(/^StartRefusal: /, "")).toMatch(line);
    expect(refusal).not.toMatch(/\n|secret/);
  });
});
