// The settings of a process among others: what it may play, what it needs for it, and the one line
// that refuses the rest.

import { describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";
import { StartRefusal } from "./platform/start-refusal.ts";

const DATABASE_URL = "postgresql://u:secret@db/truetick";
const NATS_URL = "nats://u:secret@bus:4222";

function refusalOf(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof StartRefusal) return error.message;
    throw error;
  }
  throw new Error("was accepted");
}

describe("the roles of a process", () => {
  it("are all by default, which needs no bus and has one shard", () => {
    expect(readConfig({}).cluster).toBeNull();
    expect(readConfig({ ROLES: "all", NATS_URL }).cluster).toBeNull();
  });

  it("are a list beside a database and a bus", () => {
    const ROLES = "engine, feed";
    expect(readConfig({ ROLES, DATABASE_URL, NATS_URL }).cluster).toEqual({
      roles: ["engine", "feed"],
      natsUrl: NATS_URL,
      natsPrefix: "truetick",
      shards: 1,
      leaseSec: 3,
    });
    const own = {
      NATS_PREFIX: "blue-2",
      SHARDS: "4",
      LEASE_SECONDS: "10",
      NATS_URL: "tls://bus.example",
    };
    expect(readConfig({ ROLES, DATABASE_URL, ...own }).cluster).toMatchObject({
      natsUrl: "tls://bus.example",
      natsPrefix: "blue-2",
      shards: 4,
      leaseSec: 10,
    });
  });

  it.each([
    [{ ROLES: "engine" }, /^ROLES=engine needs DATABASE_URL and NATS_URL: /],
    [{ ROLES: "engine", DATABASE_URL }, /^ROLES=engine needs NATS_URL: /],
    [{ ROLES: "feed,jobs", NATS_URL }, /^ROLES=feed,jobs needs DATABASE_URL: /],
    [{ ROLES: "all,feed" }, /^ROLES=all,feed is not known; it is all, or a list of feed, engine, /],
    [{ ROLES: "jobs,jobs" }, /^ROLES=jobs,jobs is not known/],
    [{ ROLES: "engine,", DATABASE_URL, NATS_URL }, /^ROLES=engine, is not known/],
    [{ SHARDS: "2" }, /^SHARDS=2 needs roles: ROLES=all is one process with one shard\./],
    [{ SHARDS: "0" }, /^SHARDS=0 is not a whole number from 1 to 64\.$/],
    [{ LEASE_SECONDS: "2" }, /^LEASE_SECONDS=2 is not a whole number from 3 to 60\.$/],
    [{ NATS_PREFIX: "a.b" }, /^NATS_PREFIX=a\.b is not a word/],
    [{ NATS_PREFIX: ">" }, /^NATS_PREFIX=> is not a word/],
  ])("%j is refused by name", (environment, refusal) => {
    expect(refusalOf(environment)).toMatch(refusal);
  });

  it.each(["bus:4222", "http://u:secret@bus", "nats://", "secret"])(
    "NATS_URL=%s is refused without being repeated",
    (url) => {
      const refusal = refusalOf({ ROLES: "engine", DATABASE_URL, NATS_URL: url });
      expect(refusal).toMatch(/^NATS_URL is not an address of NATS/);
      expect(refusal).not.toContain("secret");
    },
  );
});
