// G4: margin of 200,000 accounts with five positions each, checked on every tick: the engine's safe
// bands (its whole tick, in truth) against objects that are recomputed and against typed columns
// that are kept up. Calm, and in news. Afterwards every account is recomputed exactly: one flag
// that is wrong fails.
import { accountId, accountView } from "@truetick/engine";
import { lots } from "@truetick/money";
import { Chance } from "./measure/chance.ts";
import { Floor, orderOf, SPREAD, START } from "./measure/floor.ts";
import { finish, judge, must, race } from "./measure/race.ts";
import { ColumnAccounts, type Holding, ObjectAccounts } from "./peers/margin-books.ts";

const ACCOUNTS = 200_000;
const MARKETS = 20;
const POSITIONS = 5;
const ROUNDS = 3;
const FLOOR_OBJECTS = 1_000;
const FLOOR_COLUMNS = 10;
/** Cash as a share of the margin used: from hardly enough to plenty. */
const CASH_PERCENT = [104, 115, 150, 400];
/** Margin of one position at most, by which cash is measured out before the orders are placed. */
const MARGIN_PER_LOT = 1_100_200_000;

const floor = new Floor(MARKETS, 0, 0n);
const holdings: Holding[] = [];
const cash = new Float64Array(ACCOUNTS);
const used = new Float64Array(ACCOUNTS);
fill();
const objects = new ObjectAccounts(MARKETS, cash, used, holdings);
const columns = new ColumnAccounts(MARKETS, cash, used, holdings);
columns.begin(holdings, START, START + SPREAD);
for (let market = 0; market < MARKETS; market += 1) {
  objects.tick(market, START, START + SPREAD);
}

function fill(): void {
  const chance = new Chance(3);
  for (let account = 0; account < ACCOUNTS; account += 1) {
    const sizes = Array.from({ length: POSITIONS }, () => (1 + chance.below(9)) * 100);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    const margin = (total / 10_000) * MARGIN_PER_LOT;
    const percent = CASH_PERCENT[chance.below(CASH_PERCENT.length)] ?? 100;
    floor.openAccount(account + 1, BigInt(Math.ceil((margin * percent) / 100)));
    for (const size of sizes) place(chance, account, size);
    const view = accountView(floor.state, accountId(account + 1));
    cash[account] = Number(view?.cash ?? 0n);
  }
}

function place(chance: Chance, account: number, size: number): void {
  const market = chance.below(MARKETS);
  const isBuy = chance.below(2) === 0;
  const order = { side: isBuy ? "buy" : "sell", lots: lots(size) } as const;
  const [opened] = floor.carryOut(orderOf(account + 1, market + 1, order));
  if (opened?.type !== "OrderOpened") throw new Error("every order opens");
  holdings.push({ account, market, isBuy, lots: size, open: opened.openPrice });
  used[account] = (used[account] ?? 0) + Number(opened.margin);
}

function walk(
  ticks: number,
  { seed, reach }: { seed: number; reach: number },
  tick: (market: number, bid: number) => void,
): number {
  const chance = new Chance(seed);
  for (let at = 0; at < ticks; at += 1) {
    tick(chance.below(MARKETS), START + chance.around(reach));
  }
  return ticks;
}

let crossed = 0;
for (const { name, reach, ticks, isFloor } of [
  { name: "calm", reach: 2, ticks: 100_000, isFloor: true },
  { name: "news", reach: 60, ticks: 3_000, isFloor: false },
]) {
  const [engine, plain, typed] = race(
    [
      {
        name: "engine",
        run: (seed) =>
          walk(ticks, { seed, reach }, (market, bid) => {
            crossed += floor.tick(market + 1, bid).length - 1;
          }),
      },
      {
        name: "objects",
        run: (seed) =>
          walk(40, { seed, reach }, (market, bid) => {
            crossed += objects.tick(market, bid, bid + SPREAD);
          }),
      },
      {
        name: "columns",
        run: (seed) =>
          walk(1_000, { seed, reach }, (market, bid) => {
            crossed += columns.tick(market, bid, bid + SPREAD);
          }),
      },
    ],
    ROUNDS,
  );
  if (engine === undefined || plain === undefined || typed === undefined) {
    throw new Error("all have run");
  }
  judge(`G4 margin, ${name}, against objects`, engine, plain, isFloor ? FLOOR_OBJECTS : 0);
  judge(`G4 margin, ${name}, against columns`, engine, typed, isFloor ? FLOOR_COLUMNS : 0);
}

let mismatches = 0;
for (let account = 1; account <= ACCOUNTS; account += 1) {
  const view = accountView(floor.state, accountId(account));
  if (view === null) throw new Error("every account is there");
  const isBelow = view.used > 0n && view.equity <= view.used;
  if (view.isMarginCalled !== isBelow) mismatches += 1;
  if (view.used > 0n && view.equity * 100n <= view.used * 50n) mismatches += 1;
}
console.log(`      ${crossed} crossings and closings on the way`);
must(mismatches === 0, `no mismatch against brute force over ${ACCOUNTS} accounts`);
finish();
