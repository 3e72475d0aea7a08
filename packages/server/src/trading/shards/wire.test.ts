// What is written is read back, whatever it is: commands with numbers that no market has, every
// kind of refusal, rows and answers of any size. Half a message is no message.

import type { Refusal } from "@truetick/engine";
import { accountId, encodeEvents, marketId, orderId } from "@truetick/engine";
import { type Lots, lots, money, type Price } from "@truetick/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SequencerRefusal, UnstampedCommand } from "../sequencer/sequencer.ts";
import {
  decodeAnswers,
  decodeCommands,
  decodeKeyed,
  decodeNews,
  encodeAnswers,
  encodeCommands,
  encodeKeyed,
  encodeNews,
  type ShardNews,
  type WireAnswer,
} from "./wire.ts";

const count = fc.oneof(fc.constant(0), fc.nat(), fc.integer({ min: -5, max: 5 }), fc.maxSafeNat());
const maybe = fc.option(count);
const amount = fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n }).map(money);

/** Any number where the types allow only sound ones: what a client sends is not sound yet. */
const anyCommand: fc.Arbitrary<UnstampedCommand> = fc.oneof(
  fc.record({
    type: fc.constant("PlaceOrder" as const),
    accountId: count.map(accountId),
    marketId: count.map(marketId),
    side: fc.constantFrom("buy" as const, "sell" as const),
    lots: count as fc.Arbitrary<Lots>,
    leverage: count,
    target: maybe as fc.Arbitrary<Price | null>,
    askedPrice: maybe as fc.Arbitrary<Price | null>,
    maxDeviation: maybe,
    stopLoss: maybe as fc.Arbitrary<Price | null>,
    takeProfit: maybe as fc.Arbitrary<Price | null>,
    trailingDistance: maybe,
    expiresAtMs: maybe,
  }),
  fc.record({
    type: fc.constant("CloseOrder" as const),
    accountId: count.map(accountId),
    orderId: count.map(orderId),
    lots: maybe as fc.Arbitrary<Lots | null>,
    reason: fc.constant("user" as const),
  }),
  fc.record({
    type: fc.constant("CloseAll" as const),
    accountId: count.map(accountId),
    marketId: fc.option(count.map(marketId)),
    reason: fc.constant("user" as const),
    isCancellingPending: fc.boolean(),
  }),
  fc.record({
    type: fc.constant("Credit" as const),
    accountId: count.map(accountId),
    cause: fc.constantFrom("deposit" as const, "adjustment" as const),
    causeId: count,
    amount,
  }),
  fc.record({
    type: fc.constant("Settle" as const),
    withdrawalId: count,
    fee: fc.oneof(fc.constant(money(0n)), amount),
  }),
  fc.record({
    type: fc.constant("SetLimits" as const),
    accountId: count.map(accountId),
    limits: fc.record({
      dailyLossMax: fc.option(amount),
      coolOffUntilMs: maybe,
      selfExcludedUntilMs: maybe,
      leverageMax: maybe,
      stopOutOrder: fc.constantFrom("most-margin" as const, "most-losing" as const),
    }),
    dayEndsAtMs: count,
  }),
  fc.constant({
    type: "OpenAccount" as const,
    accountId: accountId(7),
    ownerId: 7,
    book: "demo" as const,
    isGranted: false as const,
  }),
  fc.constant({ type: "ExpireOrders" as const }),
);

const anyKey = fc.record({ ownerId: fc.nat(), key: fc.string(), payload: fc.string() });

describe("commands on the bus", () => {
  it("T01: arrive as they were submitted, zeros and negative numbers too", () => {
    fc.assert(
      fc.property(anyCommand, anyKey, (command, key) => {
        const read = decodeKeyed(encodeKeyed(command, key));
        const { atMs: _, ...unstamped } = { atMs: 0, ...read.command };
        expect(unstamped).toEqual(command);
        expect(read.key).toEqual(key);
      }),
      { numRuns: 500 },
    );
  });

  it("bring no time of their own into the engine, but where it is written over", () => {
    const release = { type: "Release", withdrawalId: 4 } as const;
    const { command } = decodeKeyed(encodeKeyed(release, { ownerId: 1, key: "k", payload: "" }));
    expect(command).toEqual(release);
    expect("atMs" in command).toBe(false);
  });

  it("refuse a number that is none, rather than send it as something else", () => {
    const close = {
      type: "CloseOrder",
      accountId: accountId(1),
      orderId: orderId(1),
      lots: Number.NaN as Lots,
      reason: "user",
    } as const;
    const key = { ownerId: 1, key: "k", payload: "" };
    expect(() => encodeKeyed(close, key)).toThrow("finite");
    // What was left of it is not in the next.
    expect(decodeKeyed(encodeKeyed({ ...close, lots: lots(5) }, key)).command).toMatchObject({
      lots: 5,
    });
  });

  it("go several to a message, in order", () => {
    const keyed = [1, 2, 3].map((id) => ({ id, sending: id + 1, keyed: Buffer.from([id]) }));
    const message = { gateway: "one", number: 9, commands: keyed };
    const read = decodeCommands(encodeCommands(message));
    expect(read.commands.map(({ id, sending }) => [id, sending])).toEqual([
      [1, 2],
      [2, 3],
      [3, 4],
    ]);
    expect(read).toMatchObject({ gateway: "one", number: 9 });
  });
});

const REFUSALS: readonly (Refusal | SequencerRefusal)[] = [
  { reason: "ACCOUNT_UNKNOWN", accountId: accountId(3) },
  { reason: "LEVERAGE_NOT_OFFERED", leverage: 3, leverages: [10, 20] },
  { reason: "MARGIN_EXCEEDS_FREE", needed: money(5_000_000n), available: money(-1n) },
  { reason: "QUOTE_STALE", marketId: marketId(1), ageMs: null, ageMaxMs: 5_000 },
  { reason: "CONVERSION_MISSING", currency: "JPY" },
  { reason: "BOOK_MISMATCH", from: "real", to: "demo" },
  { reason: "OVERLOADED", queuedRows: 20_000 },
  { reason: "UNAVAILABLE", why: "outcome-unknown" },
  { reason: "KEY_REUSED" },
];

describe("answers on the bus", () => {
  it("keep every refusal with its numbers", () => {
    const answers = REFUSALS.map((refusal, id) => ({
      id,
      sending: 1,
      answer: { kind: "refused", refusal } as WireAnswer,
    }));
    expect(decodeAnswers(encodeAnswers({ shard: 1, answers }))).toEqual({ shard: 1, answers });
  });

  it("say what happened, where it is too large, and who does not own the shard", () => {
    const events = encodeEvents([{ type: "DayStarted", atMs: 5, cutDate: 20_250_101 }]);
    const kinds: WireAnswer[] = [
      { kind: "accepted", seq: 2 ** 41, atMs: 1, events },
      { kind: "accepted", seq: 7, atMs: 1, events: null },
      { kind: "accepted", seq: null, atMs: 1, events: encodeEvents([]) },
      { kind: "not-mine" },
    ];
    const answers = kinds.map((answer, id) => ({ id, sending: 2, answer }));
    const read = decodeAnswers(encodeAnswers({ shard: 0, answers }));
    for (const [at, { answer }] of read.answers.entries()) {
      const written = kinds[at];
      if (answer.kind !== "accepted" || written?.kind !== "accepted") {
        expect(answer).toEqual(written);
        continue;
      }
      expect({ ...answer, events: answer.events && [...answer.events] }).toEqual({
        ...written,
        events: written.events && [...written.events],
      });
    }
  });
});

describe("news of a shard", () => {
  const news = {
    shard: 3,
    epoch: 12,
    status: "halted" as const,
    queuedRows: 4,
    heldQuotes: 5,
    head: 100,
    firstSeq: 99,
    rows: [
      { atMs: 1, events: Buffer.from([1, 2]) },
      { atMs: 2, events: Buffer.alloc(100_000, 7) },
    ],
  } satisfies ShardNews;

  it("are read as they were told", () => {
    const read = decodeNews(encodeNews(news));
    expect({ ...read, rows: [] }).toEqual({ ...news, rows: [] });
    const isSame = read.rows.every(({ events }, at) => news.rows[at]?.events.equals(events));
    expect(isSame).toBe(true);
  });

  it("F12: half a message, one of another kind and noise are no message", () => {
    const bytes = encodeNews({ ...news, rows: news.rows.slice(0, 1) });
    for (let length = 0; length < bytes.length; length += 1) {
      expect(() => decodeNews(bytes.subarray(0, length))).toThrow(RangeError);
    }
    expect(() => decodeAnswers(bytes)).toThrow("another version or kind");
    expect(() => decodeNews(Buffer.concat([bytes, Buffer.from([0])]))).toThrow("follows");
  });
});
