// Safe bands against brute force: many accounts near their thresholds, thousands of small ticks in
// markets that convert each other. After every tick every account the tick can touch is recomputed
// exactly; one missed crossing fails. Zero mismatches is the promise (G4).
import { assert, lots, money, price } from "@truetick/money";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { accountId, type Command, type Event } from "../index.ts";
import { worthOf } from "../testing/brute-force.ts";
import { Chance } from "../testing/chance.ts";
import { MARKETS, Run, runs, START_PRICES } from "../testing/random-run.ts";

vi.setConfig({ testTimeout: 120_000 });

const ACCOUNTS = 30;
const TICKS = 1_500;

test("no crossing is missed and none is invented, whatever the path of the prices", () => {
  let crossings = 0;
  let looked = 0;
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const chance = new Chance(seed);
      const run = new Run().begin();
      for (let at = 0; at < ACCOUNTS; at += 1) openAccount(run, chance, 100 + at);
      for (let at = 0; at < TICKS; at += 1) {
        const command = tickOf(run, chance);
        const decision = run.carryOut(command);
        assert(decision.isAccepted, "every tick is good");
        crossings += decision.events.filter(isCrossing).length;
        looked += checkAccounts(run, command.marketId);
        if (chance.below(40) === 0) topUp(run, chance);
      }
    }),
    // The example: a stop-out of a small account that ends above 100 %.
    { ...runs(16), examples: [[-2_147_483_647]] },
  );
  expect(crossings).toBeGreaterThan(500);
  expect(looked).toBeGreaterThan(50_000);
});

function openAccount(run: Run, chance: Chance, id: number): void {
  const { atMs } = run;
  const account = accountId(id);
  run.carryOut({ type: "OpenAccount", atMs, accountId: account, ownerId: id, book: "real" });
  run.carryOut(run.creditOf(id, 1_000_000_000n));
  for (let order = 1 + chance.below(4); order > 0; order -= 1) {
    const terms = MARKETS[chance.below(MARKETS.length)] ?? MARKETS[0];
    assert(terms !== undefined, "there are markets");
    run.carryOut({
      type: "PlaceOrder",
      atMs,
      accountId: account,
      marketId: terms.marketId,
      side: chance.below(2) === 0 ? "buy" : "sell",
      lots: lots((1 + chance.below(60)) * 100),
      leverage: terms.leverages[0] ?? 100,
      target: null,
      askedPrice: null,
      maxDeviation: null,
      stopLoss: null,
      takeProfit: null,
      trailingDistance: null,
      expiresAtMs: null,
    });
  }
}

/** Small steps back and forth around the start, now and then a wide spread or a jump. */
function tickOf(run: Run, chance: Chance): Extract<Command, { type: "TakeQuote" }> {
  const at = chance.below(MARKETS.length);
  const start = START_PRICES[at] ?? 0;
  const terms = MARKETS[at] ?? MARKETS[0];
  assert(terms !== undefined, "there are markets");
  const market = run.state.marketOf(terms.marketId);
  const unit = Math.ceil(start / 20_000);
  const drift = Math.trunc((start - (market?.bid ?? 0)) / 50);
  const jump = chance.below(100) === 0 ? chance.around(300 * unit) : 0;
  const bid = Math.max(1, (market?.bid ?? 0) + drift + chance.around(8 * unit) + jump);
  const spread = chance.below(30) === 0 ? chance.below(60 * unit) : chance.below(3 * unit);
  run.atMs += 10;
  return {
    type: "TakeQuote",
    atMs: run.atMs,
    marketId: terms.marketId,
    seq: (market?.seq ?? 0) + 1,
    bid: price(bid),
    ask: price(bid + spread),
  };
}

/** Deposits and withdrawals move an account inside its bands; the bands must follow. */
function topUp(run: Run, chance: Chance): void {
  const id = 100 + chance.below(ACCOUNTS);
  const { atMs } = run;
  run.nextId += 1;
  const amount = money(BigInt(1 + chance.below(200)) * 1_000_000n);
  if (chance.below(2) === 0) run.carryOut(run.creditOf(id, amount));
  else {
    const withdrawalId = run.nextId;
    run.carryOut({ type: "Hold", atMs, accountId: accountId(id), withdrawalId, amount });
  }
}

function checkAccounts({ state, atMs }: Run, marketId: number): number {
  const { accounts } = state;
  const ticked = state.marketOf(marketId);
  let looked = 0;
  for (let account = 0; account < accounts.count; account += 1) {
    const { equity, used, markets } = worthOf(state, account, atMs);
    if (ticked === null || !markets.has(ticked)) continue;
    looked += 1;
    assert(accounts.isMarginCalled(account) === equity <= used, `${account}: ${equity} ${used}`);
    assert(used === 0n || equity * 100n > used * 50n, `${account} left at ${equity} of ${used}`);
  }
  return looked;
}

function isCrossing({ type }: Event): boolean {
  return type === "MarginCalled" || type === "MarginRestored" || type === "StoppedOut";
}
