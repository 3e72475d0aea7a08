// The books do not answer, or not now, while an adjustment is carried out: it is tried again until
// they said yes or no, and what was called failed is never booked afterwards (F08, H08, H10).

import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  type Operator,
  openTradingFloor,
  type Trader,
  type TradingFloor,
} from "../../testing/trading-floor.ts";
import type { Outcome, SequencerRefusal } from "../../trading/sequencer/outcome.ts";
import type { Sequencer } from "../../trading/sequencer/sequencer.ts";

/** On its way: nobody knows, and it reaches the books when the test says so. */
const LATE = { reason: "UNAVAILABLE", why: "outcome-unknown" } as const;

/** What the next adjustments are answered; after that, as the books do. */
const faults: SequencerRefusal[] = [];
/** What is on its way. */
const late: (() => Promise<Outcome>)[] = [];

function faulty(own: Sequencer): Sequencer {
  const submit: Sequencer["submit"] = async (command, key) => {
    const isMeant = command.type === "Credit" && command.cause === "adjustment";
    const refusal = isMeant ? faults.shift() : undefined;
    if (!refusal) return await own.submit(command, key);
    if (refusal === LATE) late.push(() => own.submit(command, key));
    return { isAccepted: false, refusal };
  };
  return { ...own, submit };
}

let floor: TradingFloor;
let maker: Operator;
let checker: Operator;
beforeAll(async () => {
  // What is due is tried when a test says so.
  floor = await openTradingFloor("sandbox", { runsJobs: false, watch: { sequencer: faulty } });
  [maker, checker] = [await floor.openStaff(["finance"]), await floor.openStaff(["finance"])];
});
afterEach(async () => {
  expect([faults.splice(0), late.splice(0)]).toEqual([[], []]);
  expect(await floor.broken()).toEqual({});
});
afterAll(() => floor.close());

/** Proposed and agreed on; answers its number and how it stands then. */
async function agree(trader: Trader, amount: string) {
  const payload = JSON.stringify({ user_id: trader.userId, amount, reason: "Once" });
  const fields = { kind: "adjustment", payload, reason: "see ticket" };
  const { data } = await maker.post("/v1/api/desk/proposal/submit", fields);
  const seen = { id: data.id, hash: data.hash };
  const approved = await checker.post("/v1/api/desk/proposal/approve", seen);
  return { id: data.id, status: approved.data.status };
}

async function statusOf(id: string): Promise<string> {
  return (await checker.get("/v1/api/desk/proposal/show", { id })).data.status;
}

const applyDue = () => floor.members().staff.proposals.applyDue();
const cashOf = async (trader: Trader) =>
  (await trader.get("/v1/api/main/account/forexDetail")).data.Cash;

const NOT_NOW: readonly (readonly [string, SequencerRefusal])[] = [
  ["recovering", { reason: "UNAVAILABLE", why: "recovering" }],
  ["overloaded", { reason: "OVERLOADED", queuedRows: 200_000 }],
  ["a key that is another's", { reason: "KEY_REUSED" }],
];

describe("H10: an adjustment that the books do not take now", () => {
  it.each(NOT_NOW)("stays agreed on and is booked once they do: %s", async (_, refusal) => {
    const trader = await floor.openReal("100");
    faults.push(refusal);
    const { id, status } = await agree(trader, "5");
    expect(status).toBe("approved");
    await applyDue();
    expect(await statusOf(id)).toBe("applied");
    expect(await cashOf(trader)).toBe("105.000000");
  });
});

describe("F08: an adjustment that reaches the books late", () => {
  it("ends as the one that overtook it, though by then there would be money for it", async () => {
    const trader = await floor.openReal("100");
    faults.push(LATE);
    const { id } = await agree(trader, "-60");
    await agreeAside(trader, "-50");
    await applyDue();
    expect(await statusOf(id)).toBe("failed");
    await agreeAside(trader, "100");
    for (const arrive of late.splice(0)) await arrive();
    expect(await cashOf(trader)).toBe("150.000000");
    const { rows } = await sql`select from adjustment where id = ${id}`.execute(
      floor.test.database,
    );
    expect(rows).toEqual([]);
  });

  async function agreeAside(trader: Trader, amount: string): Promise<void> {
    expect((await agree(trader, amount)).status).toBe("applied");
  }
});
