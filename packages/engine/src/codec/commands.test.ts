// Commands to bytes and back where the bytes have grown: journals written before are read the same.
import { InvariantBroken, money } from "@truetick/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { accountId } from "../account.ts";
import { acts, Run, runs } from "../testing/random-run.ts";
import { accountOfCommand, decodeCommand, encodeCommand } from "./commands.ts";

const OPENING = {
  type: "OpenAccount",
  atMs: 1_760_000_000_000,
  accountId: accountId(7),
  ownerId: 3,
  book: "demo",
} as const;

describe("an opened account", () => {
  it("without a word about its grant has one, and one word takes it away", () => {
    const granted = encodeCommand(OPENING);
    expect(decodeCommand(granted)).toEqual(OPENING);
    const bare = { ...OPENING, isGranted: false } as const;
    expect(decodeCommand(encodeCommand(bare))).toEqual(bare);
    expect([...encodeCommand(bare)]).toEqual([...granted, 3]);
  });

  it("has one encoding only: no other word is known", () => {
    const other = Uint8Array.from([...encodeCommand(OPENING), 1]);
    expect(() => decodeCommand(other)).toThrow(InvariantBroken);
  });
});

const SETTLE = { type: "Settle", atMs: 1_760_000_000_000, withdrawalId: 41 } as const;

/** As an engine wrote it that knew no fee: version 2, type, time, withdrawal. */
const WITHOUT_FEE = [0x05, 0x2b, 0x20, 0x00, 0x30, 0x0b, 0x72, 0x66, 0x53];

describe("a settled withdrawal", () => {
  it("of a journal that knew no fee has none, and is written as it was", () => {
    const command = decodeCommand(Uint8Array.from(WITHOUT_FEE));
    expect(command).toEqual({ ...SETTLE, fee: money(0n) });
    expect([...encodeCommand(command)]).toEqual(WITHOUT_FEE);
  });

  it.each([1n, 4_500_000n, 2n ** 60n])("keeps its fee of %s", (fee) => {
    const command = { ...SETTLE, fee: money(fee) };
    expect(decodeCommand(encodeCommand(command))).toEqual(command);
  });

  it("has one encoding only: no fee is never a written zero", () => {
    const zero = Uint8Array.from([...WITHOUT_FEE, 1]);
    expect(() => decodeCommand(zero)).toThrow(InvariantBroken);
  });
});

describe("the one account of a command", () => {
  it("is read without the rest, and nobody else is named by what follows from it", () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(acts(160), (list) => {
        const run = new Run().begin();
        for (const act of list) {
          const { command, decision } = run.step(act);
          const named = "accountId" in command ? command.accountId : null;
          expect(accountOfCommand(encodeCommand(command))).toBe(named);
          if (named === null || !decision.isAccepted) continue;
          seen.add(command.type);
          for (const event of decision.events) {
            expect(event).toMatchObject({ accountId: named });
          }
        }
      }),
      runs(40),
    );
    expect(seen.size).toBeGreaterThan(6);
  });
});
