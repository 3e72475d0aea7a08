// What the ranking computes, once more, in SQL alone and from the first facts: the ledger, the
// fills, the orders and the tape. It shares no line with ranking/: equity at a cut is what the
// ledger had plus what open positions were worth at the tape's newest quotes, not what was stored.
// For tests that compare. Knows markets quoted in dollars only.

/** Run once, as the owner of the tables. */
export const RECOMPUTE_PRELUDE = `
create aggregate product(numeric) (sfunc = numeric_mul, stype = numeric, initcond = '1');
create function floor_div(n numeric, d numeric) returns numeric language sql immutable as $$
  select div(n, d) - case when mod(n, d) < 0 then 1 else 0 end
$$;
create table quote_seen as
  select market_id, q.* from (select distinct market_id from market_terms) m
  cross join lateral tape_quotes(m.market_id, 2147483647) q;
create index on quote_seen (market_id, at_ms, seq);
`;

/** $1: now in milliseconds; $2: the first date of the last three weeks. */
export const RECOMPUTE_RANKING = `
with
-- Ends of days, and now.
ends as (
  select journal_seq as seq, at_ms, cut_date from trading_day
  union all
  select (select max(seq) + 1 from journal), $1::bigint, 99999999
),
account as (
  select l.account_id, l.alias, t.opened_at_ms, t.journal_seq as opened
  from leader l join trading_account t using (account_id)
),
-- What closed parts were before they were split off is a position of its own.
position as (
  select o.account_id, o.market_id, o.side, o.lots, o.open_price,
    opening.journal_seq as opened, closing.journal_seq as closed
  from trade_order o
  join fill opening on opening.kind = 'open' and opening.order_id = coalesce(o.part_of, o.order_id)
  left join fill closing on closing.kind = 'close' and closing.order_id = o.order_id
),
price as (
  select e.seq, m.market_id, m.units_per_lot, m.price_precision, q.bid, q.ask
  from ends e cross join market_terms m
  cross join lateral (
    select bid, ask from quote_seen s where s.market_id = m.market_id and s.at_ms <= e.at_ms
    order by s.at_ms desc, s.seq desc limit 1
  ) q
),
floating as (
  select o.account_id, e.seq, sum(half_even(
      case o.side when 'buy' then r.bid - o.open_price else o.open_price - r.ask end::numeric
        * o.lots * r.units_per_lot * 1000000,
      10000 * power(10::numeric, r.price_precision))) as amount
  from position o
  join ends e on o.opened < e.seq and (o.closed is null or o.closed > e.seq)
  join price r on r.seq = e.seq and r.market_id = o.market_id
  group by o.account_id, e.seq
),
equity as (
  select a.account_id, e.seq, e.cut_date,
    coalesce((
      select p.balance from ledger_posting p where p.account_id = a.account_id
        and p.journal_seq < e.seq order by p.journal_seq desc, p.position desc limit 1
    ), 0) + coalesce(f.amount, 0) as equity
  from account a join ends e on e.seq > a.opened
  left join floating f on f.account_id = a.account_id and f.seq = e.seq
),
-- Where it is known what an account was worth: before and after.
mark as (
  select account_id, seq, 2147483647 as place, cut_date, equity as before, equity as after
  from equity
  union all
  select p.account_id, p.journal_seq, p.position, null, p.balance - p.amount, p.balance
  from ledger_posting p join account a using (account_id)
  where p.cause in ('demo-grant', 'protection')
),
span as (
  select m.*,
    lag(m.seq, 1, 0) over w as from_seq, lag(m.place, 1, 0) over w as from_place,
    lag(m.after, 1, 0) over w as start,
    -- The end of the day that it belongs to.
    min(m.cut_date) over (partition by m.account_id order by m.seq, m.place
      rows between current row and unbounded following) as day
  from mark m window w as (partition by m.account_id order by m.seq, m.place)
),
-- What was paid in less what was paid out, and the most that this ever was.
paid as (
  select s.*, coalesce(f.net, 0) as net, greatest(coalesce(f.most, 0), 0) as most
  from span s left join lateral (
    select sum(amount) as net, max(so_far) as most from (
      select p.amount, sum(p.amount) over (order by p.journal_seq, p.position) as so_far
      from ledger_posting p where p.account_id = s.account_id
        and (p.journal_seq, p.position) > (s.from_seq, s.from_place)
        and (p.journal_seq, p.position) < (s.seq, s.place)
        and p.cause in ('deposit', 'adjustment', 'transfer', 'copy-transfer', 'withdrawal-hold',
          'withdrawal-release')
    ) own
  ) f on true
),
-- Measured against the most that was there at once.
result as (
  select account_id, day, start + most as base, before - start - net as won from paid
),
day as (
  select account_id, day,
    product(case when base <= 0 or won = 0 then 1 when base + won <= 0 then 0 else base + won end)
      as num,
    product(case when base <= 0 or won = 0 or base + won <= 0 then 1 else base end) as den
  from result group by account_id, day
),
curve as (
  select *, product(num) over w as total_num, product(den) over w as total_den,
    div(product(num) over w * power(10::numeric, 60), product(den) over w) as total
  from day window w as (partition by account_id order by day)
),
fall as (
  select *, 1 - total / greatest(
    max(total) over (partition by account_id order by day), power(10::numeric, 60)
  )::numeric(1000, 50) as below
  from curve
),
figures as (
  select account_id,
    (array_agg(floor_div((total_num - total_den) * 10000, total_den) order by day desc))[1]
      as total_rate,
    floor_div((product(num) filter (where day >= $2) - product(den) filter (where day >= $2))
      * 10000, product(den) filter (where day >= $2)) as three_week_rate,
    ceil(max(below) * 10000 - power(10::numeric, -40)) as drawdown,
    array_agg(floor_div((total_num - total_den) * 10000, total_den) order by day) as record
  from fall group by account_id
),
risk as (
  select account_id, 1 + width_bucket(
    stddev_samp(gain) * sqrt(365::float8),
    array[0.05, 0.10, 0.15, 0.20, 0.30, 0.40, 0.60, 0.80, 1.2]::float8[]) as risk
  from (
    select account_id, (num / den)::float8 - 1 as gain,
      row_number() over (partition by account_id order by day desc) as ago
    from day where day < 99999999
  ) d where ago <= 90 group by account_id
),
orders as (
  select a.account_id,
    count(*) filter (where o.status in ('holding', 'closed') and o.part_of is null) as orders,
    count(*) filter (where o.status = 'closed') as closed,
    count(*) filter (where o.status = 'closed' and recent) as recent_closed,
    count(*) filter (where o.status = 'closed' and recent and o.profit > 0) as recent_won,
    coalesce(sum(o.profit - o.fee) filter (where o.status = 'closed' and recent), 0)
      as recent_profit
  from account a left join lateral (
    select t.*, t.ended_at_ms > coalesce(
      (select max(at_ms) from trading_day where cut_date < $2), 0) as recent
    from trade_order t where t.account_id = a.account_id
  ) o on true group by a.account_id
)
select a.alias, ($1::bigint - a.opened_at_ms) / 86400000 as days,
  f.total_rate::text, f.three_week_rate::text, f.drawdown::text, f.record::text[],
  r.risk, o.orders, o.closed, o.recent_closed, o.recent_won, o.recent_profit::text
from account a join figures f using (account_id) join risk r using (account_id)
join orders o using (account_id)`;
