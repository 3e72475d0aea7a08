// When an account is told: what was seen before a flush goes out with it, so that a screen gets
// prices and figures in one write; a look that took too long is told as soon as it is done.

import { languageOf } from "@truetick/contract";
import { type AccountView, accountId, NO_LIMITS } from "@truetick/engine";
import { money, ZERO_MONEY } from "@truetick/money";
import { expect, it } from "vitest";
import type { Books } from "../../trading/sequencer/sequencer.ts";
import { createAccountTopics } from "./account-topics.ts";
import { createOutbox } from "./outbox.ts";

const OWNER = { accountId: accountId(1), language: languageOf("en") };

const viewOf = (floating: bigint): AccountView => ({
  accountId: OWNER.accountId,
  book: "demo",
  cash: money(10_000_000_000n),
  used: money(366_000_000n),
  reserved: ZERO_MONEY,
  held: ZERO_MONEY,
  floating: money(floating),
  equity: money(10_000_000_000n + floating),
  free: money(9_634_000_000n + floating),
  level: null,
  balance: money(9_634_000_000n),
  lockedBalance: money(366_000_000n),
  available: money(9_634_000_000n),
  isMarginCalled: false,
  limits: NO_LIMITS,
});

function open() {
  const writes: string[][] = [];
  const reader = {
    pending: [],
    unsentBytes: () => 0,
    descriptor: () => null,
    write: (frames: readonly Buffer[]) => writes.push(frames.map(String)),
    giveUp: () => undefined,
  };
  const outbox = createOutbox({ countFrame: () => undefined });
  const committing: (() => void)[] = [];
  const asked: string[] = [];
  let floating = 0n;
  const read = <T>(look: (books: Pick<Books, "account" | "orders">) => T) =>
    new Promise<T>((resolve) => {
      const seen = look({ account: () => viewOf(floating), orders: () => [] });
      committing.push(() => resolve(seen));
    });
  const topics = createAccountTopics({
    outbox,
    clock: { monotonic: () => 0 },
    behindMaxMs: 1_000,
    onBroken: (error) => {
      throw error;
    },
    source: {
      isSimulated: true,
      directory: () => null,
      financingOf: () => ZERO_MONEY,
      read: (look) => {
        asked.push("all");
        return read(look);
      },
      readHere: (look) => {
        asked.push("here");
        return read(look);
      },
      subscribe: () => () => undefined,
    },
  });
  topics.join("trade", OWNER, reader);
  return {
    topics,
    writes,
    asked,
    move: (amount: bigint) => {
      floating = amount;
    },
    commit: async () => {
      for (const done of committing.splice(0)) done();
      await new Promise((resume) => setImmediate(resume));
    },
    /** A flush: something else for the reader, then the accounts, in one write. */
    flush: () => {
      outbox.put(reader, Buffer.from("prices"));
      topics.deliver();
      outbox.send();
    },
  };
}

it("what was seen before a flush goes out with it, after what came before it", async () => {
  const { topics, writes, move, commit, flush } = open();
  move(5_000_000n);
  topics.prepare(true);
  await commit();
  expect(writes).toEqual([]);
  flush();
  expect(writes).toHaveLength(1);
  expect(writes[0]?.[0]).toBe("prices");
  expect(writes[0]?.[1]).toContain('"5.000000"');
});

it("a look that is not done by then is told as soon as it is", async () => {
  const { topics, writes, move, commit, flush } = open();
  move(5_000_000n);
  topics.prepare(true);
  flush();
  expect(writes).toEqual([["prices"]]);
  await commit();
  expect(writes).toHaveLength(2);
  expect(writes[1]?.join()).toContain('"5.000000"');
});

it("the first look asks who writes the account, every other looks at what is here", async () => {
  const { topics, asked, move, commit } = open();
  for (const amount of [1n, 2n, 3n]) {
    move(amount);
    topics.prepare(true);
    await commit();
  }
  expect(asked).toEqual(["all", "here", "here"]);
});
