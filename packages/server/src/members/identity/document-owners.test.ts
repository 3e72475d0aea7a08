// inv28: proofs and documents are the submitter's own, each for its one purpose. It holds after
// what people do, and catches what no other invariant would notice. The corruption is done as a
// superuser with triggers off, and rolled back.

import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askInvariants } from "../../testing/broken-invariants.ts";
import { openTradingFloor, type TradingFloor } from "../../testing/trading-floor.ts";
import { certify, handIn, placePicture } from "../testing/certify-member.ts";

let floor: TradingFloor;
let owner: pg.Client;

beforeAll(async () => {
  floor = await openTradingFloor();
  const [one, two] = [await floor.openReal(), await floor.openReal()];
  await certify(floor, one);
  await handIn(floor, two);
  await placePicture(floor, two);
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

describe("inv28", () => {
  it("holds after documents were handed in and certified", async () => {
    expect(await askInvariants(owner)).toEqual({});
  });

  it.each([
    ["a document of somebody else", "update upload set user_id = (select max(id) from app_user)"],
    [
      "one for another purpose",
      "update upload set purpose = 'proof' where purpose = 'identity_back'",
    ],
    ["front and back exchanged", "update identity_case set front_id = back_id, back_id = front_id"],
    ["one of another case", "update upload set subject_id = subject_id + 1000"],
    [
      "one that nothing has claimed",
      "update identity_case set front_id = (select id from upload where purpose is null)",
    ],
    ["one that is not there", "update identity_case set back_id = 'AAAAAAAAAAAAAAAAAAAAAA'"],
  ])("and no other catches %s", async (_what, statement) => {
    expect(Object.keys(await corrupt(statement))).toEqual(["inv28"]);
  });
});
