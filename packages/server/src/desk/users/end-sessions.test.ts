// Staff log a person out everywhere: every session of that person ends, nobody else's does, and
// the audit log says who did it and why.

import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Operator, openTradingFloor, type TradingFloor } from "../../testing/trading-floor.ts";

const END = "/v1/api/desk/user/end_sessions";
const OWN = "/v1/api/main/freeze";

let floor: TradingFloor;
let compliance: Operator;

beforeAll(async () => {
  floor = await openTradingFloor();
  compliance = await floor.openStaff(["compliance"]);
});
afterAll(() => floor.close());

describe("logging a person out everywhere", () => {
  it("ends every session of that person, and nobody else's", async () => {
    const [taken, other] = [await floor.openReal("100"), await floor.openReal("100")];
    expect((await taken.get(OWN)).code).toBe(1);
    const said = await compliance.post(END, { id: taken.userId, reason: "the phone was stolen" });
    expect(said.data).toEqual({ ended: 1 });
    await expect.poll(async () => (await taken.get(OWN)).code, { timeout: 2_000 }).toBe(999);
    expect((await other.get(OWN)).code).toBe(1);
    const again = await compliance.post(END, { id: taken.userId, reason: "again" });
    expect(again.data).toEqual({ ended: 0 });
  });

  it("H07: is in the audit log with its reason", async () => {
    const trader = await floor.openReal("100");
    await compliance.post(END, { id: trader.userId, reason: "a stranger was in" });
    const { rows } = await sql<{ action: string; actor_id: bigint; body: string }>`
      select action, actor_id, body from audit_log order by seq desc limit 1
    `.execute(floor.test.database);
    expect(rows[0]?.action).toBe("user.end_sessions");
    expect(String(rows[0]?.actor_id)).toBe(String(compliance.staffId));
    expect(String(rows[0]?.body)).toContain("a stranger was in");
  });

  it("T85: takes the permission, and a person that exists", async () => {
    const support = await floor.openStaff(["support"]);
    const trader = await floor.openReal("100");
    const refused = await support.post(END, { id: trader.userId, reason: "no" });
    expect(refused).toMatchObject({ reason: "NOT_PERMITTED" });
    expect((await trader.get(OWN)).code).toBe(1);
    const nobody = await compliance.post(END, { id: "999999999", reason: "no" });
    expect(nobody).toMatchObject({ reason: "USER_UNKNOWN" });
  });
});
