// The books do not answer, or not now, while money is asked for: what was held is never forgotten,
// nobody is told "nothing happened" of what may happen yet, and one attempt holds once (F07, F08,
// T01, inv21).

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { certify } from "../../members/testing/certify-member.ts";
import { openMember, turnOnApp } from "../../members/testing/open-member.ts";
import type { MemberChanges } from "../../platform/member-changes.ts";
import {
  FLOOR_COOLING_SEC,
  newSecret,
  openTradingFloor,
  type TradingFloor,
} from "../../testing/trading-floor.ts";
import type { Outcome, SequencerRefusal } from "../../trading/sequencer/outcome.ts";
import type { Sequencer, UnstampedCommand } from "../../trading/sequencer/sequencer.ts";
import {
  balanceOf,
  bind,
  draw,
  drawConfirmed,
  openPayee,
  type Payee,
} from "../testing/open-payee.ts";

type Type = UnstampedCommand["type"];

/** The answer is lost after the books have done it. */
const LOST = { reason: "UNAVAILABLE", why: "outcome-unknown" } as const;
/** On its way: nobody knows, and it reaches the books when the test says so. */
const LATE = { reason: "UNAVAILABLE", why: "outcome-unknown" } as const;
const RECOVERING = { reason: "UNAVAILABLE", why: "recovering" } as const;

/** What the next commands of a type are answered; after that, as the books do. */
const faults: { readonly type: Type; readonly refusal: SequencerRefusal }[] = [];
const plan = (type: Type, ...refusals: readonly SequencerRefusal[]) =>
  faults.push(...refusals.map((refusal) => ({ type, refusal })));

/** What is on its way. */
const late: (() => Promise<Outcome>)[] = [];

function faulty(own: Sequencer): Sequencer {
  const submit: Sequencer["submit"] = async (command, key) => {
    const [next] = faults;
    if (next?.type !== command.type) return await own.submit(command, key);
    faults.shift();
    if (next.refusal === LOST) await own.submit(command, key);
    if (next.refusal === LATE) late.push(() => own.submit(command, key));
    return { isAccepted: false, refusal: next.refusal };
  };
  return { ...own, submit };
}

/** Called when the member's screens are told of something. */
let told: () => void = () => undefined;

function overheard(own: MemberChanges): MemberChanges {
  return {
    ...own,
    tell(...news) {
      own.tell(...news);
      told();
    },
  };
}

let floor: TradingFloor;
beforeAll(async () => {
  // Jobs run when a test says so: each has its own turn at the books.
  const watch = { sequencer: faulty, changes: overheard };
  floor = await openTradingFloor("sandbox", { runsJobs: false, watch });
});
afterEach(async () => {
  expect(faults.splice(0)).toEqual([]);
  expect(await floor.broken()).toEqual({});
});
afterAll(() => floor.close());

const list = async ({ member }: Payee) => (await member.get("/api/account/draw_list")).data;

const lettersAbout = async (kind: string, words: string) =>
  (await floor.letters()).filter((one) => one.kind === kind && one.text.includes(words));

const newKey = () => ({ "idempotency-key": newSecret() });

const NOT_NOW: readonly (readonly [string, SequencerRefusal])[] = [
  ["recovering", RECOVERING],
  ["halted", { reason: "UNAVAILABLE", why: "halted" }],
  ["stopping", { reason: "UNAVAILABLE", why: "stopping" }],
  ["not stored", { reason: "UNAVAILABLE", why: "not-stored" }],
  ["overloaded", { reason: "OVERLOADED", queuedRows: 200_000 }],
  ["a key that is another's", { reason: "KEY_REUSED" }],
];

describe("T01, inv21: a hold whose answer was lost", () => {
  it.each(NOT_NOW)("is kept when the next answer is: %s", async (_, refusal) => {
    const payee = await openPayee(floor);
    const key = newKey();
    plan("Hold", LOST, refusal);
    expect((await draw(payee, "100", {}, key)).reason).toBe("OUTCOME_UNKNOWN");
    expect((await draw(payee, "100", {}, key)).reason).toBe("OUTCOME_UNKNOWN");
    expect((await list(payee)).total).toBe(0);
    await floor.cashier().sweep();
    const shown = await list(payee);
    expect(shown).toMatchObject({ total: 1, data: [{ status: "unconfirmed" }] });
    const answer = await draw(payee, "100", {}, key);
    expect(answer).toMatchObject({ code: 1, data: { id: shown.data[0].id } });
    expect((await list(payee)).total).toBe(1);
    expect(await balanceOf(payee)).toEqual({ cash: "900.000000", held: "100.000000" });
  });

  it("is kept whoever asks, however often, until the books say", async () => {
    const payee = await openPayee(floor);
    const key = newKey();
    plan("Hold", LOST, RECOVERING, RECOVERING, RECOVERING);
    await draw(payee, "100", {}, key);
    await floor.cashier().sweep();
    expect((await draw(payee, "100", {}, key)).reason).toBe("OUTCOME_UNKNOWN");
    const { data } = await draw(payee, "100", {}, key);
    await floor.cashier().sweep();
    expect(await list(payee)).toMatchObject({ total: 1, data: [{ id: data.id }] });
    expect(await balanceOf(payee)).toEqual({ cash: "900.000000", held: "100.000000" });
  });
});

describe("T01: a request that the books do not take now", () => {
  it.each(NOT_NOW)("is under way, and held once they do: %s", async (_, refusal) => {
    const payee = await openPayee(floor);
    const key = newKey();
    plan("Hold", refusal);
    // Not "nothing was done": whoever believed that would ask for the money twice.
    expect((await draw(payee, "100", {}, key)).reason).toBe("OUTCOME_UNKNOWN");
    expect(await balanceOf(payee)).toEqual({ cash: "1000.000000", held: "0.000000" });
    await floor.cashier().sweep();
    const { data } = await draw(payee, "100", {}, key);
    expect(await list(payee)).toMatchObject({ total: 1, data: [{ id: data.id }] });
    expect(await balanceOf(payee)).toEqual({ cash: "900.000000", held: "100.000000" });
  });

  it("and that they refuse later stays refused, with the same words", async () => {
    const payee = await openPayee(floor);
    const key = newKey();
    plan("Hold", RECOVERING);
    await draw(payee, "1001", {}, key);
    await floor.cashier().sweep();
    const refused = await draw(payee, "1001", {}, key);
    expect(refused.reason).toBe("FUNDS_EXCEED_AVAILABLE");
    expect((await draw(payee, "1001", {}, key)).msg).toBe(refused.msg);
    expect((await list(payee)).total).toBe(0);
  });
});

describe("who hears of a hold that was found later", () => {
  it("with an app: the letter about the request comes once, from the job", async () => {
    const member = await openMember(floor);
    await certify(floor, member);
    const { data } = await bind(member, "USDT");
    const app = await turnOnApp(floor, member);
    floor.clock.advance(FLOOR_COOLING_SEC * 1_000);
    const payee = { member, methodId: data.id, currencyId: data.draw_currency.id };
    plan("Hold", LOST);
    const key = newKey();
    const more = { auth_code: app.nextCode() };
    expect((await draw(payee, "101.25", more, key)).reason).toBe("OUTCOME_UNKNOWN");
    await floor.cashier().sweep();
    expect((await draw(payee, "101.25", more, key)).data.status).toBe("reviewing");
    expect(await lettersAbout("withdrawalRequested", "101.25")).toHaveLength(1);
  });

  it("with a mailed code: it is sent at once, by the repeat or by the job", async () => {
    const payee = await openPayee(floor);
    const key = newKey();
    plan("Hold", LOST, LOST);
    await draw(payee, "102.25", {}, key);
    await draw(payee, "102.25", {}, key);
    expect((await draw(payee, "102.25", {}, key)).data.needs_confirmation).toBe(1);
    expect(await lettersAbout("withdrawalCode", "102.25")).toHaveLength(1);
    plan("Hold", LOST);
    await draw(payee, "103.25", {}, newKey());
    await floor.cashier().sweep();
    expect(await lettersAbout("withdrawalCode", "103.25")).toHaveLength(1);
  });

  it("with a mailed code: who waits for what is under way waits for the job's letter", async () => {
    const payee = await openPayee(floor);
    plan("Hold", LOST);
    await draw(payee, "104.25", {}, newKey());
    // The row says so already, and the letter is about to be written.
    const isHeld = new Promise<void>((resolve) => {
      told = resolve;
    });
    const round = floor.cashier().sweep();
    await isHeld;
    expect(await lettersAbout("withdrawalCode", "104.25")).toHaveLength(1);
    await round;
  });
});

describe("F08, inv21: a hold that reaches the books late", () => {
  it("ends as the one that overtook it, though by then there would be money for it", async () => {
    const payee = await openPayee(floor);
    const { id } = (await draw(payee, "500")).data;
    const key = newKey();
    plan("Hold", LATE);
    expect((await draw(payee, "600", {}, key)).reason).toBe("OUTCOME_UNKNOWN");
    expect((await draw(payee, "600", {}, key)).reason).toBe("FUNDS_EXCEED_AVAILABLE");
    expect((await payee.member.post("/v1/api/main/withdrawal/cancel", { id })).code).toBe(1);
    expect(late).toHaveLength(1);
    for (const arrive of late.splice(0)) await arrive();
    expect(await balanceOf(payee)).toEqual({ cash: "1000.000000", held: "0.000000" });
  });

  it("is the same hold as the one that overtook it", async () => {
    const payee = await openPayee(floor);
    const key = newKey();
    plan("Hold", LATE);
    await draw(payee, "600", {}, key);
    expect((await draw(payee, "600", {}, key)).code).toBe(1);
    expect(late).toHaveLength(1);
    for (const arrive of late.splice(0)) await arrive();
    expect(await balanceOf(payee)).toEqual({ cash: "400.000000", held: "600.000000" });
  });
});

describe("inv21: a release whose answer was lost", () => {
  it.each(NOT_NOW)("stays due when the next answer is: %s", async (_, refusal) => {
    const payee = await openPayee(floor);
    const id = await drawConfirmed(floor, payee, "100");
    plan("Release", LOST, refusal);
    expect((await payee.member.post("/v1/api/main/withdrawal/cancel", { id })).code).toBe(1);
    // One round asks twice.
    await floor.cashier().sweep();
    expect(await list(payee)).toMatchObject({ data: [{ id, status: "cancelled" }] });
    expect(await balanceOf(payee)).toEqual({ cash: "1000.000000", held: "0.000000" });
    const { due } = await floor.test.database
      .selectFrom("withdrawal")
      .select("due_act as due")
      .where("id", "=", BigInt(id))
      .executeTakeFirstOrThrow();
    expect(due).toBeNull();
  });
});

describe("H11: a decision of the desk that the books follow later", () => {
  it.each(NOT_NOW)("is told as made, and everybody looks again: %s", async (_, refusal) => {
    const payee = await openPayee(floor);
    const id = await drawConfirmed(floor, payee, "100");
    const operator = await floor.openStaff(["finance"]);
    const fields = { id, reason: "other", remark: "Not now" };
    plan("Release", refusal);
    let isTold = false;
    told = () => {
      isTold = true;
    };
    const rejected = await operator.post("/v1/api/desk/withdrawal/reject", fields);
    expect(rejected).toMatchObject({ code: 1, data: { status: "rejected" } });
    expect(isTold).toBe(true);
    expect(await rejectedLetters(id)).toBe(0);
    await floor.cashier().sweep();
    expect(await rejectedLetters(id)).toBe(1);
    expect(await balanceOf(payee)).toEqual({ cash: "1000.000000", held: "0.000000" });
  });

  async function rejectedLetters(id: string): Promise<number> {
    return (await lettersAbout("withdrawalRejected", ` ${id} `)).length;
  }
});
