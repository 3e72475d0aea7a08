// H16: what is owed, at a cut: the sum is what the ledger says by another computation, every member
// finds the own leaf with the amount of the own statement, and whoever is left out or made smaller
// notices. With copies, holds and an account below zero among them.

import { millionthsOf } from "@truetick/contract/proof";
import { findLiabilityFault, fromHex, openRow, readCheckpoint } from "@truetick/proof";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { approveTwice, drawConfirmed, openPayee } from "../../cashier/testing/open-payee.ts";
import { type CopyRoom, createCopyRoom } from "../../community/copying/testing/copy-room.ts";
import {
  FLOOR_SECRETS,
  openTradingFloor,
  type Reply,
  type Trader,
  type TradingFloor,
} from "../../testing/trading-floor.ts";
import { keepLogs } from "../log/keep-logs.ts";
import { connectKeeper } from "../log/keeper-client.ts";
import { deriveSaltKey, openKey } from "../log/proof-keys.ts";
import { createProofLog } from "../log/proof-log.ts";
import { createLiabilitySalts } from "./liability-salts.ts";
import { proveHead } from "./prove-head.ts";
import { publishTree } from "./publish-tree.ts";
import { type Owed, readOwed } from "./read-owed.ts";
import { findTree } from "./read-trees.ts";

const LIST = "/v1/api/proof/liabilities";
const OWN = "/v1/api/proof/liability";
const CUT = Date.UTC(2026, 0, 5, 22) / 1_000;
const HOUR_MS = 3_600_000;

let floor: TradingFloor;
let room: CopyRoom;
let people: { readonly [name: string]: Trader };

beforeAll(async () => {
  floor = await openTradingFloor();
  room = createCopyRoom(() => floor);
  people = await runDay();
  await startDay();
});
afterAll(() => floor.close());

async function startDay(): Promise<void> {
  const { sequencer, clock, liabilities } = floor;
  clock.advance(CUT * 1_000 + 60_000 - clock.now());
  await sequencer().submit({ type: "StartDay", cutDate: 20_260_105 });
  await liabilities().publishDue();
}

/** Deposits, a copy, a payout, a hold that waits, a deep loss beside an open gain. */
async function runDay() {
  const saver = await floor.openReal("1234.567891");
  const empty = await floor.openReal();
  const leader = await room.openLeader("owed", "5000");
  const follower = await floor.openReal("3000");
  floor.quote("EURUSD", "1.10000", "1.10010");
  await room.follow(follower, "owed", { amount: "1000" });
  await room.open(leader, { cont: "0.5" });
  await room.settle();
  const payee = await openPayee(floor, { cash: "1000" });
  const waiting = await openPayee(floor, { cash: "700" });
  await approveTwice(floor, await drawConfirmed(floor, payee, "300"));
  await floor.cashier().settle();
  await drawConfirmed(floor, waiting, "200");
  const negative = await openNegative();
  return { saver, empty, leader, follower, payee: payee.member, waiting: waiting.member, negative };
}

/** Cash below zero, carried by what another position has gained. */
async function openNegative(): Promise<Trader> {
  const trader = await floor.openReal("1000");
  floor.quote("EURUSD", "1.10000", "1.10010");
  floor.quote("GBPUSD", "1.20000", "1.20010");
  await room.open(trader, { forex_id: 4, cont: "0.3" });
  const lost = await room.open(trader, { cont: "0.3" });
  floor.quote("GBPUSD", "1.40000", "1.40010");
  floor.quote("EURUSD", "1.05000", "1.05010");
  await trader.post("/v1/api/forex/close", { id: lost });
  expect(Number(await room.cashOf(trader))).toBeLessThan(0);
  return trader;
}

const bytesOf = (hex: string) => fromHex(hex) ?? new Uint8Array();
const unitsOf = (text: string) => millionthsOf(text) ?? -1n;

async function uidOf({ userId }: Trader): Promise<string> {
  const { uid } = await floor.test.database
    .selectFrom("app_user")
    .select("uid")
    .where("id", "=", BigInt(userId))
    .executeTakeFirstOrThrow();
  return uid;
}

/** As a browser checks it: by the own number, and against the own statement. */
async function check(trader: Trader, asOf = CUT) {
  const { data }: Reply = await trader.get(OWN, { as_of: asOf });
  const statement = await trader.get("/v1/api/main/statement", { from: 1, to: asOf });
  const { day, leaf, cash, copying, held } = data;
  const main = statement.data?.closing;
  expect(cash).toBe(main);
  const owed = [main.startsWith("-") ? "0.000000" : main, copying, held]
    .map(unitsOf)
    .reduce((sum, each) => sum + each, 0n);
  if (leaf === null) return { owed, counted: null, fault: null };
  const fault = findLiabilityFault({
    head: { root: bytesOf(day.root), sum: unitsOf(day.sum), leaves: day.leaves },
    uid: await uidOf(trader),
    salt: bytesOf(leaf.salt),
    amount: unitsOf(leaf.amount),
    index: leaf.index,
    path: leaf.path.map(({ hash, sum }: { hash: string; sum: string }) => {
      return { hash: bytesOf(hash), sum: unitsOf(sum) };
    }),
  });
  return { owed, counted: unitsOf(leaf.amount), fault };
}

describe("at a cut", () => {
  it("H16: the sum is what the ledger says, computed anew from its amounts", async () => {
    const { data } = await floor.ask(LIST);
    expect(data.data).toHaveLength(1);
    const [day] = data.data;
    const { rows } = await sql<{ owed: string }>`
      with account as (
        select account_id, sum(amount) as cash from ledger_posting
        where book = 'real' and account_id is not null and at_ms < ${CUT * 1_000}
        group by account_id
      )
      select (select sum(greatest(cash, 0)) from account)
        + (select sum(amount) from ledger_posting where book = 'real' and house = 'withdrawals'
           and at_ms < ${CUT * 1_000}) as owed`.execute(floor.test.database);
    expect(unitsOf(day.sum)).toBe(BigInt(rows[0]?.owed ?? -1));
    expect(day).toMatchObject({ as_of: CUT, leaves: 1_024, reserves: "", cover: "" });
    expect(data).toMatchObject({ total: 1, places: [], is_simulated: 1 });
  });

  it.each(["saver", "empty", "leader", "follower", "payee", "waiting", "negative"])(
    "H16: %s finds the own leaf, with what the own statement says",
    async (name) => {
      const trader = people[name];
      if (!trader) throw new Error("Invariant: known");
      const { owed, counted, fault } = await check(trader);
      expect(fault).toBeNull();
      expect(counted).toBe(owed);
    },
  );

  it("counts copies and holds, and nobody below zero", async () => {
    const own = async (name: string) => (await people[name]?.get(OWN))?.data;
    expect(await own("waiting")).toMatchObject({ held: "200.000000", cash: "500.000000" });
    expect(await own("waiting")).toMatchObject({ leaf: { amount: "700.000000" } });
    expect((await own("payee")).held).toBe("0.000000");
    expect(Number((await own("follower")).copying)).toBeGreaterThan(900);
    const below = await own("negative");
    expect(below.cash).toMatch(/^-/);
    expect(below.leaf.amount).toBe("0.000000");
  });

  it("H16: is written into the audit log, and holds every invariant", async () => {
    const { data } = await floor.ask(LIST);
    const [day] = data.data;
    const { rows } = await sql<{ body: string }>`
      select body from audit_log where seq = ${day.audit_seq}`.execute(floor.test.database);
    const line = JSON.parse(rows[0]?.body ?? "{}");
    expect(line).toMatchObject({ action: "liabilities.publish", actor: { kind: "system" } });
    expect(line.subject.id).toBe(String(CUT));
    expect(line.detail).toMatchObject({ root: day.root, leaves: 1_024 });
    expect(await floor.broken()).toEqual({});
  });

  it("H16: is proved to stand in the log that checkpoints cover", async () => {
    const { database, appUrl } = floor.test;
    const { sealKey } = FLOOR_SECRETS;
    const saltKey = deriveSaltKey(sealKey);
    const { auditSeq, root } = (await findTree(database, CUT)) ?? { auditSeq: 0, root: "" };
    const nowMs = () => floor.clock.now();
    const signer = await openKey(database, { sealKey, generation: 1, nowMs: nowMs() });
    const log = createProofLog({ database, signer, saltKey });
    expect(await proveHead(database, log, auditSeq)).toBeNull();
    const client = await connectKeeper({ url: appUrl, role: null }, () => undefined);
    const words = { origin: "http://localhost", mode: "SIMULATED", build: "test" } as const;
    await keepLogs({ client, signer, saltKey, nowMs, ...words });
    await client.close();
    const proved = await proveHead(database, log, auditSeq);
    const checkpoint = readCheckpoint(proved?.checkpoint.body ?? "");
    if (!proved || !checkpoint) throw new Error("Invariant: proved");
    const head = checkpoint.logs.find(({ log: one }) => one === "audit");
    const opened = openRow({ ...proved.row, atMs: proved.row.at_ms }, head);
    if ("fault" in opened) throw new Error(opened.fault);
    expect([...opened.parts.keys()]).toEqual([0, 2]);
    const detail = JSON.parse(Buffer.from(opened.parts.get(2) ?? []).toString());
    expect(detail).toMatchObject({ root, leaves: 1_024 });
  });

  it("is published once, whoever looks, and after a restart", async () => {
    await Promise.all([floor.liabilities().publishDue(), floor.liabilities().publishDue()]);
    await floor.restart();
    await floor.liabilities().publishDue();
    expect((await floor.ask(LIST)).data.total).toBe(1);
    const { fault } = await check(people.saver as Trader);
    expect(fault).toBeNull();
  });

  it("T74: shows nobody another's leaf, and none to a play account", async () => {
    const [saver, leader] = await Promise.all(
      [people.saver, people.leader].map((each) => each?.get(OWN)),
    );
    expect(saver?.data.leaf.salt).not.toBe(leader?.data.leaf.salt);
    const demo = await floor.openDemo();
    expect((await demo.get(OWN)).reason).toBe("ONLY_REAL");
    expect((await floor.ask(OWN)).code).toBe(999);
  });

  it("knows no other moment", async () => {
    const reply = await people.saver?.get(OWN, { as_of: CUT - 1 });
    expect(reply?.reason).toBe("LIABILITIES_UNKNOWN");
  });

  it("H16: stays as it was published, whoever asks", async () => {
    for (const url of [floor.test.appUrl, floor.test.ownerUrl]) {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      for (const table of ["liability_tree", "liability_chunk"]) {
        const answer = await client.query(`delete from ${table}`).catch((error: Error) => error);
        expect(String(answer)).toMatch(/permission denied|append-only/);
      }
      await client.end();
    }
  });
});

describe("a house that lies", () => {
  /** Publishes as of an hour later, with the amounts that it would like. */
  async function publishLie(hours: number, lie: (owed: Owed) => Owed | null): Promise<number> {
    floor.clock.advance(HOUR_MS);
    const asOf = CUT + hours * 3_600;
    const parts = {
      database: floor.test.database,
      clock: floor.clock,
      saltsOf: createLiabilitySalts(FLOOR_SECRETS.sealKey),
      async *read(...given: Parameters<typeof readOwed>) {
        for await (const portion of readOwed(...given))
          yield portion.flatMap((one) => lie(one) ?? []);
      },
    };
    expect(await publishTree(parts, asOf * 1_000)).toBe(true);
    return asOf;
  }
  const isOf = ({ ownerId }: Owed, name: string) => String(ownerId) === people[name]?.userId;

  it("H16: whoever is left out sees it, and all others see nothing wrong", async () => {
    const asOf = await publishLie(1, (one) => (isOf(one, "saver") ? null : one));
    const left = await check(people.saver as Trader, asOf);
    expect(left.counted).toBeNull();
    expect(left.owed).toBeGreaterThan(0n);
    const other = await check(people.waiting as Trader, asOf);
    expect(other).toMatchObject({ fault: null, counted: other.owed });
    expect(await floor.broken()).toEqual({ inv48: 1 });
  });

  it("H16: whoever is counted with less sees it", async () => {
    const asOf = await publishLie(2, (one) =>
      isOf(one, "waiting") ? { ...one, amount: one.amount - 1n } : one,
    );
    const { owed, counted } = await check(people.waiting as Trader, asOf);
    expect(owed - (counted ?? 0n)).toBe(1n);
  });

  it("H16: whoever shares a leaf with another sees it", async () => {
    const { uid } = { uid: await uidOf(people.leader as Trader) };
    const asOf = await publishLie(3, (one) => (isOf(one, "saver") ? { ...one, uid } : one));
    expect((await check(people.saver as Trader, asOf)).counted).toBeNull();
  });

  it("H16: nobody can be owed less than nothing", async () => {
    const lying = publishLie(4, (one) => (isOf(one, "saver") ? { ...one, amount: -1n } : one));
    await expect(lying).rejects.toThrow("neither negative");
  });

  it("H16: a leaf that a superuser changes afterwards leads nowhere", async () => {
    const owner = new pg.Client({ connectionString: floor.test.ownerUrl });
    await owner.connect();
    await owner.query("set session_replication_role = replica");
    const chunks = await owner.query(
      "select chunk, nodes from liability_chunk where as_of_ms = $1 and level = 0",
      [CUT * 1_000],
    );
    for (const { chunk, nodes } of chunks.rows) {
      for (let at = 47; at < nodes.length; at += 48) nodes[at] ^= 1;
      await owner.query(
        "update liability_chunk set nodes = $1 where as_of_ms = $2 and level = 0 and chunk = $3",
        [nodes, CUT * 1_000, chunk],
      );
    }
    await owner.end();
    expect((await check(people.saver as Trader)).fault).toBe("root");
  });
});
