// How accounts fared: stop-outs and what negative balance protection paid, and the share of clients
// who lost money, as the European and British rules count them: what was won and lost, open
// positions and all costs included, without payments in and out. Real accounts only (H17).

import type { FigureId } from "@truetick/contract/proof";
import { type Figure, figure, MINUTE_MS } from "./figure.ts";

export const STOP_OUTS = figure("stop_outs", {
  rowColumns: ["row", "time_utc", "book", "event", "account_in_list", "level_percent", "usd"],
  rows: `select row_number() over (order by at_ms, event, account_id) as row,
  utc_text(at_ms) as time_utc, happened.book, event,
  dense_rank() over (order by account_id) as account_in_list, level_percent, usd
from (
  select s.at_ms, s.account_id, s.book, 'stop-out' as event,
    round(s.level / 1000000.0, 2) as level_percent, null::numeric as usd
  from stop_out s
  union all
  select p.at_ms, p.account_id, p.book, 'protection', null, round(p.amount / 1000000.0, 6)
  from ledger_posting p
  where p.cause = 'protection' and p.account_id is not null
) happened
join trading_account t using (account_id)
join app_user u on u.id = t.owner_id and not u.is_simulated
where at_ms >= $1::bigint and at_ms < $2::bigint`,
  columns: ["book", "stop_outs", "accounts", "protections", "protection_usd"],
  numbers: `select book,
  count(*) filter (where event = 'stop-out') as stop_outs,
  count(distinct account_in_list) filter (where event = 'stop-out') as accounts,
  count(*) filter (where event = 'protection') as protections,
  coalesce(sum(usd), 0.000000) as protection_usd
from figure_rows group by book order by book desc`,
});

/** Equity at a cut is written down where it is not the one before plus what was paid in or out. */
const LOSING_ROWS = `with cut as (
  select shard,
    coalesce(max(journal_seq) filter (where at_ms < $1::bigint), 0) as first_seq,
    coalesce(max(at_ms) filter (where at_ms < $1::bigint), 0) as first_ms,
    coalesce(max(journal_seq) filter (where at_ms < $2::bigint), 0) as last_seq,
    coalesce(max(at_ms) filter (where at_ms < $2::bigint), 0) as last_ms
  from trading_day group by shard
),
traded as (
  select t.owner_id from fill f join trading_account t using (account_id)
  join cut on cut.shard = f.shard
  where t.book = 'real' and f.journal_seq > cut.first_seq and f.journal_seq <= cut.last_seq
  union
  select t.owner_id from trade_order o join trading_account t using (account_id)
  join cut on cut.shard = o.shard
  where t.book = 'real' and o.opened_at_ms <= cut.first_ms
    and (o.ended_at_ms is null or o.ended_at_ms > cut.last_ms)
),
account as (
  select t.owner_id, t.account_id,
    coalesce(before.equity, 0) as first_equity, coalesce(before.journal_seq, 0) as first_seq,
    coalesce(after.equity, 0) as last_equity, coalesce(after.journal_seq, 0) as last_seq
  from traded join trading_account t using (owner_id) join cut on cut.shard = t.shard
  left join lateral (
    select equity, journal_seq from day_equity e
    where e.account_id = t.account_id and e.journal_seq <= cut.first_seq
    order by e.journal_seq desc limit 1
  ) before on true
  left join lateral (
    select equity, journal_seq from day_equity e
    where e.account_id = t.account_id and e.journal_seq <= cut.last_seq
    order by e.journal_seq desc limit 1
  ) after on true
  where t.book = 'real'
),
client as (
  select a.owner_id, sum(a.last_equity - a.first_equity - coalesce((
    select sum(p.amount) from ledger_posting p
    where p.account_id = a.account_id and p.cause not in ('profit', 'fee', 'financing')
      and p.journal_seq > a.first_seq and p.journal_seq <= a.last_seq
  ), 0)) as result
  from account a group by a.owner_id
)
select row_number() over (order by result < 0 desc) as row,
  case when result < 0 then 'lost' else 'not-lost' end as outcome,
  left(utc_text(days.first_ms), 10) as first_day, left(utc_text(days.last_ms), 10) as last_day
from client
cross join (select min(first_ms) as first_ms, max(last_ms) as last_ms from cut) days`;

function losing(id: FigureId, days: number): Figure {
  return figure(id, {
    days,
    keptMs: 60 * MINUTE_MS,
    rowColumns: ["row", "outcome", "first_day", "last_day"],
    rows: LOSING_ROWS,
    columns: ["clients", "lost", "lost_percent"],
    numbers: `select count(*) as clients,
  count(*) filter (where outcome = 'lost') as lost,
  round(100.0 * count(*) filter (where outcome = 'lost') / nullif(count(*), 0), 1) as lost_percent
from figure_rows`,
  });
}

export const LOSING_YEAR = losing("losing_year", 365);
export const LOSING_QUARTER = losing("losing_quarter", 91);
