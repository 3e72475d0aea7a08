// Nobody is answered before the commit, and everybody in the order of the journal.
import { setTimeout as sleep } from "node:timers/promises";
import { lots, price } from "@truetick/money";
import { afterAll, beforeAll, expect, it } from "vitest";
import { brokenInvariants } from "../../testing/broken-invariants.ts";
import {
  accept,
  EURUSD,
  type Exchange,
  keyOf,
  marketOrder,
  openExchange,
  place,
  untilTrading,
} from "../testing/bare-exchange.ts";
import type { Committed, Outcome } from "./sequencer.ts";

let exchange: Exchange;
beforeAll(async () => {
  exchange = await openExchange();
});
afterAll(async () => {
  expect(await brokenInvariants(exchange.test.ownerUrl)).toEqual({});
  await exchange.close();
});

const storedSeq = async () => {
  const newest = await exchange.test.database
    .selectFrom("journal")
    .select((eb) => eb.fn.max("seq").as("seq"))
    .executeTakeFirst();
  return Number(newest?.seq ?? 0);
};

it("answers in the order of the journal, each once it is stored", async () => {
  const { sequencer } = exchange;
  const account = await exchange.openAccount("demo");
  const told: number[] = [];
  const stop = sequencer().subscribe(({ seq }: Committed) => told.push(seq));
  const answered: number[] = [];
  await Promise.all(
    Array.from({ length: 300 }, async (_, index) => {
      const side = index % 2 === 0 ? "buy" : "sell";
      const outcome = await sequencer().submit(marketOrder(account, { side, leverage: 100 }));
      if (!outcome.isAccepted || outcome.seq === null) return;
      answered.push(outcome.seq);
    }),
  );
  stop();
  expect(answered.length).toBeGreaterThan(50);
  expect(answered).toEqual([...answered].sort((left, right) => left - right));
  expect(told).toEqual(answered);
  expect(await storedSeq()).toBe(answered.at(-1));
});

it("writes many commands with few commits", async () => {
  const { sequencer, test } = exchange;
  const account = await exchange.openAccount("demo");
  const commits = async () => {
    const answer = await test.database
      .selectFrom("journal")
      .select((eb) => eb.fn.count<bigint>(eb.ref("seq")).as("rows"))
      .executeTakeFirst();
    return Number(answer?.rows ?? 0);
  };
  const before = await commits();
  const order = marketOrder(account, { target: price(100_000), lots: lots(100) });
  await Promise.all(Array.from({ length: 100 }, () => sequencer().submit(order)));
  expect(await commits()).toBe(before + 100);
  const xids = await test.database
    .selectFrom("journal")
    .select(({ ref }) => ref("xmin" as never).as("xmin"))
    .distinct()
    .where("seq", ">", BigInt((await storedSeq()) - 100))
    .execute();
  expect(xids.length).toBeLessThanOrEqual(10);
});

it("answers nobody while a commit hangs, readers neither, and everybody after it", async () => {
  const { sequencer, proxy } = exchange;
  const account = await exchange.openAccount("demo");
  proxy.withholdReplies();
  const answers: string[] = [];
  const submitted = [
    sequencer()
      .submit(marketOrder(account))
      .then(() => answers.push("first")),
    sequencer()
      .submit(marketOrder(account))
      .then(() => answers.push("second")),
    sequencer()
      .read((books) => books.orders(account).length)
      .then((count) => answers.push(`read ${count}`)),
  ];
  await sleep(150);
  // Stored, for all the database knows; but it has not told us yet.
  submitted.push(
    sequencer()
      .submit(marketOrder(account))
      .then(() => answers.push("third")),
  );
  await sleep(50);
  expect(answers).toEqual([]);
  proxy.release();
  await Promise.all(submitted);
  expect(answers).toEqual(["first", "second", "read 2", "third"]);
});

it("F17: resolves a commit whose reply was lost by its key, and publishes it once", async () => {
  const { sequencer, proxy } = exchange;
  const account = await exchange.openAccount("demo");
  const published: number[] = [];
  const stop = sequencer().subscribe(({ seq }) => published.push(seq));
  const key = keyOf(account, "lost reply");
  const seqBefore = sequencer().figures().journalSeq;
  proxy.loseReplies();
  const lost = await sequencer().submit(marketOrder(account), key);
  expect(lost).toEqual({
    isAccepted: false,
    refusal: { reason: "UNAVAILABLE", why: "outcome-unknown" },
  });
  proxy.open();
  await untilTrading(sequencer());
  const again = await sequencer().submit(marketOrder(account), key);
  expect(again).toMatchObject({ isAccepted: true, seq: seqBefore + 1 });
  expect(published).toEqual([seqBefore + 1]);
  expect(await sequencer().read((books) => books.orders(account).length)).toBe(1);
  stop();
});

it("F08: gives up what was never stored, and its key can be used again", async () => {
  const { sequencer, proxy } = exchange;
  const account = await exchange.openAccount("demo");
  await place(sequencer(), marketOrder(account));
  const hash = await sequencer().stateHash();
  const key = keyOf(account, "cut");
  proxy.shut();
  proxy.cut();
  await expect.poll(() => sequencer().status(), { interval: 5 }).toBe("recovering");
  const refused = await sequencer().submit(marketOrder(account), key);
  expect(refused).toEqual({
    isAccepted: false,
    refusal: { reason: "UNAVAILABLE", why: "recovering" },
  });
  // Readers keep the last good view.
  expect(await sequencer().read((books) => books.orders(account).length)).toBe(1);
  expect(await sequencer().stateHash()).toBe(hash);
  proxy.open();
  expect(await untilTrading(sequencer())).toBeLessThan(5_000);
  expect(await sequencer().stateHash()).toBe(hash);
  await accept(sequencer(), marketOrder(account), key);
  expect(await sequencer().read((books) => books.orders(account).length)).toBe(2);
});

it("gives up a commit that takes too long", async () => {
  const slow = await openExchange({ commitTimeoutMs: 200 });
  const account = await slow.openAccount("demo");
  slow.proxy.withholdReplies();
  const outcome: Outcome = await slow.sequencer().submit(marketOrder(account));
  expect(outcome).toMatchObject({ refusal: { why: "outcome-unknown" } });
  slow.proxy.release();
  await untilTrading(slow.sequencer());
  expect(await slow.sequencer().read((books) => books.orders(account).length)).toBe(1);
  slow.quote(EURUSD, 110_005, 110_015);
  await slow.close();
});
