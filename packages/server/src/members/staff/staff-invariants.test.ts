// The invariants of what staff do: empty after a working day, and each catches a corruption, done
// by somebody with all the keys to the database, that no other notices (T86, inv26, inv32, inv33,
// inv38). The corruption is rolled back.

import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askInvariants } from "../../testing/broken-invariants.ts";
import { REHASH_LOG } from "../../testing/rehash-log.ts";
import { type Operator, openTradingFloor, type TradingFloor } from "../../testing/trading-floor.ts";

let floor: TradingFloor;
let owner: pg.Client;
let ann: Operator;
let bob: Operator;
let adjustmentId = 0;

beforeAll(async () => {
  floor = await openTradingFloor();
  ann = await floor.openStaff(["admin"]);
  bob = await floor.openStaff(["admin"]);
  const member = await floor.openReal("1000");
  const { data } = await ann.post("/v1/api/desk/proposal/submit", {
    kind: "adjustment",
    payload: JSON.stringify({ user_id: member.userId, amount: "12.5", reason: "a wrong fee" }),
    reason: "as promised",
  });
  adjustmentId = Number(data.id);
  const done = await bob.post("/v1/api/desk/proposal/approve", { id: data.id, hash: data.hash });
  expect(done.data.status).toBe("applied");
  owner = new pg.Client({ connectionString: floor.test.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await floor.close();
});

async function corrupt(statements: string): Promise<Record<string, number>> {
  await owner.query("begin; set local session_replication_role = replica");
  try {
    await owner.query(statements);
    return await askInvariants(owner);
  } finally {
    await owner.query("rollback");
  }
}

const CORRUPTIONS: readonly (readonly [view: string, what: string, sql: () => string])[] = [
  [
    "inv26",
    "an adjustment that one person alone agreed on",
    () =>
      `delete from approval where object_kind = 'proposal' and object_id = ${adjustmentId}
         and part = 'checker'`,
  ],
  [
    "inv26",
    "an adjustment that was agreed on as something else (H08)",
    () => `update proposal set payload = replace(payload, '12.5', '99.5')
       where id = ${adjustmentId}`,
  ],
  ["inv32", "a line is changed", () => "update audit_log set body = body || ' ' where seq = 2"],
  [
    "inv32",
    "what is searched says something else than what is hashed",
    () => "update audit_log set action = 'staff.login' where seq = 1",
  ],
  ["inv32", "a line is taken out", () => "delete from audit_log where seq = 1"],
  [
    "inv32",
    "the end is cut off",
    () => "delete from audit_log where seq = (select max(seq) from audit_log)",
  ],
  [
    "inv33",
    "money moved by staff that was not written down, the chain made anew",
    () =>
      `update audit_log set action = 'proposal.withdraw',
         body = replace(body, 'proposal.approve', 'proposal.withdraw')
       where action = 'proposal.approve'; ${REHASH_LOG}`,
  ],
  [
    "inv38",
    "somebody approved the own proposal",
    () => `insert into approval (object_kind, object_id, object_hash, staff_id, part)
       values ('proposal', ${adjustmentId}, sha256('other'), ${ann.staffId}, 'checker')`,
  ],
];

it("holds every invariant after a working day", async () => {
  expect(await askInvariants(owner)).toEqual({});
});

describe("a corruption is caught by its own invariant alone", () => {
  it.each(CORRUPTIONS)("%s: %s", async (view, _what, sql) => {
    expect(Object.keys(await corrupt(sql()))).toEqual([view]);
  });

  it("leaves nothing behind", async () => {
    expect(await askInvariants(owner)).toEqual({});
  });
});

describe("T86: as the program's own role", () => {
  it.each(["audit_log", "approval"])("%s only grows", async (table) => {
    const app = new pg.Client({ connectionString: floor.test.appUrl });
    await app.connect();
    const statements = [
      `update ${table} set at = now()`,
      `delete from ${table}`,
      `truncate ${table}`,
    ];
    for (const statement of statements) {
      await expect(app.query(statement)).rejects.toThrow(/permission denied|append-only/);
    }
    await app.end();
  });

  it.each([
    ["proposal", "delete from proposal"],
    ["staff", "delete from staff"],
    ["audit_head", "delete from audit_head"],
    ["audit_head", "update audit_head set seq = seq - 1"],
    ["audit_head", "update audit_head set hash = sha256('x')"],
    ["audit_head", "insert into audit_head (seq, hash) values (0, sha256('x'))"],
  ])("%s refuses: %s", async (_table, statement) => {
    const app = new pg.Client({ connectionString: floor.test.appUrl });
    await app.connect();
    await expect(app.query(statement)).rejects.toThrow(/append-only|forward|duplicate/);
    await app.end();
  });
});

describe("T86: as somebody with all the keys", () => {
  /** Done for good, looked at by the desk's own check, and put back. */
  async function verdictAfter(change: string, undo: string) {
    const apply = (sql: string) =>
      owner.query(`begin; set local session_replication_role = replica; ${sql}; commit`);
    await apply(change);
    try {
      return (await ann.get("/v1/api/desk/audit/verify")).data;
    } finally {
      await apply(undo);
    }
  }

  it("the check names the first line that does not fit", async () => {
    const whole = (await ann.get("/v1/api/desk/audit/verify")).data;
    expect(whole).toMatchObject({ is_whole: 1, first_bad: "" });
    const lines = Number(whole.lines);
    expect(
      await verdictAfter(
        "update audit_log set body = body || ' ' where seq = 2",
        "update audit_log set body = rtrim(body) where seq = 2",
      ),
    ).toMatchObject({ is_whole: 0, first_bad: "2" });
    await owner.query("create table kept as select * from audit_log where false");
    const last = `seq = (select max(seq) from audit_log)`;
    expect(
      await verdictAfter(
        `insert into kept select * from audit_log where ${last};
         delete from audit_log where ${last}`,
        "insert into audit_log select * from kept",
      ),
    ).toMatchObject({ is_whole: 0, first_bad: String(lines) });
    expect((await ann.get("/v1/api/desk/audit/verify")).data).toEqual(whole);
  });
});

describe("the log", () => {
  it("is found by who, what and whom, and goes on from a line", async () => {
    const list = async (fields: Record<string, string>) =>
      (await ann.get("/v1/api/desk/audit/list", fields)).data.data as {
        seq: string;
        action: string;
        actor_id: string;
        actor_name: string;
        detail: string;
      }[];
    const subject = `proposal:${adjustmentId}`;
    const lines = await list({ subject });
    expect(lines.map(({ action }) => action)).toEqual([
      "proposal.apply",
      "proposal.approve",
      "proposal.submit",
    ]);
    expect(JSON.parse(lines[2]?.detail ?? "")).toMatchObject({ kind: "adjustment" });
    const own = await list({ actor: String(bob.staffId) });
    expect(own.map(({ action }) => action)).toEqual(["proposal.approve"]);
    const older = await list({ subject, cursor: lines[0]?.seq ?? "" });
    expect(older.map(({ action }) => action)).toEqual(["proposal.approve", "proposal.submit"]);
    const started = await list({ action: "proposal.s" });
    expect(started.map(({ action }) => action)).toEqual(["proposal.submit"]);
    expect(await list({ action: "proposal_" })).toEqual([]);
  });

  it("has no gaps when many write at once", async () => {
    const people = await Promise.all(
      Array.from({ length: 12 }, () => floor.openStaff(["support"])),
    );
    const replies = await Promise.all(people.map((each) => each.post("/v1/api/desk/logout")));
    expect(replies.every(({ code }) => code === 1)).toBe(true);
    expect((await ann.get("/v1/api/desk/audit/verify")).data.is_whole).toBe(1);
    expect(await floor.broken()).toEqual({});
  });
});
