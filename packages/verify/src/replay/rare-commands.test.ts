// What random lives do not do: transfers between accounts of one owner, days, a market that ends.
// Both accounts of a transfer replay by themselves.

import { accountId, type Command, marketId } from "@truetick/engine";
import { Run } from "@truetick/engine/testing";
import { lots, money } from "@truetick/money";
import { expect, it } from "vitest";
import { verifyArchive } from "../archive/verify-archive.ts";
import { TestPlatform } from "../testing/test-platform.ts";
import { replayArchive } from "./replay-archive.ts";

const ACCOUNTS = [11, 12] as const;

function livedThrough(): TestPlatform {
  const platform = new TestPlatform();
  const run = new (class extends Run {
    override carryOut(command: Command) {
      const decision = super.carryOut(command);
      if (decision.isAccepted) platform.take(command, decision.events);
      else throw new Error(decision.refusal.reason);
      return decision;
    }
  })().begin();
  const [mine, other] = ACCOUNTS.map(accountId) as [never, never];
  const next = () => {
    run.atMs += 1_000;
    return { atMs: run.atMs };
  };
  const transfer = (transferId: number, fromAccountId: never, toAccountId: never) =>
    run.carryOut({
      type: "Transfer",
      ...next(),
      transferId,
      fromAccountId,
      toAccountId,
      amount: money(250_000_000n),
      cause: "copy-transfer",
    });
  transfer(1, mine, other);
  const order = { side: "buy", lots: lots(1_000), leverage: 100 } as const;
  const without = { target: null, askedPrice: null, maxDeviation: null, expiresAtMs: null };
  const stops = { stopLoss: null, takeProfit: null, trailingDistance: 40 };
  for (const account of [mine, other]) {
    const market = { accountId: account, marketId: marketId(1) };
    run.carryOut({ type: "PlaceOrder", ...next(), ...market, ...order, ...without, ...stops });
  }
  next();
  run.carryOut(run.quoteOf(0, 30, 2));
  run.carryOut({ type: "StartDay", ...next(), cutDate: 20_260_301 });
  const cut = { cutDate: 20_260_301, cutAtMs: run.atMs, weekday: 3 };
  run.carryOut({ type: "ChargeFinancing", ...next(), marketId: marketId(1), ...cut });
  transfer(2, other, mine);
  run.carryOut({ type: "DelistMarket", ...next(), marketId: marketId(1) });
  run.carryOut({ type: "StartDay", ...next(), cutDate: 20_260_302 });
  return platform;
}

it.each(ACCOUNTS)("account %i verifies and replays to the millionth", async (account) => {
  const platform = livedThrough();
  const text = platform.archive(account);
  for (const check of [verifyArchive, replayArchive]) {
    const { findings } = await check(text, platform);
    expect(findings.filter(({ isGood }) => !isGood)).toEqual([]);
  }
  const kinds = new Set(platform.events(account).map(({ event }) => event.type));
  for (const kind of ["FundsTransferred", "DayEquitySet", "FinancingCharged", "OrderClosed"]) {
    expect(kinds).toContain(kind);
  }
});
