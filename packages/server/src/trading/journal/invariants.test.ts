// The invariants of the books: all empty after a busy day, and each one catches a corruption that
// no other notices. The corruption is done as a superuser with triggers off, and rolled back.
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askInvariants } from "../../testing/broken-invariants.ts";
import { openCandleStore } from "../candles/candle-store.ts";
import { sandboxMarkets } from "../markets/traded-market.ts";
import { EURUSD, type Exchange, openExchange } from "../testing/bare-exchange.ts";
import { COPY_ACCOUNT, runBusyDay } from "../testing/busy-day.ts";

const MINUTE_MS = 60_000;

let exchange: Exchange;
let owner: pg.Client;
beforeAll(async () => {
  exchange = await openExchange();
  await runBusyDay(exchange);
  await runQuietHours(exchange);
  owner = new pg.Client({ connectionString: exchange.test.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await exchange.close();
});

/** A quote of them, as the tape packs it: 840,000 ms later, bid and spread one point up. */
const QUIET_STEP = String.raw`\x80c5660202`;

/** Two hours of some minutes each, and the first quote of a third; their bars are stored. */
async function runQuietHours({ clock, quote, restart, test }: Exchange): Promise<void> {
  for (let nth = 0; nth < 9; nth += 1) {
    clock.advance(14 * MINUTE_MS);
    quote(EURUSD, 110_000 + nth, 110_010 + 2 * nth);
  }
  await restart();
  await openCandleStore({ database: test.database, markets: sandboxMarkets().slice(0, 3) });
}

async function corrupt(statements: string): Promise<Record<string, number>> {
  await owner.query("begin; set local session_replication_role = replica");
  try {
    await owner.query(statements);
    return await askInvariants(owner);
  } finally {
    await owner.query("rollback");
  }
}

/** Changes one row of those that fit. */
const change = (table: string, set: string, where: string) =>
  `update ${table} set ${set} where (tableoid, ctid) = (
     select tableoid, ctid from ${table} where ${where} limit 1)`;

/** A posting at the end of the ledger, in the last journal row, with its balance right. */
function posting(leg: {
  movement: number;
  book?: "real" | "demo";
  account?: string;
  house?: string;
  amount: number;
  cause?: string;
  causeId?: number;
  isOrphan?: boolean;
}): string {
  const { movement, book = "real", amount, cause = "adjustment", causeId = 1 } = leg;
  const account = leg.account ?? "null::bigint";
  const house = leg.house ? `'${leg.house}'` : "null";
  return `insert into ledger_posting
    select 0, last.seq, coalesce(last.position, 0) + 1000, ${movement}, '${book}', ${account},
      ${house}, ${amount}, ${amount} + coalesce((select balance from ledger_posting
        where book = '${book}' and account_id is not distinct from ${account}
          and house is not distinct from ${house}
        order by journal_seq desc, position desc limit 1), 0),
      '${cause}', ${causeId}, 0
    from (select max(j.seq) + ${leg.isOrphan ? 1_000 : 0} as seq,
        (select max(position) from ledger_posting) as position from journal j) last;`;
}

describe("after a busy day", () => {
  it("holds every invariant", async () => {
    expect(await askInvariants(owner)).toEqual({});
  });

  it("has rows in every table and fills of every rule but delisting", async () => {
    const answer = await owner.query<{ rules: string[]; empty: string[] }>(`
      select (select array_agg(distinct rule order by rule) from fill) as rules,
        array_remove(array[
          (select 'stop_out' where not exists (select 1 from stop_out)),
          (select 'financing' where not exists (select 1 from financing)),
          (select 'command_key' where not exists (select 1 from command_key)),
          (select 'tape_piece' where not exists (select 1 from tape_piece)),
          (select 'state_snapshot' where not exists (select 1 from state_snapshot)),
          (select 'protection' where not exists
            (select 1 from ledger_posting where cause = 'protection')),
          (select 'conversion' where not exists
            (select 1 from fill where quote_conversion is not null)),
          (select 'part' where not exists (select 1 from trade_order where part_of > 0))
        ], null) as empty`);
    expect(answer.rows[0]?.empty).toEqual([]);
    expect(answer.rows[0]?.rules).toEqual([
      "close",
      "demo-reset",
      "limit",
      "market",
      "stop",
      "stop-loss",
      "stop-out",
      "take-profit",
      "trailing-stop",
    ]);
  });
});

it("marks the newest posting of every house account, for who compares balances", async () => {
  const answer = await owner.query<{ houses: number; unmarked: number; marked: number }>(`
    select count(*)::int as houses, count(*) filter (where not is_house_end)::int as unmarked,
      (select count(*) from ledger_posting where is_house_end and house is null)::int as marked
    from (select distinct on (book, house) * from ledger_posting where house is not null
          order by book, house, journal_seq desc, position desc) newest`);
  expect(answer.rows[0]).toMatchObject({ unmarked: 0, marked: 0 });
  expect(answer.rows[0]?.houses).toBeGreaterThan(5);
});

/** A member of the real book, in as many words as its table wants. */
const memberRow = (email: string) => `insert into app_user
  (book, uid, email, invite_code, password_hash)
  values ('real', (100000000 + floor(random() * 9e8))::bigint::text,
    '${email}', upper(left(gen_random_uuid()::text, 8)) || 'AA', '$argon2id$');`;

/** A code of now that was used at that moment. */
const codeRow = (usedAt: string) => `insert into verification_code
  (target_hash, purpose, code_hash, tries, created_at, expires_at, used_at)
  values (sha256('t'), 'register', sha256('c'), 1, now(), now() + interval '10 minutes',
    ${usedAt});`;

const REAL_ACCOUNT = "(select min(account_id) from trading_account where book = 'real')";
const DEMO_ACCOUNT = "(select min(account_id) from trading_account where book = 'demo')";

const CORRUPTIONS: readonly (readonly [view: string, what: string, sql: string])[] = [
  [
    "inv01",
    "two movements swap a leg",
    `with fees as (
       select shard, journal_seq, position, movement_id, row_number() over (order by amount) as n
       from (select distinct on (amount) * from ledger_posting
             where house = 'fees' and book = 'real' order by amount) f limit 2
     )
     update ledger_posting p set movement_id = other.movement_id from fees mine, fees other
     where (p.shard, p.journal_seq, p.position) = (mine.shard, mine.journal_seq, mine.position)
       and mine.n <> other.n`,
  ],
  [
    "inv02",
    "money appears beside the journal",
    posting({ movement: 1e6, house: "adjustments", amount: 5, isOrphan: true }),
  ],
  [
    "inv03",
    "a running balance is off",
    change("ledger_posting", "balance = balance + 1", "house = 'fees'"),
  ],
  [
    "inv04",
    "a flat account falls below zero",
    posting({ movement: 1e6, account: String(COPY_ACCOUNT), amount: -200_000_000 }) +
      posting({ movement: 1e6, house: "adjustments", amount: 200_000_000 }),
  ],
  [
    "inv05",
    "two movements reach into the other book",
    posting({ movement: 1e6, account: REAL_ACCOUNT, amount: 7 }) +
      posting({ movement: 1e6, book: "demo", house: "adjustments", amount: -7 }) +
      posting({ movement: 2e6, book: "demo", account: DEMO_ACCOUNT, amount: 7 }) +
      posting({ movement: 2e6, house: "adjustments", amount: -7 }),
  ],
  ["inv06", "a movement of one leg", posting({ movement: 1e6, house: "fees", amount: 0 })],
  [
    "inv07",
    "a key names a row that is not there",
    `insert into command_key values
       (1, gen_random_uuid(), gen_random_uuid(), 0, 0, 1000000000, null)`,
  ],
  [
    "inv08",
    "a hold is returned in part",
    posting({
      movement: 1e6,
      house: "withdrawals",
      amount: -50,
      cause: "withdrawal-release",
      causeId: 3,
    }) +
      posting({
        movement: 1e6,
        account: REAL_ACCOUNT,
        amount: 50,
        cause: "withdrawal-release",
        causeId: 3,
      }),
  ],
  [
    "inv08",
    "a fee is taken from a hold that was returned",
    posting({
      movement: 1e6,
      house: "withdrawals",
      amount: -50,
      cause: "withdrawal-fee",
      causeId: 1,
    }) + posting({ movement: 1e6, house: "fees", amount: 50, cause: "withdrawal-fee", causeId: 1 }),
  ],
  [
    "inv09",
    "a position's margin is off",
    change("trade_order", "margin = margin + 1", "status = 'holding'"),
  ],
  [
    "inv10",
    "a fill is at no price of the tape",
    change("fill", "price = price + 1", "kind = 'close'"),
  ],
  [
    "inv11",
    "a fill used an old quote",
    change("fill", "at_ms = at_ms + 100000000", "kind = 'open'"),
  ],
  [
    "inv11",
    "something opened in a market for closing only",
    change("market_session_change", "session = 'closing-only'", "session = 'open'"),
  ],
  [
    "inv12",
    "a profit in yen is off by a millionth",
    change("trade_order", "profit = profit + 1", "status = 'closed' and market_id = 2"),
  ],
  [
    "inv13",
    "a leverage that was not offered",
    change("trade_order", "leverage = 7", "status = 'closed' and part_of is null"),
  ],
  [
    "inv14",
    "a cancelled order without a reason",
    change("trade_order", "end_reason = null", "status = 'cancelled'"),
  ],
  [
    "inv15",
    "an order opened twice",
    `alter table fill drop constraint fill_pkey;
     insert into fill select f.order_id, f.kind, f.shard, f.journal_seq, f.at_ms, f.account_id,
       f.market_id, f.side, f.lots, f.tape_seq, f.bid, f.ask, f.price, f.rule, f.level,
       f.rules_version, f.terms_version, 0, f.profit, f.quote_conversion, f.base_conversion
     from fill f where f.kind = 'open' limit 1`,
  ],
  [
    "inv16",
    "a settlement that is not the profit",
    change("fill", "profit = profit + 1", "kind = 'close'"),
  ],
  [
    "inv17",
    "one row of the tape shown differently to one account",
    change("fill", "bid = bid - 1", "rule = 'market' and side = 'buy'"),
  ],
  [
    "inv18",
    "the tape's time goes back",
    change("tape_piece", "last_at_ms = first_at_ms - 1", "market_id = 1"),
  ],
  [
    "inv19",
    "a packed quote is changed",
    change("tape_piece", "quotes = quotes || '\\x01'", "market_id = 1"),
  ],
  [
    "inv20",
    "the last minute of a bar has another close",
    change("candle_hour", "minutes = set_byte(minutes, length(minutes) - 1, 2)", "true"),
  ],
  ["inv20", "a bar has a higher high", change("candle_hour", "prices[2] = prices[2] + 1", "true")],
  ["inv20", "a bar has one tick more", change("candle_hour", "ticks = ticks + 1", "true")],
  ["inv20", "a bar has one minute more", change("candle_hour", "minute_count = 60", "true")],
  ["inv20", "a bar ends with another quote", change("candle_hour", "last_seq = 1", "true")],
  ["inv20", "a bar of no quote", change("candle_hour", "hour = hour - 1000", "market_id = 1")],
  ["inv20", "a bar without minutes", change("candle_hour", "minutes = ''", "true")],
  [
    "inv20",
    "a bar's minutes are not whole",
    change("candle_hour", "minutes = minutes || '\\x80'", "true"),
  ],
  [
    "inv20",
    "the tape is written anew, with its chain",
    `with newest as (
       select first_seq, overlay(quotes placing '\\x04'::bytea
         from position('${QUIET_STEP}'::bytea in quotes) + 3) as forged
       from tape_piece where market_id = ${EURUSD} order by first_seq desc limit 1
     )
     update tape_piece p set quotes = forged,
       hash = sha256('truetick.chain.v1'::bytea || '\\x00'::bytea || prev_hash
         || int4send(market_id) || int8send(p.first_seq) || int8send(last_seq) || forged)
     from newest where p.market_id = ${EURUSD} and p.first_seq = newest.first_seq`,
  ],
  [
    "inv20",
    "an hour is passed over",
    "delete from candle_hour where hour = (select min(hour) from candle_hour)",
  ],
  ["inv29", "a code was used after its time", codeRow("now() + interval '11 minutes'")],
  [
    "inv30",
    "a session was used after its end",
    `${memberRow("a@example.test")} insert into user_session
       (token_hash, user_id, method, created_at, last_used_at, expires_at, revoked_at)
     select sha256('x'), max(id), 'password', now(), now() + interval '1 hour',
       now() + interval '1 day', now()
     from app_user;`,
  ],
  [
    "inv31",
    "a member was invited by who came later",
    `${memberRow("a@example.test")} ${memberRow("b@example.test")}
     update app_user set invited_by = (select max(id) from app_user)
     where email = 'a@example.test';`,
  ],
  ["inv34", "an order of the other book", change("trade_order", "book = 'demo'", "book = 'real'")],
  ["inv35", "a stop-out that was not due", change("stop_out", "equity = used", "true")],
  [
    "inv36",
    "a stop-loss that was not reached",
    change("fill", "level = level - 1000", "rule = 'stop-loss' and side = 'buy'"),
  ],
  [
    "inv37",
    "one address, spelt twice",
    `${memberRow("a@example.test")} ${memberRow("A@example.test")}`,
  ],
  [
    "inv40",
    "the protection account used for something else",
    posting({ movement: 1e6, house: "protection", amount: -5 }) +
      posting({ movement: 1e6, house: "adjustments", amount: 5 }),
  ],
  ["inv41", "a row of the journal is changed", change("journal", "at_ms = at_ms + 1", "seq = 5")],
  ["inv44", "an equity is better than it was", change("day_equity", "equity = equity + 1", "true")],
  [
    "inv44",
    "an equity is left out",
    "delete from day_equity where account_id = (select min(account_id) from day_equity)",
  ],
  [
    "inv44",
    "an equity of no day",
    `insert into day_equity select 900002, max(seq) + 1, 0, 5 from journal`,
  ],
  [
    "inv47",
    "house funds that leave by themselves",
    posting({ movement: 1e6, house: "fees", amount: -5 }) +
      posting({ movement: 1e6, house: "clearing", amount: 5 }),
  ],
  ["inv44", "a day has another date", change("trading_day", "cut_date = cut_date - 1", "true")],
  [
    "inv49",
    "an account lives on another shard than its owner's others",
    `insert into trading_account (account_id, shard, owner_id, book, opened_at_ms, journal_seq)
     select 1000000, shard + 1, owner_id, book, opened_at_ms, 1
     from trading_account where account_id = ${REAL_ACCOUNT}`,
  ],
];

/** Corrupted beside the tables they are about: the cashier's, uploads, staff's, notices. */
const ELSEWHERE = [
  ...["inv21", "inv22", "inv23", "inv24", "inv25", "inv26", "inv27", "inv28"],
  ...["inv32", "inv33", "inv38", "inv39", "inv42", "inv43", "inv45", "inv48", "inv50"],
];

describe("a corruption is caught by its own invariant alone", () => {
  it.each(CORRUPTIONS)("%s: %s", async (view, _what, sql) => {
    expect(Object.keys(await corrupt(sql))).toEqual([view]);
  });

  it("has a corruption for every view", async () => {
    const views = await owner.query<{ name: string }>(
      String.raw`select viewname as name from pg_views where viewname ~ '^inv\d\d$' order by 1`,
    );
    const here = new Set(CORRUPTIONS.map(([view]) => view));
    expect([...here, ...ELSEWHERE].sort()).toEqual(views.rows.map(({ name }) => name));
  });

  it("leaves nothing behind", async () => {
    expect(await askInvariants(owner)).toEqual({});
  });
});
