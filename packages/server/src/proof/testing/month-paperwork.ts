// What a month leaves behind beside the journal: people and markets, rows of withdrawals, public
// changes, looks at documents, seeds of days, what sources said. Written by hand, as the owner of
// the tables, at random by a seed. For the test that recomputes the public figures.

import type pg from "pg";
import type { Database } from "../../platform/database.ts";
import { createLog } from "../../platform/log.ts";
import { openRawTape } from "../../trading/tape/raw-tape.ts";
import { GOLD } from "../../trading/testing/bare-exchange.ts";
import { createChance, type MonthWithdrawal } from "./simulated-month.ts";

const DAY_MS = 86_400_000;

const MARKETS = [
  [1, "EURUSD", "EUR/USD", "forex-majors", "EUR", 5],
  [2, "USDJPY", "USD/JPY", "forex-majors", "USD", 3],
  [3, "XAUUSD", "XAU/USD", "metals", "XAU", 2],
] as const;

export async function writeMarkets(owner: pg.Client): Promise<void> {
  await owner.query("insert into category (id, place) values ('forex-majors', 1), ('metals', 2)");
  for (const [id, code, shown, category, base, precision] of MARKETS) {
    await owner.query(
      `insert into market (id, code, display_code, category_id, place, price_precision, pip_digits,
         fraction_digits, base_currency, quote_currency, leverages, margin_mode, units_per_lot,
         lots_min_e4, lots_max_e4, lot_step_e4, fee_rate_e8, financing_long_e8, financing_short_e8,
         stale_after_ms, jump_limit_bps, day_cut, session_calendar)
       values ($1, $2, $3, $4, $1, $6, 1, 1, $5, 'USD', '{20}', 'floating', 100, 100, 10000, 100,
         0, 0, 0, 1000, 100, 'new-york', 'forex')`,
      [id, code, shown, category, base, precision],
    );
  }
}

/** Two of three are real; the last is played by a program. */
export async function writePeople(owner: pg.Client, count: number) {
  const { rows } = await owner.query<{ id: string; book: "real" | "demo" }>(
    `insert into app_user (book, uid, email, invite_code, is_simulated)
     select case when n % 3 < 2 and n < $1 then 'real' else 'demo' end, (100000000 + n)::text,
       case when n % 3 < 2 and n < $1 then n || '@example.test' end,
       case when n % 3 < 2 and n < $1 then lpad(n::text, 10, '0') end, n = $1
     from generate_series(0, $1::int) n returning id, book`,
    [count],
  );
  return rows.map(({ id, book }) => ({ id: Number(id), book }));
}

export async function writePaperwork(
  owner: pg.Client,
  month: {
    readonly withdrawals: readonly MonthWithdrawal[];
    readonly nowMs: number;
    readonly seed: number;
  },
): Promise<void> {
  const { nowMs, withdrawals } = month;
  const chance = createChance(month.seed);
  // What these rows belong to is of no interest here: neither keys nor triggers look.
  await owner.query("set session_replication_role = replica");
  for (const asked of withdrawals) await writeWithdrawal(owner, asked, chance);
  for (let n = 0; n < 8; n += 1) {
    await writeWithdrawal(owner, refusedAt(nowMs - chance() * 40 * DAY_MS, n), chance);
  }
  await writeChanges(owner, nowMs, chance);
  await writeLooks(owner, nowMs, chance);
  await writeSeeds(owner, nowMs);
  await owner.query("set session_replication_role = origin");
}

type WithdrawalFacts = {
  readonly id: number;
  readonly askedAtMs: number;
  readonly endedAtMs: number | null;
  readonly status: MonthWithdrawal["status"] | "refused";
};

function refusedAt(askedAtMs: number, n: number): WithdrawalFacts {
  return { id: 900_000 + n, askedAtMs: Math.round(askedAtMs), endedAtMs: null, status: "refused" };
}

const REJECTIONS = ["details_wrong", "third_party", "funds_unclear", "law", "other"] as const;

async function writeWithdrawal(
  owner: pg.Client,
  { id, askedAtMs, endedAtMs, status }: WithdrawalFacts,
  chance: () => number,
): Promise<void> {
  const rejection = status === "rejected" ? REJECTIONS[Math.floor(chance() * 5)] : null;
  const refusal = status === "refused" ? { reason: "FUNDS_EXCEED_AVAILABLE" } : null;
  await owner.query(
    `insert into withdrawal (id, user_id, account_id, method_id, currency_id, terms_version, amount,
       fee, rate, decimals, received, sealed, destination_hash, is_third_party, status, needs_code,
       confirm_by, created_at, due_at, ended_at, rejection, refusal)
     overriding system value
     values ($1, 1, 1, 1, 1, 1, 1000000, 0, 1, 2, 100, decode(repeat('00', 32), 'hex'),
       decode(repeat('00', 32), 'hex'), false, $2, false, to_timestamp($3 / 1000.0),
       to_timestamp($3 / 1000.0), to_timestamp($3 / 1000.0) + interval '24 hours',
       to_timestamp($4 / 1000.0), $5, $6)`,
    [id, status, askedAtMs, endedAtMs, rejection, refusal],
  );
}

async function writeChanges(owner: pg.Client, nowMs: number, chance: () => number) {
  for (let n = 1; n <= 12; n += 1) {
    const decidedMs = Math.round(nowMs - chance() * 100 * DAY_MS);
    const kind = ["market", "market_halt", "payout_terms"][n % 3];
    const notice = kind === "market_halt" ? 0 : Math.round((24 + chance() * 48) * 3_600);
    const status = n % 4 === 0 ? "rejected" : n % 5 === 0 ? "approved" : "applied";
    await owner.query(
      `insert into proposal (id, kind, payload, reason, proposed_by, proposed_at, status,
         decided_by, decided_at, effective_at, applied_at, is_public)
       overriding system value
       values ($1, $2, '{}', 'a reason', 1, to_timestamp($3 / 1000.0), $4, 2,
         to_timestamp($3 / 1000.0),
         case when $4 <> 'rejected' then to_timestamp($3 / 1000.0) + make_interval(secs => $5) end,
         case when $4 = 'applied' then to_timestamp($3 / 1000.0) + make_interval(secs => $5) end,
         $6)`,
      [n, kind, decidedMs, status, notice, n % 7 !== 0],
    );
  }
}

async function writeLooks(owner: pg.Client, nowMs: number, chance: () => number): Promise<void> {
  for (let n = 1; n <= 40; n += 1) {
    const atMs = Math.round(nowMs - chance() * 45 * DAY_MS);
    const what = ["case", "front", "back"][Math.floor(chance() * 3)];
    await owner.query(
      `insert into identity_view (case_id, user_id, staff_id, what, at, audit_seq)
       values ($1, 1, 1, $2, to_timestamp($3 / 1000.0), $4)`,
      [Math.ceil(n / 3), what, atMs, n],
    );
  }
}

/** One day was promised late, one never shown. */
async function writeSeeds(owner: pg.Client, nowMs: number): Promise<void> {
  await owner.query(
    `insert into seed_commitment (day, commitment, committed_at)
     select d::date, encode(sha256(d::text::bytea), 'hex'),
       (d - case when extract(day from d) = 12 then interval '-1 hour' else interval '6 hours' end)
         at time zone 'UTC'
     from generate_series(to_timestamp($1 / 1000.0)::date - 40, to_timestamp($1 / 1000.0)::date + 1,
       interval '1 day') d`,
    [nowMs],
  );
  await owner.query(
    `insert into seed_reveal (day, commitment, seed, revealed_at)
     select day, commitment, commitment, (day + 1)::timestamp at time zone 'UTC'
     from seed_commitment
     where day < to_timestamp($1 / 1000.0)::date and extract(day from day) <> 9`,
    [nowMs],
  );
}

/** What three sources said of gold during the last hours, one of them a little off. */
export async function writeSources(
  database: Database,
  { nowMs, epoch, headSeq, mid }: Readonly<Record<"nowMs" | "epoch" | "headSeq" | "mid", number>>,
): Promise<void> {
  const raw = await openRawTape({ database, epoch, log: createLog("fatal") });
  const outcomes = ["TAKEN", "STANDBY", "STANDBY", "JUMP"] as const;
  for (let n = 0; n < 120; n += 1) {
    const [bid, ask] = [mid - 15 + (n % 7) - 3, mid + 15 + (n % 5)];
    raw.put(GOLD, {
      quoteSeq: Math.max(1, headSeq - (n % 3 === 0 ? 0 : 1)),
      receivedAtMs: nowMs - 119 + n,
      sourceAtMs: String(nowMs),
      source: ["alpha", "beta", "gamma"][n % 3] ?? "",
      sourceSeq: String(n),
      bid: n % 4 === 3 ? "broken" : String(bid),
      ask: String(ask),
      outcome: outcomes[n % 4] ?? "TAKEN",
      markupPoints: 0,
    });
  }
  await raw.store();
}
