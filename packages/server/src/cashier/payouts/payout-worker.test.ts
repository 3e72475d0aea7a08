// Whatever breaks while money is being paid, a bank that counts sees each payment once, and the
// books settle it once (T73, inv21, inv22). The program is broken off at every step in turn, and
// another worker, as after a restart, goes on from the rows alone.

import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createLog } from "../../platform/log.ts";
import { createAloneNews } from "../../testing/alone-news.ts";
import { FLOOR_SECRETS, openTradingFloor, type TradingFloor } from "../../testing/trading-floor.ts";
import type { Sequencer } from "../../trading/sequencer/sequencer.ts";
import { createDestinations } from "../payout-methods/destination.ts";
import { offerPayoutCoin } from "../testing/offer-payout-coin.ts";
import {
  approveTwice,
  balanceOf,
  drawConfirmed,
  openPayee,
  type Payee,
} from "../testing/open-payee.ts";
import { createWithdrawalActs } from "../withdrawals/withdrawal-acts.ts";
import type { Payment, PaymentOutcome, PayoutProvider } from "./payout-provider.ts";
import { createPayoutWorker, type PayoutWorker } from "./payout-worker.ts";
import { openSandboxBank } from "./sandbox-bank.ts";

let floor: TradingFloor;
beforeAll(async () => {
  // Live pays by hand, and nothing happens there by itself: these are left alone by the floor.
  floor = await openTradingFloor("live", { runsJobs: false });
  await offerPayoutCoin(floor);
});
afterEach(async () => {
  expect(await floor.broken()).toEqual({});
});
afterAll(() => floor.close());

/** The withdrawals whose members were written to about their end, by any worker. */
const told: string[] = [];

/** Where the program is broken off. */
const BREAKS = [
  "before the intention is written down",
  "before the bank is asked",
  "before the bank has sent",
  "after the bank has sent, before it is written down",
  "after it is written down, before the books settle",
  "after the books have settled, before that is written down",
] as const;
type Break = (typeof BREAKS)[number];

/** A bank without any care of its own: whatever it is sent, it pays. */
function createCountingBank(outcome?: (payment: Payment) => PaymentOutcome) {
  const payments: Payment[] = [];
  const said = outcome ?? (({ key }) => ({ isSent: true, reference: `BANK-${key.slice(0, 24)}` }));
  return {
    payments,
    find: async (key: string) => {
      const known = payments.find((payment) => payment.key === key);
      return known ? said(known) : null;
    },
    send: async (payment: Payment) => {
      payments.push(payment);
      return said(payment);
    },
  };
}

/**
 * A worker of its own on the floor's rows and books. Once it comes to its point for the `nth` time
 * it is dead: nothing it tries afterwards happens.
 */
function workerOn(
  bank: ReturnType<typeof createCountingBank>,
  broken: Break | null,
  nth = 1,
): PayoutWorker {
  let times = 0;
  let isDead = false;
  const breakOff = (at: Break) => {
    if (at === broken) times += 1;
    isDead ||= times >= nth && broken !== null;
    if (isDead) throw new Error("broken off");
  };
  const { database } = floor.test;
  const provider: PayoutProvider = {
    name: "manual",
    carrier: {
      find: (key) => {
        breakOff("before the bank is asked");
        return bank.find(key);
      },
      send: async (payment) => {
        breakOff("before the bank has sent");
        const outcome = await bank.send(payment);
        breakOff("after the bank has sent, before it is written down");
        return outcome;
      },
    },
  };
  const submit: Sequencer["submit"] = async (command) => {
    breakOff("after it is written down, before the books settle");
    const outcome = await floor.sequencer().submit(command);
    breakOff("after the books have settled, before that is written down");
    return outcome;
  };
  const clock = {
    now: () => {
      // The worker looks at the time first when it ends what nobody confirmed.
      if (isBeginning) breakOff("before the intention is written down");
      isBeginning = true;
      return floor.clock.now();
    },
  };
  let isBeginning = false;
  return createPayoutWorker({
    database,
    clock,
    log: createLog("fatal"),
    news: createAloneNews(),
    runsJobs: true,
    destinations: createDestinations(FLOOR_SECRETS.sealKey),
    provider,
    acts: createWithdrawalActs({ database, submit }),
    letters: {
      sendCode: async () => null,
      isCode: () => false,
      tell: async ({ id }) => {
        told.push(String(id));
      },
      tellAsked: async () => undefined,
    },
    changes: { tell: () => undefined },
  });
}

async function runOnce(worker: PayoutWorker): Promise<void> {
  await worker.run().catch(() => undefined);
  await worker.stop();
}

async function approved(payee: Payee, amount: string): Promise<string> {
  const id = await drawConfirmed(floor, payee, amount);
  await approveTwice(floor, id);
  return id;
}

async function statusOf({ member }: Payee, id: string): Promise<string> {
  const { data } = await member.get("/api/account/draw_list");
  return data.data.find((row: { id: string }) => row.id === id)?.status;
}

const ROUNDS = 50;

describe("T73: a payout that is broken off", () => {
  it.each(BREAKS)("%s is paid exactly once", async (broken) => {
    const payee = await openPayee(floor);
    const bank = createCountingBank();
    const id = await approved(payee, "100");
    await runOnce(workerOn(bank, broken));
    // As often as it starts again, also when it breaks off at the same point each time.
    for (let restart = 0; restart < 3; restart += 1) await runOnce(workerOn(bank, broken));
    await runOnce(workerOn(bank, null));
    await runOnce(workerOn(bank, null));
    expect(bank.payments).toHaveLength(1);
    expect(bank.payments[0]).toMatchObject({ amount: "99.000000", destination: { code: "USDT" } });
    expect(await statusOf(payee, id)).toBe("paid");
    expect(
      told.filter((one) => one === id),
      "the member is told once",
    ).toHaveLength(1);
    expect(await balanceOf(payee)).toEqual({ cash: "900.000000", held: "0.000000" });
  });

  it("in every order of breaks is paid exactly once", { timeout: 60_000 }, async () => {
    const payee = await openPayee(floor, { cash: "5000" });
    const bank = createCountingBank();
    const ids: string[] = [];
    for (let count = 0; count < 12; count += 1) ids.push(await approved(payee, "20"));
    let seed = 1;
    for (let round = 0; round < ROUNDS; round += 1) {
      seed = (seed * 48_271) % 2_147_483_647;
      await runOnce(workerOn(bank, BREAKS[seed % BREAKS.length] ?? null, 1 + (seed % 3)));
    }
    await runOnce(workerOn(bank, null));
    expect(bank.payments).toHaveLength(ids.length);
    expect(new Set(bank.payments.map(({ key }) => key)).size).toBe(ids.length);
    for (const id of ids) expect(await statusOf(payee, id)).toBe("paid");
  });

  it("by several workers at once is paid exactly once", async () => {
    const payee = await openPayee(floor);
    const bank = createCountingBank();
    await approved(payee, "100");
    await Promise.all(Array.from({ length: 4 }, () => runOnce(workerOn(bank, null))));
    await runOnce(workerOn(bank, null));
    expect(bank.payments).toHaveLength(1);
  });

  it("that the bank refuses for good gives the money back, once", async () => {
    const payee = await openPayee(floor);
    const bank = createCountingBank(() => ({ isSent: false, failure: "The account is closed" }));
    const id = await approved(payee, "100");
    await runOnce(workerOn(bank, "after it is written down, before the books settle"));
    await runOnce(workerOn(bank, null));
    expect(await statusOf(payee, id)).toBe("returned");
    expect(await balanceOf(payee)).toEqual({ cash: "1000.000000", held: "0.000000" });
  });

  it("T71: goes to the snapshot, whatever becomes of the method at any step", async () => {
    const payee = await openPayee(floor);
    const { data } = await payee.member.get("/api/wallet/get_draw_method");
    const [{ dc_address }] = data.data;
    const bank = createCountingBank();
    const steps = [() => drawConfirmed(floor, payee, "50"), () => approved(payee, "50")];
    for (const step of steps) await step();
    floor.clock.advance(1);
    await payee.member.post("/api/wallet/del_draw_method", { id: payee.methodId });
    await runOnce(workerOn(bank, null));
    expect(bank.payments.map(({ destination }) => destination)).toMatchObject([
      { channel: "coin", coinAddress: dc_address },
    ]);
  });
});

describe("a request that was broken off", () => {
  it("is held and told about when the program is back", async () => {
    const payee = await openPayee(floor);
    // The row is there, and nothing else: as after a crash between the two.
    const asked = await drawConfirmed(floor, payee, "100");
    await payee.member.post("/v1/api/main/withdrawal/cancel", { id: asked });
    const { database } = floor.test;
    const row = await database
      .selectFrom("withdrawal")
      .selectAll()
      .where("id", "=", BigInt(asked))
      .executeTakeFirstOrThrow();
    const { id: _, ...fields } = row;
    const again = await database
      .insertInto("withdrawal")
      .values({
        ...fields,
        status: "placing",
        due_act: "hold",
        decided_at: null,
        ended_at: null,
        code_hash: null,
        code_sends: 0,
        code_sent_at: null,
        created_at: new Date(floor.clock.now()),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    floor.clock.advance(11_000);
    await floor.restart();
    await floor.cashier().sweep();
    expect(await balanceOf(payee)).toEqual({ cash: "900.000000", held: "100.000000" });
    expect(await statusOf(payee, String(again.id))).toBe("unconfirmed");
    const letters = await floor.letters();
    expect(letters.some(({ replaces }) => replaces === String(again.id))).toBe(true);
  });
});

describe("the sandbox's bank", () => {
  it("makes one file per key, however often and by however many it is asked", async () => {
    const folder = await mkdtemp(join(tmpdir(), "truetick-bank-"));
    try {
      const { carrier } = await openSandboxBank(folder);
      const key = "ab".repeat(32);
      const destination = { channel: "coin", code: "BTC", network: "BTC", coinAddress: "bc1q" };
      const payment = { key, destination, amount: "0.5", memo: "" } as const;
      expect(await carrier?.find(key)).toBeNull();
      const sent = await Promise.all(
        Array.from({ length: 10 }, () => carrier?.send(payment as Payment)),
      );
      expect(new Set(sent.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
      expect(await carrier?.find(key)).toEqual(sent[0]);
      const files = await readdir(join(folder, "payouts"));
      expect(files).toEqual([`${key}.json`]);
      const [name = ""] = files;
      const written = JSON.parse(await readFile(join(folder, "payouts", name), "utf8"));
      expect(written).toMatchObject({ amount: "0.5", currency: "BTC" });
      await expect(carrier?.find("../../etc/passwd")).rejects.toThrow("Invariant");
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
